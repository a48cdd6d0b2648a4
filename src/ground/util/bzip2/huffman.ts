import type { BitReader } from "./bit-reader.ts";
import type { BlockKernel } from "./block-kernel.ts";
import { Bzip2Error } from "./bzip2-error.ts";

/** Bits of the longest code. */
const MAX_CODE_LENGTH = 20;
/** Codes up to this length are looked up directly. */
const SHORT_CODE_LENGTH = 10;
/** Entry of a table for bits that are no code. */
const NO_SYMBOL = 0xffff;

/** Sizes of what was read. */
export interface HuffmanSizes {
  readonly tables: number;
  /** Number of groups of symbols that share one table. */
  readonly groups: number;
}

/** Reads the Huffman tables of a block, and the choice of table for each group of symbols. */
export function readTables(
  bits: BitReader,
  symbolCount: number,
  kernel: BlockKernel,
): HuffmanSizes {
  const tableCount = bits.read(3);
  const selectorCount = bits.read(15);
  if (tableCount < 2 || tableCount > 6 || selectorCount === 0) {
    throw new Bzip2Error("damaged: wrong number of Huffman tables");
  }
  const order = Uint8Array.from({ length: tableCount }, (_, index) => index);
  for (let index = 0; index < selectorCount; index++) {
    let position = 0;
    while (bits.read(1) === 1) {
      if (++position >= tableCount) throw new Bzip2Error("damaged: there is no such Huffman table");
    }
    const selected = order[position] as number;
    order.copyWithin(1, 0, position);
    order[0] = selected;
    kernel.selectors[index] = selected;
  }
  for (let table = 0; table < tableCount; table++) {
    buildTable(readLengths(bits, symbolCount), table, kernel);
  }
  return { tables: tableCount, groups: selectorCount };
}

/** Reads the code length of each symbol. */
function readLengths(bits: BitReader, symbolCount: number): Uint8Array {
  const lengths = new Uint8Array(symbolCount);
  let length = bits.read(5);
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    for (;;) {
      if (length < 1 || length > MAX_CODE_LENGTH) {
        throw new Bzip2Error("damaged: wrong length of a Huffman code");
      }
      if (bits.read(1) === 0) break;
      length += bits.read(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  return lengths;
}

/** Canonical Huffman codes: codes of one length are consecutive, shorter ones come first. */
function buildTable(lengths: Uint8Array, table: number, kernel: BlockKernel): void {
  const short = kernel.shortCodes.subarray(
    table << SHORT_CODE_LENGTH,
    (table + 1) << SHORT_CODE_LENGTH,
  );
  const symbols = kernel.codeSymbols.subarray(table * 512, (table + 1) * 512);
  short.fill(0);
  symbols.fill(NO_SYMBOL);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= MAX_CODE_LENGTH; length++) {
    kernel.codeOffsets[table * 32 + length] = index - code;
    const free = SHORT_CODE_LENGTH - length;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      symbols[index++] = symbol;
      // Lengths that no code can have are shifted out of the table.
      if (free >= 0) short.fill((symbol << 5) | length, code << free, (code + 1) << free);
      code++;
    }
    kernel.codeEnds[table * 32 + length] = code << (MAX_CODE_LENGTH - length);
    code <<= 1;
  }
}
