import { Decimal } from "../../../ground/util/decimal.ts";
import type { Cells } from "../../results/index.ts";
import {
  cellValue,
  deviationOf,
  type Figures,
  figuresOfDecimals,
  type NearFigure,
  sortDecimals,
} from "./figures.ts";
import { parseSimpleNumber, SIMPLE } from "./simple-number.ts";

/** Digits in a limb of {@link NumberList}: sums of nine million of them are exact in a double. */
const LIMB_DIGITS = 9;
/** Greatest number of digits before the point, and after it. */
const MAX_DECIMALS = 2 * LIMB_DIGITS;
const MAX_INTEGER_DIGITS = 15;

const POWERS_OF_TEN = Array.from({ length: LIMB_DIGITS + 1 }, (_, power) => 10 ** power);

const POINT = 0x2e;
const ZERO = 0x30;
const MINUS = 0x2d;

const NO_CELLS: Cells = {
  count: 0,
  bytes: new Uint8Array(),
  starts: new Uint32Array(),
  lengths: new Int32Array(),
};

/**
 * The numbers of one column after the other, for figures with 28 correct digits. Numbers of usual
 * length are stored as doubles, for comparison, and as three integers (before the point, the next
 * nine digits, nine further ones) for exact sums; others are computed with decimals.
 */
export class NumberList {
  #cells: Cells = NO_CELLS;
  /** NaN: not a number. */
  readonly #doubles: Float64Array;
  readonly #whole: Float64Array;
  readonly #middle: Float64Array;
  readonly #low: Float64Array;
  readonly #decimals: Uint8Array;
  /** The doubles of a group of rows, in their order; and a copy to be reordered. */
  readonly #values: Float64Array;
  readonly #reordered: Float64Array;
  /** Whether all numbers are of usual length. */
  #isUsual = true;

  /** @param capacity cells of the longest column. */
  constructor(capacity: number) {
    this.#doubles = new Float64Array(capacity);
    this.#whole = new Float64Array(capacity);
    this.#middle = new Float64Array(capacity);
    this.#low = new Float64Array(capacity);
    this.#decimals = new Uint8Array(capacity);
    this.#values = new Float64Array(capacity);
    this.#reordered = new Float64Array(capacity);
  }

  /** Reads the numbers of another column. `plainLengths`: see {@link TypedColumn}. */
  read(cells: Cells, plainLengths?: Uint8Array): this {
    this.#cells = cells;
    this.#doubles.fill(Number.NaN);
    this.#isUsual = this.#readAll(plainLengths);
    return this;
  }

  /**
   * Undefined when no row has a number. `rows` is in the order in which ties are broken, and must
   * not change.
   */
  figuresOf(rows: Int32Array): Figures | undefined {
    return this.#isUsual ? this.#usualFigures(rows) : this.#anyFigures(rows);
  }

  #readAll(plainLengths: Uint8Array | undefined): boolean {
    const { bytes, starts, lengths, count } = this.#cells;
    for (let row = 0; row < count; row++) {
      const length = lengths[row] as number;
      if (length <= 0) continue;
      const start = starts[row] as number;
      let plain = plainLengths?.[row] ?? 0;
      if (plain === 0) {
        if (!parseSimpleNumber(bytes, start, start + length)) return false;
        plain = SIMPLE.numberEnd - start;
      }
      if (!this.#store(row, start, start + plain)) return false;
    }
    return true;
  }

