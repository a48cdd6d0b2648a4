import type { BitReader } from "./bit-reader.ts";
import { Bzip2Error } from "./bzip2-error.ts";
import {
  type HuffmanTable,
  MAXIMAL_CODE_LENGTH,
  readTables,
  SHORT_CODE_LENGTH,
  SHORT_CODE_MASK,
} from "./huffman.ts";

/** Symbols between two changes of the Huffman table. */
const GROUP_SIZE = 50;

/**
 * Undoes Huffman coding, run lengths of zeros and move-to-front: `runs` are
 * equal bytes in a row, the byte in the low 8 bits, how many above. Neighbours
 * are different.
 *
 * @returns the number of runs and the number of bytes in them.
 */
export function readRuns(
  bits: BitReader,
  runs: Uint32Array,
  maximalSize: number,
): { readonly runCount: number; readonly size: number } {
  const front = readUsedBytes(bits);
  const symbolCount = front.length + 2;
  const endOfBlock = symbolCount - 1;
  const { tables, selectors } = readTables(bits, symbolCount);
  const { input } = bits;
  // The reader's state, in variables: this is the innermost loop.
  let { next, buffer, count } = bits;
  let size = 0;
  let runCount = 0;
  let runLength = 0;
  let runBit = 1;
  let group = 0;
  let left = 0;
  let table = tables[0] as HuffmanTable;
  let { short } = table;
  for (;;) {
    if (left === 0) {
      const selected = tables[selectors[group++] ?? tables.length];
      if (selected === undefined) throw new Bzip2Error("damaged: a Huffman table is missing");
      table = selected;
      short = table.short;
      left = GROUP_SIZE;
      bits.moveTo(next, buffer, count);
      bits.requireNotPastEnd();
    }
    left--;
    while (count < MAXIMAL_CODE_LENGTH) {
      // Looking ahead goes three bytes beyond the end at most; then nothing but zeros would come.
      if (next > input.length + 3) throw new Bzip2Error("the file is cut short");
      buffer = (buffer << 8) | (next < input.length ? (input[next] as number) : 0);
      next++;
      count += 8;
    }
    const entry =
      (short[(buffer >>> (count - SHORT_CODE_LENGTH)) & SHORT_CODE_MASK] as number) ||
      table.longEntry((buffer >>> (count - MAXIMAL_CODE_LENGTH)) & 0xfffff);
    count -= entry & 31;
    const symbol = entry >>> 5;
    if (symbol <= 1) {
      // Run lengths in bijective base 2: the digits are 1 (RUNA) and 2 (RUNB).
      runLength += runBit << symbol;
      runBit <<= 1;
      if (runLength > maximalSize) throw tooLong(bits.moveTo(next, buffer, count));
      continue;
    }
    if (runLength > 0) {
      const byte = front[0] as number;
      size += runLength;
      if (size > maximalSize) throw tooLong(bits.moveTo(next, buffer, count));
      // The byte at the front has just been there, but at the beginning of the block.
      if (runCount > 0) runs[runCount - 1] = (runs[runCount - 1] as number) + (runLength << 8);
      else runs[runCount++] = (runLength << 8) | byte;
      runLength = 0;
      runBit = 1;
    }
    if (symbol === endOfBlock) {
      bits.moveTo(next, buffer, count);
      return { runCount, size };
    }
    if (size >= maximalSize) throw tooLong(bits.moveTo(next, buffer, count));
    const position = symbol - 1;
    const byte = front[position] as number;
    for (let place = position; place > 0; place--) front[place] = front[place - 1] as number;
    front[0] = byte;
    runs[runCount++] = 256 | byte;
    size++;
  }
}

/** The zeros behind the end of a file that was cut short may stand for a long run. */
function tooLong(bits: BitReader): Bzip2Error {
  bits.requireNotPastEnd();
  return new Bzip2Error("damaged: a block is too long");
}

/** The bytes that occur in the block, upwards. */
function readUsedBytes(bits: BitReader): Uint8Array {
  const rows = bits.read(16);
  const used: number[] = [];
  for (let row = 0; row < 16; row++) {
    if ((rows & (0x8000 >> row)) === 0) continue;
    const columns = bits.read(16);
    for (let column = 0; column < 16; column++) {
      if ((columns & (0x8000 >> column)) !== 0) used.push(row * 16 + column);
    }
  }
  if (used.length === 0) throw new Bzip2Error("damaged: a block uses no byte");
  return Uint8Array.from(used);
}
