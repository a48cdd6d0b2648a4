/** The implicit conversions of C, as nodes of the tree (C11 6.3, 6.5.16.1, 6.5.2.2). */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { CastExpression, Expression, IntegerLiteral } from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import {
  type ArithmeticType,
  integerPromote,
  isArithmetic,
  isInteger,
  isScalar,
  underlyingInteger,
  usualArithmeticConversions,
} from "../conversions.ts";
import { pointerTo, unqualified } from "../type-factory.ts";
import { typeToString } from "../type-printer.ts";
import { isCompatible } from "../type-relations.ts";
import type { CType, IntegerType } from "../types.ts";
import type { ParseFault, Parser } from "./context.ts";
import { isAssignableVector } from "./vectors.ts";

/** A fault of types; throw it. */
export function typeFault(p: Parser, range: TextRange, message: string): ParseFault {
  return p.fault(range, "type-error", message);
}

export function integerLiteral(type: IntegerType, value: bigint, range: TextRange): IntegerLiteral {
  return { kind: "integer", value, type, range };
}

/** Arrays and functions become pointers (C11 6.3.2.1p3-4); everything else stays. */
export function decay(p: Parser, operand: Expression): Expression {
  const { type, range } = operand;
  if (type.kind !== "array" && type.kind !== "function") return operand;
  // `(*pointer)(…)` calls the function to which the pointer points.
  if (type.kind === "function" && operand.kind === "unary") return operand.operand;
  const target = type.kind === "array" ? type.element : type;
  return { kind: "decay", operand, type: pointerTo(target, p.machine), range };
}

/** Whether two unqualified types have the same values and the same meaning. */
function isSameType(p: Parser, left: CType, right: CType): boolean {
  if (left.kind === "array" || right.kind === "array") return false;
  return left.kind === right.kind && isCompatible(left, right, p.types);
}

/** An implicit cast unless the type is the same already; the operand has decayed. */
export function convert(p: Parser, operand: Expression, type: CType): Expression {
  const target = unqualified(type);
  return isSameType(p, unqualified(operand.type), target) ? operand : implicitCast(operand, target);
}

function implicitCast(operand: Expression, type: CType): CastExpression {
  return { kind: "cast", operand, implicit: true, type, range: operand.range };
}

/**
 * Width of the bit-field whose value an expression is, when it is narrower than
 * its type; gcc lets assignments and the like have the bit-field's own type.
 */
