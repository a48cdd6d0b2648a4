/**
 * Congruences modulo powers of two: the known low bits of an integer (after Granger: "Static analysis of
 * arithmetical congruences", 1989; powers of two because these survive wrapping around). Parity is the case of one
 * bit.
 */

import { valuation } from "../../../../ground/util/powers-of-two.ts";
import { type ArithmeticOperator, type IntegerValueType, wrap } from "../../../cfa/index.ts";
import type { Lattice } from "../../framework/lattice.ts";

export interface Congruence {
  /** Number of known low bits; {@link EXACT}: all of them. */
  readonly bits: number;
  /** From 0 to 2^bits - 1: the known bits, in two's complement. */
  readonly residue: bigint;
}

/** Wider than every type: the value itself is known. */
export const EXACT = 128;

/** Any integer. */
export const ANY_INTEGER: Congruence = { bits: 0, residue: 0n };

function congruence(bits: number, value: bigint): Congruence {
  return { bits, residue: BigInt.asUintN(bits, value) };
}

export function exactly(value: bigint): Congruence {
  return congruence(EXACT, value);
}

/** The value of an exact congruence, which is signed when its type is. */
export function exactValue({ residue }: Congruence, { signed }: IntegerValueType): bigint {
  return signed ? BigInt.asIntN(EXACT, residue) : residue;
}

/** Number of equal bits from the lowest one on. */
function commonBits(a: Congruence, b: Congruence): number {
  const known = Math.min(a.bits, b.bits);
  return Math.min(known, trailingZeros(BigInt.asUintN(known, a.residue ^ b.residue)));
}

function trailingZeros(value: bigint): number {
  return value === 0n ? EXACT : valuation(value);
}

function knownZeros({ bits, residue }: Congruence): number {
  return Math.min(bits, trailingZeros(residue));
}

function join(a: Congruence, b: Congruence): Congruence {
  return congruence(commonBits(a, b), a.residue);
}

/** The lattice has height {@link EXACT}: joins are widening enough. There is no bottom. */
export const CONGRUENCES: Lattice<Congruence> = {
  leq: (a, b) => b.bits <= a.bits && commonBits(a, b) === b.bits,
  join,
  widen: join,
  isBottom: () => false,
  show: ({ bits, residue }) => `${residue} mod 2^${bits}`,
};

/** The congruence of values that satisfy both; undefined when they exclude each other. */
export function meet(a: Congruence, b: Congruence): Congruence | undefined {
  const [less, more] = a.bits < b.bits ? [a, b] : [b, a];
  return CONGRUENCES.leq(more, less) ? more : undefined;
}

/** The value as a type represents it: narrower types wrap around, and all bits of a type determine its value. */
export function fitted(type: IntegerValueType, value: Congruence): Congruence {
  return value.bits >= type.bits ? exactly(wrap(type, value.residue)) : value;
}

/** The result of an operation whose operands have the type (for shifts: the left one), wrapped around. */
export function arithmetic(
  operator: ArithmeticOperator,
  type: IntegerValueType,
  a: Congruence,
  b: Congruence,
): Congruence {
  const both = Math.min(a.bits, b.bits);
  switch (operator) {
    case "add":
      return fitted(type, congruence(both, a.residue + b.residue));
    case "sub":
      return fitted(type, congruence(both, a.residue - b.residue));
    case "mul": {
      // The unknown bits of a factor are multiplied by the zeros below the other one.
      const bits = Math.min(EXACT, a.bits + knownZeros(b), b.bits + knownZeros(a));
      return fitted(type, congruence(bits, a.residue * b.residue));
    }
    case "and":
    case "or":
      return fitted(type, bitwise(operator, a, b));
    case "xor":
      return fitted(type, congruence(both, a.residue ^ b.residue));
    case "shl":
      if (b.bits < EXACT || b.residue >= BigInt(type.bits)) return ANY_INTEGER;
      return fitted(
        type,
        congruence(Math.min(EXACT, a.bits + Number(b.residue)), a.residue << b.residue),
      );
    case "shr":
      if (b.bits < EXACT || b.residue >= BigInt(type.bits)) return ANY_INTEGER;
      if (a.bits === EXACT) return exactly(exactValue(a, type) >> b.residue);
      return congruence(Math.max(0, a.bits - Number(b.residue)), a.residue >> b.residue);
    case "div":
    case "rem":
      return quotient(operator, type, a, b);
  }
}

/** Bits that one side decides alone are known as well. */
function bitwise(operator: "and" | "or", a: Congruence, b: Congruence): Congruence {
  const deciding = operator === "and" ? 0n : 1n;
  const decides = ({ bits, residue }: Congruence, i: number): boolean =>
    i < bits && ((residue >> BigInt(i)) & 1n) === deciding;
  let bits = 0;
  while (
    bits < EXACT &&
    ((bits < a.bits && bits < b.bits) || decides(a, bits) || decides(b, bits))
  ) {
    bits++;
  }
  return congruence(bits, operator === "and" ? a.residue & b.residue : a.residue | b.residue);
}

function quotient(
  operator: "div" | "rem",
  type: IntegerValueType,
  a: Congruence,
  b: Congruence,
): Congruence {
  if (b.bits < EXACT || b.residue === 0n) return ANY_INTEGER;
  const divisor = exactValue(b, type);
  if (a.bits === EXACT) {
    const dividend = exactValue(a, type);
    return fitted(type, exactly(operator === "div" ? dividend / divisor : dividend % divisor));
  }
  const zeros = trailingZeros(divisor);
  const isPower = divisor === 1n << BigInt(zeros);
  if (!isPower || zeros > a.bits) {
    return operator === "rem" ? congruence(Math.min(a.bits, zeros), a.residue) : ANY_INTEGER;
  }
  const rest = BigInt.asUintN(zeros, a.residue);
  if (operator === "rem") {
    // The remainder has the sign of the dividend.
    return rest === 0n || !type.signed ? exactly(rest) : congruence(zeros, rest);
  }
  return rest === 0n ? congruence(a.bits - zeros, a.residue >> BigInt(zeros)) : ANY_INTEGER;
}
