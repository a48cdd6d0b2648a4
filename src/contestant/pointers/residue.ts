/** Residue classes of integers by the text of their expressions. */
import { gcdOfNumbers } from "../../ground/util/gcd.ts";
import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import type { ArithmeticExpression, Expression, ValueType } from "../cfa/index.ts";

/** The numbers `constant + k * stride`, for every integer k; stride 0: one number. */
export interface Residue {
  readonly constant: number;
  readonly stride: number;
}

const ANY: Residue = { constant: 0, stride: 1 };

/**
 * The residue class of an integer. A value that may wrap around or be truncated is known only modulo powers of two;
 * products that scale an index do not wrap around (see {@link ArithmeticExpression.scalesIndex}).
 */
function residueOf(expression: Expression): Residue {
  switch (expression.kind) {
    case "integer": {
      const { type, value } = expression;
      return wrapped(
        checked({ constant: Number(BigInt.asIntN(type.bits, value)), stride: 0 }),
        type,
      );
    }
    case "cast": {
      const { operand, type } = expression;
      return operand.type.kind === "int" ? wrapped(residueOf(operand), type) : ANY;
    }
    case "binary":
      return arithmetic(expression);
    // Any number.
    case "float":
    case "address":
    case "load":
    case "unary":
    case "compare":
    case "conditional":
      return ANY;
    default:
      return unreachableKind(expression);
  }
}

function arithmetic({ operator, type, left, right, scalesIndex }: ArithmeticExpression): Residue {
  if (operator === "add" || operator === "sub") {
    const [a, b] = [residueOf(left), residueOf(right)];
    const sign = operator === "add" ? 1 : -1;
    return wrapped(
      { constant: a.constant + sign * b.constant, stride: gcdOfNumbers(a.stride, b.stride) },
      type,
    );
  }
  const factor = factorOf(operator, right);
  if (factor === undefined) return ANY;
  const index = residueOf(left);
  const { constant, stride } = scalesIndex === true ? signed(index, left.type) : index;
  const product = { constant: constant * factor, stride: stride * Math.abs(factor) };
  return scalesIndex === true ? checked(product) : wrapped(product, type);
}

/** Addresses are counted modulo two to their width: an addend may also be subtracted. */
function signed({ constant, stride }: Residue, type: ValueType): Residue {
  if (type.kind === "float") return ANY;
  return checked({ constant: Number(BigInt.asIntN(type.bits, BigInt(constant))), stride });
}

/** The factor of the left operand. */
function factorOf(
  operator: ArithmeticExpression["operator"],
  right: Expression,
): number | undefined {
  if (right.kind !== "integer") return undefined;
  const value = Number(BigInt.asIntN(right.type.bits, right.value));
  if (operator === "mul") return value;
  return operator === "shl" && value >= 0 && value < 64 ? 2 ** value : undefined;
}

/** The residue class of an addend to a pointer, by its sign as a distance. */
export function distanceOf(expression: Expression): Residue {
  return signed(residueOf(expression), expression.type);
}

/** The number as a type represents it: its residue modulo two to the width, where the stride determines it. */
function wrapped({ constant, stride }: Residue, type: ValueType): Residue {
  if (type.kind === "float" || !Number.isSafeInteger(constant)) return ANY;
  if (!Number.isSafeInteger(stride)) return ANY;
  const modulus = powerOfTwo(stride, type.bits);
  const isWhole = modulus === 2 ** type.bits;
  if (!isWhole) return checked({ constant, stride: modulus });
  const isSigned = type.kind === "int" && type.signed;
  // In the widest types, both interpretations of a number lead to the same address.
  const value =
    isSigned || type.bits >= 64
      ? BigInt.asIntN(type.bits, BigInt(constant))
      : BigInt.asUintN(type.bits, BigInt(constant));
  return checked({ constant: Number(value), stride: 0 });
}

/** The greatest power of two that divides the stride, at most two to the width: the result for 0, too. */
function powerOfTwo(stride: number, bits: number): number {
  let power = 1;
  for (let bit = 0; bit < bits && stride % (2 * power) === 0; bit++) power *= 2;
  return power;
}

/** Numbers that are not exact are any. */
function checked(residue: Residue): Residue {
  return Number.isSafeInteger(residue.constant) && Number.isSafeInteger(residue.stride)
    ? residue
    : ANY;
}
