/** Tests on constants that work for every width without making bigints for small ones. */
import type { Term, TermTable } from "../term-table.ts";

export function isZero(term: Term): boolean {
  return term.small === 0 || (term.op === "constant" && term.small < 0 && term.value === 0n);
}

export function isOne(term: Term): boolean {
  return term.small === 1 || (term.op === "constant" && term.small < 0 && term.value === 1n);
}

export function isOnes(term: Term): boolean {
  if (term.op !== "constant") return false;
  return term.width <= 32
    ? term.small === 2 ** term.width - 1
    : BigInt.asIntN(term.width, term.value) === -1n;
}

/** The exponent of a constant power of two, otherwise -1. */
export function exponentOfTwo(term: Term): number {
  if (term.op !== "constant") return -1;
  if (term.width <= 32) {
    const value = term.small;
    return value > 0 && (value & (value - 1)) === 0 ? 31 - Math.clz32(value) : -1;
  }
  const value = term.value;
  return value > 0n && (value & (value - 1n)) === 0n ? value.toString(2).length - 1 : -1;
}

export function zero(t: TermTable, width: number): Term {
  return width <= 32 ? t.smallConstant(width, 0) : t.constant(width, 0n);
}

export function ones(t: TermTable, width: number): Term {
  return t.constant(width, -1);
}

/** Whether the sign bit of the constant is set. */
export function isNegative(term: Term): boolean {
  return term.width <= 32
    ? term.small >= 2 ** (term.width - 1)
    : BigInt.asIntN(term.width, term.value) < 0n;
}

/** Whether the intervals show that the sign bit of the term is clear. */
export function isNonNegative(t: TermTable, term: Term): boolean {
  return (t.maximum[term.id] as number) < 2 ** (term.width - 1);
}
