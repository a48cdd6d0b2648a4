/** Sorts by precomputed ranks: integers from 0, counted instead of compared. */
import { radixSort } from "./radix-sort.ts";

/** Equal values have equal ranks. */
export interface Ranks {
  /** By row. */
  readonly of: Uint32Array;
  /** The greatest rank of a number. NaN has the next one. */
  readonly last: number;
}

export function ranksOf(values: Float64Array): Ranks {
  const rows = new Uint32Array(values.length);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  const order = radixSort(rows, values, false);
  const of = new Uint32Array(values.length);
  let rank = -1;
  let before = Number.NaN;
  let position = 0;
  for (; position < order.length; position++) {
    const row = order[position] as number;
    const value = values[row] as number;
    if (Number.isNaN(value)) break;
    if (value !== before) rank++;
    before = value;
    of[row] = rank;
  }
  for (; position < order.length; position++) of[order[position] as number] = rank + 1;
  return { of, last: rank };
}

/** So few that the counters stay in the processor's cache. */
const DIGIT_BITS = 12;
const DIGITS = 1 << DIGIT_BITS;

/** Stable; NaN comes last in both directions. */
export function sortByRanks(
  rows: Uint32Array,
  { of, last }: Ranks,
  descending: boolean,
): Uint32Array {
  let keys: Uint32Array = new Uint32Array(rows.length);
  for (let position = 0; position < rows.length; position++) {
    const rank = of[rows[position] as number] as number;
    keys[position] = descending && rank <= last ? last - rank : rank;
  }
  let sorted = rows;
  for (let shift = 0; shift === 0 || (last + 1) >>> shift > 0; shift += DIGIT_BITS) {
    const ends = new Uint32Array(DIGITS);
    for (let position = 0; position < keys.length; position++) {
      const digit = ((keys[position] as number) >>> shift) & (DIGITS - 1);
      ends[digit] = (ends[digit] as number) + 1;
    }
    let sum = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const size = ends[digit] as number;
      ends[digit] = sum;
      sum += size;
    }
    const nextRows = new Uint32Array(rows.length);
    const nextKeys = new Uint32Array(rows.length);
    for (let position = 0; position < keys.length; position++) {
      const key = keys[position] as number;
      const digit = (key >>> shift) & (DIGITS - 1);
      const place = ends[digit] as number;
      ends[digit] = place + 1;
      nextRows[place] = sorted[position] as number;
      nextKeys[place] = key;
    }
    [sorted, keys] = [nextRows, nextKeys];
  }
  return sorted;
}
