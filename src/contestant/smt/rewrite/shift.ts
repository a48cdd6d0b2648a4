/** Rewriting of shifts: by constants they are concatenations and extractions. */
import type { Term, TermTable } from "../term-table.ts";
import { binaryLifting } from "./bitwise.ts";
import { isNonNegative, zero } from "./constants.ts";
import { lift } from "./lift.ts";
import { concat, extract, signExtend, zeroExtend } from "./structure.ts";

const SHL = binaryLifting("shl");
const LSHR = binaryLifting("lshr");
const ASHR = binaryLifting("ashr");

/** The amount of a shift by a constant, at most the width; -1 for other terms. */
function constantAmount(amount: Term): number {
  if (amount.op !== "constant") return -1;
  const { width } = amount;
  if (width <= 32) return Math.min(amount.small, width);
  return amount.value < BigInt(width) ? Number(amount.value) : width;
}

/** Shift to the left by a number of bits. */
export function shlBy(t: TermTable, a: Term, bits: number): Term {
  if (bits === 0) return a;
  if (bits >= a.width) return zero(t, a.width);
  return concat(t, extract(t, a, a.width - 1 - bits, 0), zero(t, bits));
}

export function shl(t: TermTable, a: Term, amount: Term): Term {
  const lifted = lift(t, SHL, a, amount);
  if (lifted !== undefined) return lifted;
  const bits = constantAmount(amount);
  if (bits >= 0) return shlBy(t, a, bits);
  if (shiftsOut(t, a, amount)) return zero(t, a.width);
  return t.make("shl", a.width, [a, amount]);
}

export function lshr(t: TermTable, a: Term, amount: Term): Term {
  const lifted = lift(t, LSHR, a, amount);
  if (lifted !== undefined) return lifted;
  const { width } = a;
  const bits = constantAmount(amount);
  if (bits >= 0) {
    return bits >= width ? zero(t, width) : zeroExtend(t, extract(t, a, width - 1, bits), width);
  }
  if (shiftsOut(t, a, amount)) return zero(t, width);
  return t.make("lshr", width, [a, amount]);
}

export function ashr(t: TermTable, a: Term, amount: Term): Term {
  const lifted = lift(t, ASHR, a, amount);
  if (lifted !== undefined) return lifted;
  if (isNonNegative(t, a)) return lshr(t, a, amount);
  const { width } = a;
  const bits = constantAmount(amount);
  if (bits >= 0) {
    return signExtend(t, extract(t, a, width - 1, Math.min(bits, width - 1)), width);
  }
  return t.make("ashr", width, [a, amount]);
}

/** Whether a shift that fills with zeros shifts everything out. */
function shiftsOut(t: TermTable, a: Term, amount: Term): boolean {
  return t.maximum[a.id] === 0 || (t.minimum[amount.id] as number) >= a.width;
}
