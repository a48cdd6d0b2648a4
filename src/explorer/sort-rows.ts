/**
 * Sorting of rows by columns: a radix sort on the bits of the keys, which is
 * stable and needs no comparisons (200,000 rows in some hundredths of a second).
 */
import { findColumn } from "./run-columns.ts";
import type { RunStore } from "./run-store.ts";

export interface SortKey {
  /** Id of a column. */
  readonly column: string;
  readonly descending: boolean;
}

/** The rows in a new order; equal ones stay in theirs. Unknown columns are ignored. */
export function sortRows(
  store: RunStore,
  rows: Uint32Array,
  keys: readonly SortKey[],
): Uint32Array {
  let sorted = rows;
  for (const { column, descending } of [...keys].reverse()) {
    const found = findColumn(column);
    if (found === undefined) continue;
    const byView = store.views.map((view) => found.keys(view, store));
    sorted = radixSort(sorted, gather(store, sorted, byView), descending);
  }
  return sorted;
}

function gather(
  store: RunStore,
  rows: Uint32Array,
  byView: readonly ((cell: number) => number)[],
): Float64Array {
  const values = new Float64Array(rows.length);
  let view = store.views[0];
  let index = 0;
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position] as number;
    if (view === undefined || row < view.offset || row >= view.offset + view.size) {
      view = store.at(row).view;
      index = store.views.indexOf(view);
    }
    values[position] = (byView[index] as (cell: number) => number)(row - view.offset);
  }
  return values;
}

const BITS = 16;
const BUCKETS = 1 << BITS;

/**
 * Rows by ascending or descending values; NaN last in both cases. The bits of
 * a double, read as an integer, have the order of the numbers once negative
 * ones are inverted and the others have got the sign bit.
 */
export function radixSort(
  rows: Uint32Array,
  values: Float64Array,
  descending: boolean,
): Uint32Array {
  const count = rows.length;
  const words = new Uint32Array(values.slice().buffer);
  for (let index = 0; index < count; index++) {
    const low = 2 * index;
    const high = low + 1;
    if (Number.isNaN(values[index])) {
      words[low] = words[high] = 0xffffffff;
      continue;
    }
    // -0 sorts as 0.
    if (values[index] === 0) words[low] = words[high] = 0;
    const isNegative = (words[high] as number) >>> 31 === 1;
    const flip = isNegative ? 0xffffffff : 0;
    words[low] = ((words[low] as number) ^ flip) >>> 0;
    words[high] = ((words[high] as number) ^ (isNegative ? 0xffffffff : 0x80000000)) >>> 0;
    if (descending) {
      words[low] = ~(words[low] as number) >>> 0;
      words[high] = ~(words[high] as number) >>> 0;
    }
  }
  let order = Uint32Array.from({ length: count }, (_, index) => index);
  let spare = new Uint32Array(count);
  for (let digit = 0; digit < 4; digit++) {
    const word = digit >> 1;
    const shift = (digit & 1) * BITS;
    const starts = new Uint32Array(BUCKETS + 1);
    for (let index = 0; index < count; index++) {
      const bucket = ((words[2 * index + word] as number) >>> shift) & (BUCKETS - 1);
      starts[bucket + 1] = (starts[bucket + 1] as number) + 1;
    }
    if (isOneBucket(starts, count)) continue;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number);
    }
    for (let position = 0; position < count; position++) {
      const index = order[position] as number;
      const bucket = ((words[2 * index + word] as number) >>> shift) & (BUCKETS - 1);
      const target = starts[bucket] as number;
      spare[target] = index;
      starts[bucket] = target + 1;
    }
    [order, spare] = [spare, order];
  }
  return order.map((index) => rows[index] as number);
}

function isOneBucket(starts: Uint32Array, count: number): boolean {
  for (const size of starts) if (size !== 0) return size === count;
  return true;
}

/** `-cpu,task` as in addresses. */
export function parseSort(text: string): readonly SortKey[] {
  return text
    .split(",")
    .filter((word) => word !== "")
    .map((word) => ({ column: word.replace(/^-/, ""), descending: word.startsWith("-") }));
}

export function formatSort(keys: readonly SortKey[]): string {
  return keys.map(({ column, descending }) => (descending ? "-" : "") + column).join(",");
}