  /** Stores a simple number; false: it is too long. */
  #store(row: number, start: number, end: number): boolean {
    const { bytes } = this.#cells;
    const isNegative = bytes[start] === MINUS;
    let at = isNegative ? start + 1 : start;
    const wholeStart = at;
    let whole = 0;
    for (; at < end && bytes[at] !== POINT; at++) whole = whole * 10 + (bytes[at] as number) - ZERO;
    if (at - wholeStart > MAX_INTEGER_DIGITS) return false;
    const decimals = at < end ? end - at - 1 : 0;
    if (decimals > MAX_DECIMALS) return false;
    const middle = this.#limb(at + 1, end);
    const low = decimals > LIMB_DIGITS ? this.#limb(at + 1 + LIMB_DIGITS, end) : 0;
    const sign = isNegative ? -1 : 1;
    this.#whole[row] = sign * whole;
    this.#middle[row] = sign * middle;
    this.#low[row] = sign * low;
    this.#decimals[row] = decimals;
    this.#doubles[row] = sign * (whole + (middle + low * 1e-9) * 1e-9);
    return true;
  }

  /** The nine digits from `start` on, filled with zeros at the end. */
  #limb(start: number, end: number): number {
    const { bytes } = this.#cells;
    const last = Math.min(end, start + LIMB_DIGITS);
    let limb = 0;
    for (let at = start; at < last; at++) limb = limb * 10 + (bytes[at] as number) - ZERO;
    return limb * (POWERS_OF_TEN[LIMB_DIGITS - Math.max(0, last - start)] as number);
  }

  #usualFigures(rows: Int32Array): Figures | undefined {
    const present = this.#present(rows);
    const count = present.length;
    if (count === 0) return undefined;
    const doubles = this.#doubles;
    const wholes = this.#whole;
    const middles = this.#middle;
    const lows = this.#low;
    const allDecimals = this.#decimals;
    const values = this.#values.subarray(0, count);
    let whole = 0;
    let middle = 0;
    let low = 0;
    let decimals = 0;
    let smallest = Number.POSITIVE_INFINITY;
    let largest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < count; at++) {
      const row = present[at] as number;
      const value = doubles[row] as number;
      values[at] = value;
      if (value < smallest) smallest = value;
      if (value > largest) largest = value;
      whole += wholes[row] as number;
      middle += middles[row] as number;
      low += lows[row] as number;
      const own = allDecimals[row] as number;
      if (own > decimals) decimals = own;
    }
    const integers = this.#isExact(count, smallest, largest) ? BigInt(whole) : this.#sumOf(present);
    const scaled = integers * 10n ** 18n + BigInt(middle) * 10n ** 9n + BigInt(low);
    // Adding 0 rounds to 28 digits.
    const sum = Decimal.of(scaled, -MAX_DECIMALS).withExponent(-decimals).plus(Decimal.zero);
    const mean = sum.dividedBy(Decimal.ofInteger(count));
    const cells = this.#cells;
    const near = nearDeviation(values, mean.toNumber(), Math.max(-smallest, largest));
    return {
      sum,
      minimum: this.#ranked(present, values, smallest, 0),
      maximum: this.#ranked(present, values, largest, count - 1),
      mean,
      median: this.#median(present, values),
      // Computed only on demand, from the existing rows.
      deviation: () => deviationOf(sortDecimals(decimalsOf(cells, rows)), mean),
      nearDeviation: () => near,
    };
  }

  /** Whether that many integer parts can be added exactly as doubles. */
  #isExact(count: number, smallest: number, largest: number): boolean {
    return (Math.max(-smallest, largest) + 1) * count < Number.MAX_SAFE_INTEGER;
  }

  #sumOf(rows: Int32Array): bigint {
    let sum = 0n;
    for (const row of rows) sum += BigInt(this.#whole[row] as number);
    return sum;
  }

  #present(rows: Int32Array): Int32Array {
    const doubles = this.#doubles;
    const present = new Int32Array(rows.length);
    let count = 0;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      if (!Number.isNaN(doubles[row] as number)) present[count++] = row;
    }
    return present.subarray(0, count);
  }

  #median(rows: Int32Array, values: Float64Array): Decimal {
    const half = rows.length >> 1;
    const reordered = this.#reordered.subarray(0, rows.length);
    reordered.set(values);
    const upper = this.#ranked(rows, values, select(reordered, half), half);
    if (rows.length % 2 === 1) return upper;
    // `select` has put the smaller values before it.
    let below = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < half; at++) {
      const value = reordered[at] as number;
      if (value > below) below = value;
    }
    const lower = this.#ranked(rows, values, below, half - 1);
    return lower.plus(upper).dividedBy(Decimal.ofInteger(2));
  }

  /**
   * The number of the given rank, which is nearest to `value`; of equal ones the first is the
   * smallest.
   */
  #ranked(rows: Int32Array, values: Float64Array, value: number, rank: number): Decimal {
    const ties: number[] = [];
    for (let at = 0; at < values.length; at++) {
      if (values[at] === value) ties.push(rows[at] as number);
    }
    return cellValue(this.#cells, this.#tied(ties, values, value, rank)) as Decimal;
  }

  /** The row of the given rank among those whose numbers are nearest to `value`. */
  #tied(rows: readonly number[], values: Float64Array, value: number, rank: number): number {
    if (rows.length === 1) return rows[0] as number;
    let smaller = 0;
    for (let at = 0; at < values.length; at++) if ((values[at] as number) < value) smaller++;
    // Doubles may be equal where decimals are not.
    return this.#inOrder(rows)[rank - smaller] as number;
  }

  #inOrder(rows: readonly number[]): readonly number[] {
    const [first] = rows as [number];
    const same = (row: number): boolean =>
      this.#whole[row] === this.#whole[first] &&
      this.#middle[row] === this.#middle[first] &&
      this.#low[row] === this.#low[first];
    if (rows.every(same)) return rows;
    const at = (array: Float64Array, row: number): number => array[row] as number;
    return [...rows].sort(
      (a, b) =>
        at(this.#whole, a) - at(this.#whole, b) ||
        at(this.#middle, a) - at(this.#middle, b) ||
        at(this.#low, a) - at(this.#low, b),
    );
  }

  #anyFigures(rows: Int32Array): Figures | undefined {
    return figuresOfDecimals(decimalsOf(this.#cells, rows));
  }
}

/** The numbers of those rows that have one. */
function decimalsOf(cells: Cells, rows: Int32Array): Decimal[] {
  const values: Decimal[] = [];
  for (const row of rows) {
    const value = cellValue(cells, row);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Half the distance between 1 and the next double: the relative error of one operation. */
const ROUNDING = 2 ** -53;

/**
 * The deviation in doubles, with a bound for its error. Values and mean have a relative error of at
 * most four roundings and one, a difference has its own; by Minkowski's inequality the error of the
 * deviation of the differences is at most the largest of these errors. The sum of n squares has a
 * relative error of n + 1 roundings, its root half of that (Higham: "Accuracy and Stability of
 * Numerical Algorithms", 2nd edition, sections 3.1 and 4.2).
 *
 * @param largest the largest absolute value
 */
function nearDeviation(values: Float64Array, mean: number, largest: number): NearFigure {
  let squares = 0;
  for (let at = 0; at < values.length; at++) {
    const difference = (values[at] as number) - mean;
    squares += difference * difference;
  }
  const value = Math.sqrt(squares / values.length);
  return { value, error: ROUNDING * (8 * largest + (values.length + 8) * value) };
}

/** The element of the given rank; reorders the values. */
function select(values: Float64Array, rank: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) < pivot) left++;
      while ((values[right] as number) > pivot) right--;
      if (left <= right) {
        const value = values[left] as number;
        values[left++] = values[right] as number;
        values[right--] = value;
      }
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else return values[rank] as number;
  }
  return values[rank] as number;
}
