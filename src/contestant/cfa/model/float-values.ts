/**
 * Constants of floating type, computed as the translator does: rounding to
 * nearest, ties to even (C11 F.7.2; gcc without -frounding-math).
 */
import {
  convertFloat,
  decodeX87,
  encodeX87,
  type FloatFormat,
  floatAdd,
  floatDiv,
  floatMul,
  floatNegate,
  floatSub,
  floatToInteger,
  integerToFloat,
  isFloatNaN,
  parseFloatLiteral,
} from "../../../ground/util/ieee-float.ts";
import type { ArithmeticOperator, FloatConstant, FloatValueType, IntegerValueType } from "./cfa.ts";
import { FLOAT_FORMATS } from "./scalar-layout.ts";

/** The IEEE format of a value type. Patterns of `ldouble` lack the explicit integer bit there. */
export function formatOf(type: FloatValueType): FloatFormat {
  return FLOAT_FORMATS[type.format];
}

/** A constant from a pattern of {@link formatOf} its type. */
export function floatConstant(type: FloatValueType, pattern: bigint): FloatConstant {
  return {
    kind: "float",
    type,
    bits: type.format === "ldouble" ? encodeX87(pattern) : pattern,
  };
}

/** The pattern of {@link formatOf} the constant's type. */
export function patternOf(constant: FloatConstant): bigint {
  return constant.type.format === "ldouble" ? decodeX87(constant.bits) : constant.bits;
}

/** A C literal without suffix; undefined when `text` is none. */
export function floatLiteral(text: string, type: FloatValueType): FloatConstant | undefined {
  const pattern = parseFloatLiteral(text, formatOf(type));
  return pattern === undefined ? undefined : floatConstant(type, pattern);
}

export function integerAsFloat(value: bigint, type: FloatValueType): FloatConstant {
  return floatConstant(type, integerToFloat(formatOf(type), "nearest-even", value));
}

export function floatAsFloat(constant: FloatConstant, type: FloatValueType): FloatConstant {
  const from = formatOf(constant.type);
  return floatConstant(
    type,
    convertFloat(from, formatOf(type), "nearest-even", patternOf(constant)),
  );
}

/** The integral part, or undefined when the type cannot hold it (undefined behaviour, C11 6.3.1.4p1). */
export function floatAsInteger(
  constant: FloatConstant,
  type: IntegerValueType,
): bigint | undefined {
  const range = { width: type.bits, signed: type.signed };
  return floatToInteger(formatOf(constant.type), "toward-zero", patternOf(constant), range);
}

export function negateFloat(constant: FloatConstant): FloatConstant {
  return floatConstant(constant.type, floatNegate(formatOf(constant.type), patternOf(constant)));
}

const OPERATIONS = { add: floatAdd, sub: floatSub, mul: floatMul, div: floatDiv } as const;

/**
 * The result of an operation on constants if it is the same in every rounding
 * mode: others are left to the mode that holds when they are executed.
 */
export function exactFloatResult(
  operator: ArithmeticOperator,
  left: FloatConstant,
  right: FloatConstant,
): FloatConstant | undefined {
  const operation = OPERATIONS[operator as keyof typeof OPERATIONS];
  if (operation === undefined) return undefined;
  const [a, b, format] = [patternOf(left), patternOf(right), formatOf(left.type)];
  const up = operation(format, "toward-positive", a, b);
  const isExact = up === operation(format, "toward-negative", a, b) && !isFloatNaN(format, up);
  return isExact ? floatConstant(left.type, up) : undefined;
}