export function bitFieldWidth(expression: Expression): number | undefined {
  switch (expression.kind) {
    case "member": {
      const { type, bitWidth } = expression.field;
      const isFullWidth = isInteger(type) && bitWidth === underlyingInteger(type).bits;
      return isFullWidth ? undefined : bitWidth;
    }
    case "assignment":
    case "compound-assignment":
      return bitFieldWidth(expression.left);
    case "increment":
      return bitFieldWidth(expression.operand);
    case "comma":
      return bitFieldWidth(expression.right);
    case "statement-expression": {
      const last = expression.body.items.at(-1);
      return last?.kind === "expression" && last.expression !== undefined
        ? bitFieldWidth(last.expression)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Integer promotions (C11 6.3.1.1p2); the operand has an integer type. */
export function integerPromoted(p: Parser, operand: Expression): Expression {
  const { type } = operand;
  return isInteger(type)
    ? convert(p, operand, integerPromote(type, p.types, bitFieldWidth(operand)))
    : operand;
}

/** The usual arithmetic conversions (C11 6.3.1.8) on two arithmetic operands. */
export function arithmeticOperands(
  p: Parser,
  left: Expression,
  right: Expression,
): { readonly left: Expression; readonly right: Expression; readonly type: CType } {
  const a = integerPromoted(p, left);
  const b = integerPromoted(p, right);
  const type = usualArithmeticConversions(
    a.type as ArithmeticType,
    b.type as ArithmeticType,
    p.types,
  );
  return { left: convert(p, a, type), right: convert(p, b, type), type };
}

/**
 * gcc computes with bit-fields wider than int in their own width. Those values
 * would differ from ours, so arithmetic where that width is the width of the
 * result is refused. Operations that cannot wrap are harmless with a constant
 * that is not negative.
 */
export function refuseWideBitField(
  p: Parser,
  operand: Expression,
  other: Expression | undefined,
  options: { readonly canWrap: boolean },
): void {
  const width = bitFieldWidth(operand);
  if (width === undefined || width <= 32) return;
  if (other !== undefined) {
    if (!isInteger(other.type)) return;
    const isOtherWide =
      underlyingInteger(other.type).bits === 64 && (bitFieldWidth(other) ?? 64) === 64;
    const isHarmless = !options.canWrap && other.kind === "integer" && other.value >= 0n;
    if (isOtherWide || isHarmless) return;
  }
  p.unsupported(operand.range, `arithmetic on a bit-field of ${width} bits is`);
}

/** Default argument promotions (C11 6.5.2.2p6). */
export function defaultPromoted(p: Parser, argument: Expression): Expression {
  const value = decay(p, argument);
  if (value.type.kind === "float" && value.type.name === "float") {
    return convert(p, value, p.types.double);
  }
  return integerPromoted(p, value);
}

/** A value to be compared with zero. */
export function condition(p: Parser, expression: Expression): Expression {
  const value = decay(p, expression);
  if (value.type.kind === "complex") return convert(p, value, p.types.bool);
  if (isScalar(value.type)) return value;
  throw typeFault(
    p,
    value.range,
    `expected a scalar condition, found a value of type '${typeToString(value.type)}'`,
  );
}

/** An integer constant 0, possibly cast to `void *` (C11 6.3.2.3p3). */
export function isNullPointerConstant(p: Parser, expression: Expression): boolean {
  const { type } = expression;
  if (type.kind === "pointer") {
    const isVoidPointer = type.target.kind === "void" && unqualified(type.target) === type.target;
    if (!isVoidPointer || expression.kind !== "cast") return false;
    return isInteger(expression.operand.type) && foldInteger(expression.operand, p.machine) === 0n;
  }
  return isInteger(type) && foldInteger(expression, p.machine) === 0n;
}

/**
 * A value converted as if by assignment (C11 6.5.16.1). Conversions that gcc accepts with a warning
 * are done: integers and pointers of all kinds into each other. `verb` completes the message:
 * "value of type … is assigned to …".
 */
export function convertAssigned(
  p: Parser,
  expression: Expression,
  type: CType,
  verb: string,
): Expression {
  const value = decay(p, expression);
  const target = unqualified(type);
  const source = unqualified(value.type);
  const isAssignable =
    isArithmetic(target) || target.kind === "pointer"
      ? isScalar(source) &&
        !(isFloating(target) && source.kind === "pointer") &&
        !(target.kind === "pointer" && isFloating(source))
      : (target.kind === "struct" || target.kind === "union") &&
        (source.kind === "struct" || source.kind === "union") &&
        source.definition === target.definition;
  if (isAssignable || isAssignableVector(p, value, target)) return convert(p, value, target);
  const shown = `'${typeToString(source)}'`;
  throw typeFault(
    p,
    value.range,
    `a value of type ${shown} cannot be ${verb} where '${typeToString(target)}' is expected`,
  );
}

function isFloating(type: CType): boolean {
  return type.kind === "float" || type.kind === "complex";
}

/** Whether an expression designates an object (C11 6.3.2.1p1). */
export function isLvalue(expression: Expression): boolean {
  switch (expression.kind) {
    case "variable":
    case "string":
    case "compound-literal":
      return true;
    case "unary": {
      const { operator, operand } = expression;
      if (operator === "dereference") return true;
      return (operator === "real" || operator === "imag") && isLvalue(operand);
    }
    case "member":
      return isLvalue(expression.base);
    default:
      return false;
  }
}
