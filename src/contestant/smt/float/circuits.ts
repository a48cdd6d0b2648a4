/**
 * Building blocks of the floating-point circuits: shifters that collect a
 * sticky bit and shifters that normalise. Each stage of a shifter is one
 * multiplexer, so the sizes are (bits × stages).
 */
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";

/** Bit `index` as a Bool. */
export function bitAt(m: TermManager, x: Term, index: number): Term {
  return m.eq(m.extract(x, index, index), m.constant(1, 1));
}

export function topBit(m: TermManager, x: Term): Term {
  return bitAt(m, x, x.width - 1);
}

export function isZero(m: TermManager, x: Term): Term {
  return m.eq(x, m.constant(x.width, 0));
}

export function isNonZero(m: TermManager, x: Term): Term {
  return m.not(isZero(m, x));
}

export function asBit(m: TermManager, condition: Term): Term {
  return m.boolToBits(condition, 1);
}

/** Concatenation, the first part on top. */
export function join(m: TermManager, first: Term, ...rest: readonly Term[]): Term {
  return rest.reduce((high, low) => m.concat(high, low), first);
}

/** `x` followed by `count` zero bits. */
export function padRight(m: TermManager, x: Term, count: number): Term {
  return count === 0 ? x : m.concat(x, m.constant(count, 0));
}

/** Number of bits that hold 0 … `value`. */
export function bitsFor(value: number): number {
  return 32 - Math.clz32(value);
}

/** `x` or, where `negative`, its negation: one adder. */
export function negateIf(m: TermManager, negative: Term, x: Term): Term {
  const mask = m.ite(negative, m.constant(x.width, -1), m.constant(x.width, 0));
  return m.add(m.bvxor(x, mask), m.boolToBits(negative, x.width));
}

/** `a + b` or, where `subtract`, `a - b`, with one adder: the carry enters through an extra low bit. */
export function addOrSubtract(m: TermManager, subtract: Term, a: Term, b: Term): Term {
  const mask = m.ite(subtract, m.constant(b.width, -1), m.constant(b.width, 0));
  const carry = asBit(m, subtract);
  const sum = m.add(m.concat(a, carry), m.concat(m.bvxor(b, mask), carry));
  return m.extract(sum, a.width, 1);
}

/** Whether the low `count` bits have a one. */
function lowBits(m: TermManager, x: Term, count: number): Term {
  return isNonZero(m, m.extract(x, count - 1, 0));
}

/** `x >> amount` (unsigned, any width of the amount) and whether a one was shifted out. */
export function shiftRightSticky(
  m: TermManager,
  x: Term,
  amount: Term,
): { readonly value: Term; readonly sticky: Term } {
  const { width } = x;
  let value = x;
  let sticky = m.false;
  let everything = m.false;
  for (let i = amount.width - 1; i >= 0; i -= 1) {
    const selected = bitAt(m, amount, i);
    if (i > 30 || 2 ** i >= width) {
      everything = m.or(everything, selected);
      continue;
    }
    const count = 2 ** i;
    sticky = m.or(sticky, m.and(selected, lowBits(m, value, count)));
    const shifted = m.concat(m.constant(count, 0), m.extract(value, width - 1, count));
    value = m.ite(selected, shifted, value);
  }
  return {
    value: m.ite(everything, m.constant(width, 0), value),
    sticky: m.or(sticky, m.and(everything, isNonZero(m, x))),
  };
}

/** A number shifted to the left, and by how much. */
export interface Normalised {
  readonly value: Term;
  /** The shift, in `bitsFor(maxShift)` bits. */
  readonly shift: Term;
}

/**
 * Shifts left until the top bit is set, but never by more than `limit`
 * (unsigned, if given) nor by more than the least 2^k - 1 ≥ `maxShift`. The
 * binary digits of the shift are found greedily from the top; they are
 * compared with those of the limit as they come.
 */
export function normalise(m: TermManager, x: Term, maxShift: number, limit?: Term): Normalised {
  const { width } = x;
  const stages = bitsFor(maxShift);
  let value = x;
  let digits: Term | undefined;
  // Whether the digits so far are less than those of the limit; otherwise they are equal.
  let below = m.true;
  if (limit !== undefined) {
    below =
      limit.width > stages ? isNonZero(m, m.extract(limit, limit.width - 1, stages)) : m.false;
  }
  for (let i = stages - 1; i >= 0; i -= 1) {
    const count = 2 ** i;
    const topIsZero = isZero(m, count < width ? m.extract(value, width - 1, width - count) : value);
    const digitOfLimit = limit === undefined || i >= limit.width ? m.false : bitAt(m, limit, i);
    const selected = m.and(topIsZero, m.or(below, digitOfLimit));
    below = m.or(below, m.and(digitOfLimit, m.not(selected)));
    const shifted =
      count < width
        ? m.concat(m.extract(value, width - 1 - count, 0), m.constant(count, 0))
        : m.constant(width, 0);
    value = m.ite(selected, shifted, value);
    const digit = asBit(m, selected);
    digits = digits === undefined ? digit : m.concat(digits, digit);
  }
  return { value, shift: digits ?? m.constant(1, 0) };
}
