/** Ranges of integers with holes: what is known of a symbol. */
import {
  type ArithmeticOperator,
  type ComparisonOperator,
  type IntegerValueType,
  type PointerValueType,
  typeRange,
} from "../../../cfa/index.ts";

import { canonical, type Integer } from "../value/value.ts";

export interface Range {
  readonly low: Integer;
  readonly high: Integer;
  /** Values between the two that are excluded. */
  readonly excluded: readonly Integer[];
}

/** A safeguard: a symbol that was told apart from more constants has no more holes. */
const MAX_EXCLUDED = 4096;

// Math.min and Math.max know numbers only.
function least(a: Integer, b: Integer): Integer {
  return a < b ? a : b;
}
function greatest(a: Integer, b: Integer): Integer {
  return a < b ? b : a;
}

export function range(low: Integer, high: Integer): Range {
  return { low, high, excluded: [] };
}

const fullRanges = new Map<string, Range>();

export function fullRange(type: IntegerValueType | PointerValueType): Range {
  const key = `${type.kind === "int" && type.signed}${type.bits}`;
  let full = fullRanges.get(key);
  if (full === undefined) {
    const [low, high] = typeRange(type);
    full = range(canonical(low), canonical(high));
    fullRanges.set(key, full);
  }
  return full;
}

export function contains(outer: Range, inner: Range): boolean {
  return (
    outer.low <= inner.low &&
    inner.high <= outer.high &&
    outer.excluded.every((hole) => !mayBe(inner, hole))
  );
}

export function mayBe({ low, high, excluded }: Range, value: Integer): boolean {
  return low <= value && value <= high && !excluded.includes(value);
}

/** The smallest range with both; holes stay where neither has the value. */
export function hull(a: Range, b: Range): Range {
  const holes = new Set([...a.excluded, ...b.excluded]);
  return {
    low: least(a.low, b.low),
    high: greatest(a.high, b.high),
    excluded: [...holes].filter((hole) => !mayBe(a, hole) && !mayBe(b, hole)),
  };
}

/** Between so many values, those that neither range has are remembered. */
const MAX_SPAN = 64;

/** The smallest range with both, with a hole for every value that neither has when there are few in between. */
export function sparseHull(a: Range, b: Range): Range {
  const joined = hull(a, b);
  const span = BigInt(joined.high) - BigInt(joined.low);
  if (span > MAX_SPAN || typeof joined.low !== "number") return joined;
  const excluded: Integer[] = [];
  for (let value = joined.low + 1; value < joined.high; value++) {
    if (!mayBe(a, value) && !mayBe(b, value)) excluded.push(value);
  }
  return { ...joined, excluded };
}

function plus(a: Integer, step: 1 | -1): Integer {
  return typeof a === "number" && Math.abs(a) < Number.MAX_SAFE_INTEGER
    ? a + step
    : canonical(BigInt(a) + BigInt(step));
}

/** Values of a range that satisfy `value OPERATOR bound`; undefined when there is none. */
export function restrict(
  values: Range,
  operator: ComparisonOperator,
  bound: Integer,
): Range | undefined {
  let { low, high, excluded } = values;
  switch (operator) {
    case "eq":
      return mayBe(values, bound) ? range(bound, bound) : undefined;
    case "ne":
      if (!mayBe(values, bound)) return values;
      excluded = excluded.length >= MAX_EXCLUDED ? excluded : [...excluded, bound];
      break;
    case "lt":
      if (high >= bound) high = plus(bound, -1);
      break;
    case "le":
      if (high > bound) high = bound;
      break;
    case "gt":
      if (low <= bound) low = plus(bound, 1);
      break;
    case "ge":
      if (low < bound) low = bound;
      break;
  }
  while (low <= high && excluded.includes(low)) low = plus(low, 1);
  while (low <= high && excluded.includes(high)) high = plus(high, -1);
  if (low > high) return undefined;
  return { low, high, excluded: excluded.filter((hole) => low < hole && hole < high) };
}

/** Whether a comparison holds for all (true) or no (false) pairs of values. */
export function decide(operator: ComparisonOperator, a: Range, b: Range): boolean | undefined {
  switch (operator) {
    case "lt":
      return a.high < b.low ? true : a.low >= b.high ? false : undefined;
    case "le":
      return a.high <= b.low ? true : a.low > b.high ? false : undefined;
    case "gt":
      return decide("lt", b, a);
    case "ge":
      return decide("le", b, a);
    case "eq":
    case "ne": {
      const isSingle = a.low === a.high && b.low === b.high;
      const areEqual = isSingle ? a.low === b.low : mayMeet(a, b) ? undefined : false;
      return areEqual === undefined ? undefined : areEqual === (operator === "eq");
    }
  }
}

function mayMeet(a: Range, b: Range): boolean {
  if (a.low === a.high) return mayBe(b, a.low);
  if (b.low === b.high) return mayBe(a, b.low);
  return a.low <= b.high && b.low <= a.high;
}

/**
 * Bounds of the exact (unwrapped) results of an operation; undefined when
 * nothing better than the type is known. Divisors must not be zero, shift
 * amounts must be in range.
 */
export function exactBounds(operator: ArithmeticOperator, a: Range, b: Range): Range | undefined {
  const [al, ah, bl, bh] = [BigInt(a.low), BigInt(a.high), BigInt(b.low), BigInt(b.high)];
  const corners = (apply: (x: bigint, y: bigint) => bigint): Range => {
    const all = [apply(al, bl), apply(al, bh), apply(ah, bl), apply(ah, bh)];
    return between(all.reduce(min), all.reduce(max));
  };
  switch (operator) {
    case "add":
      return between(al + bl, ah + bh);
    case "sub":
      return between(al - bh, ah - bl);
    case "mul":
      return corners((x, y) => x * y);
    case "div":
      // Quotients are monotonic on each side of zero.
      if (bl > 0n || bh < 0n) return corners((x, y) => x / y);
      return between(-max(abs(al), abs(ah)), max(abs(al), abs(ah)));
    case "rem": {
      const bound = max(abs(bl), abs(bh)) - 1n;
      return between(al < 0n ? max(-bound, al) : 0n, ah > 0n ? min(bound, ah) : 0n);
    }
    case "shl":
      return al < 0n || bl < 0n || bh > 128n ? undefined : between(al << bl, ah << bh);
    case "shr":
      return bl < 0n || bh > 128n ? undefined : corners((x, y) => x >> y);
    case "and":
      if (al >= 0n && bl >= 0n) return between(0n, min(ah, bh));
      if (bl >= 0n) return between(0n, bh);
      return al >= 0n ? between(0n, ah) : undefined;
    case "or":
    case "xor": {
      if (al < 0n || bl < 0n) return undefined;
      const bits = BigInt(max(ah, bh).toString(2).length);
      return between(0n, (1n << bits) - 1n);
    }
  }
}

function between(low: bigint, high: bigint): Range {
  return range(canonical(low), canonical(high));
}
function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
