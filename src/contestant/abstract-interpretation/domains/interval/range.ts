/** Ranges of integers with holes, and optionally modulo a number: the facts about a symbol. */
import {
  type ArithmeticOperator,
  type ComparisonOperator,
  type IntegerValueType,
  type PointerValueType,
  typeRange,
} from "../../../cfa/index.ts";

import {
  areDisjoint,
  combinedClasses,
  EVERY_INTEGER,
  hasMember,
  includes,
  joinClasses,
  type ResidueClass,
  residueClass,
} from "../congruence/residue-class.ts";
import { canonical, type Integer } from "../value/value.ts";

export interface Range {
  readonly low: Integer;
  readonly high: Integer;
  /** Values between the two that are excluded. */
  readonly excluded: readonly Integer[];
  /** A class that contains all values, with a modulus of at least 2; both bounds are among its members. */
  readonly residue?: ResidueClass;
}

/** A safeguard: a symbol that was distinguished from more constants gets no more holes. */
const MAX_EXCLUDED = 4096;

// Math.min and Math.max accept only numbers.
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
    outer.excluded.every((hole) => !mayBe(inner, hole)) &&
    (outer.residue === undefined || includes(outer.residue, classOf(inner)))
  );
}

export function mayBe({ low, high, excluded, residue }: Range, value: Integer): boolean {
  return (
    low <= value &&
    value <= high &&
    !excluded.includes(value) &&
    (residue === undefined || hasMember(residue, BigInt(value)))
  );
}

/** The known class of the values. */
function classOf({ low, high, residue }: Range): ResidueClass {
  return low === high ? residueClass(0n, BigInt(low)) : (residue ?? EVERY_INTEGER);
}

/** The values that are members of a class; undefined when there are none. */
export function withinClass(values: Range, residue: ResidueClass): Range | undefined {
  const { modulus, value } = residue;
  if (modulus === 1n) return values;
  if (modulus === 0n) {
    const known = canonical(value);
    return mayBe(values, known) ? range(known, known) : undefined;
  }
  const [low, high] = [BigInt(values.low), BigInt(values.high)];
  const rest = (from: bigint): bigint => ((from % modulus) + modulus) % modulus;
  const first = low + rest(value - low);
  const last = high - rest(high - value);
  if (first > last) return undefined;
  const { excluded } = values;
  return { low: canonical(first), high: canonical(last), excluded, residue };
}

/** The smallest range with both; holes stay where neither has the value, and classes where they are known. */
export function hull(a: Range, b: Range): Range {
  const holes = new Set([...a.excluded, ...b.excluded]);
  const both = {
    low: least(a.low, b.low),
    high: greatest(a.high, b.high),
    excluded: [...holes].filter((hole) => !mayBe(a, hole) && !mayBe(b, hole)),
  };
  return a.residue === undefined && b.residue === undefined ? both : withJoinedClass(both, a, b);
}

function withJoinedClass(both: Range, a: Range, b: Range): Range {
  const residue = joinClasses(classOf(a), classOf(b));
  return residue.modulus < 2n ? both : { ...both, residue };
}

/** In spans of at most this size, values that neither range has become holes. */
const MAX_SPAN = 64;

/** The smallest range with both, with their common class, and a hole for every value that neither has when there are few in between. */
export function sparseHull(a: Range, b: Range): Range {
  const joined = withJoinedClass(hull(a, b), a, b);
  const span = BigInt(joined.high) - BigInt(joined.low);
  if (span > MAX_SPAN || typeof joined.low !== "number") return joined;
  const excluded: Integer[] = [];
  for (let value = joined.low + 1; value < joined.high; value++) {
    if (!mayBe(a, value) && !mayBe(b, value)) excluded.push(value);
  }
  return { ...joined, excluded };
}

function plus(a: Integer, step: Integer): Integer {
  if (typeof a === "number" && typeof step === "number") {
    const sum = a + step;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return canonical(BigInt(a) + BigInt(step));
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
  if (values.residue !== undefined && low <= high) {
    const members = withinClass({ low, high, excluded }, values.residue);
    if (members === undefined) return undefined;
    ({ low, high } = members);
  }
  const step = canonical(values.residue?.modulus ?? 1n);
  while (low <= high && excluded.includes(low)) low = plus(low, step);
  while (low <= high && excluded.includes(high)) high = plus(high, -step);
  if (low > high) return undefined;
  const left = { low, high, excluded: excluded.filter((hole) => low < hole && hole < high) };
  return values.residue === undefined ? left : { ...left, residue: values.residue };
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
  const areApart =
    a.residue !== undefined && b.residue !== undefined && areDisjoint(a.residue, b.residue);
  return a.low <= b.high && b.low <= a.high && !areApart;
}

/**
 * Bounds of the exact (unwrapped) results of an operation; undefined when they are no better than the type.
 * Divisors must not be zero, shift amounts must be in range.
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

/** The class of the exact results, as for {@link exactBounds}. */
export function exactClass(operator: ArithmeticOperator, a: Range, b: Range): ResidueClass {
  return combinedClasses(operator, classOf(a), classOf(b));
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
