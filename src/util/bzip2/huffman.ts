import type { BitReader } from "./bit-reader.ts";
import { Bzip2Error } from "./bzip2-error.ts";

/** Bits of the longest code. */
export const MAXIMAL_CODE_LENGTH = 20;
/** Codes up to that length are looked up at once. */
export const SHORT_CODE_LENGTH = 10;
export const SHORT_CODE_MASK: number = (1 << SHORT_CODE_LENGTH) - 1;

/** The Huffman tables of a block, and which of them each group of symbols is written with. */
export interface HuffmanTables {
  readonly tables: readonly HuffmanTable[];
  readonly selectors: Uint8Array;
}

export function readTables(bits: BitReader, symbolCount: number): HuffmanTables {
  const tableCount = bits.read(3);
  const selectorCount = bits.read(15);
  if (tableCount < 2 || tableCount > 6 || selectorCount === 0) {
    throw new Bzip2Error("damaged: wrong number of Huffman tables");
  }
  const order = Uint8Array.from({ length: tableCount }, (_, index) => index);
  const selectors = new Uint8Array(selectorCount);
  for (let index = 0; index < selectorCount; index++) {
    let position = 0;
    while (bits.read(1) === 1) {
      if (++position >= tableCount) throw new Bzip2Error("damaged: there is no such Huffman table");
    }
    const selected = order[position] as number;
    order.copyWithin(1, 0, position);
    order[0] = selected;
    selectors[index] = selected;
  }
  const tables = Array.from({ length: tableCount }, () => {
    const lengths = new Uint8Array(symbolCount);
    let length = bits.read(5);
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      for (;;) {
        if (length < 1 || length > MAXIMAL_CODE_LENGTH) {
          throw new Bzip2Error("damaged: wrong length of a Huffman code");
        }
        if (bits.read(1) === 0) break;
        length += bits.read(1) === 0 ? 1 : -1;
      }
      lengths[symbol] = length;
    }
    return new HuffmanTable(lengths);
  });
  return { tables, selectors };
}

/** Canonical Huffman codes: codes of one length are consecutive, shorter ones come first. */
export class HuffmanTable {
  readonly #symbols: Uint16Array;
  /** By code length: the first code that is too large, left-aligned to the maximal length. */
  readonly #ends = new Uint32Array(MAXIMAL_CODE_LENGTH + 1);
  /** By code length: index in #symbols minus code. */
  readonly #offsets = new Int32Array(MAXIMAL_CODE_LENGTH + 1);
  /** By the next bits: symbol and, in the low five bits, length of its code; 0: the code is longer. */
  readonly short: Uint16Array = new Uint16Array(1 << SHORT_CODE_LENGTH);

  constructor(lengths: Uint8Array) {
    const symbols = Array.from(lengths.keys()).sort(
      (a, b) => (lengths[a] as number) - (lengths[b] as number) || a - b,
    );
    this.#symbols = Uint16Array.from(symbols);
    let code = 0;
    let index = 0;
    for (let length = 1; length <= MAXIMAL_CODE_LENGTH; length++) {
      this.#offsets[length] = index - code;
      while (lengths[symbols[index] ?? lengths.length] === length) {
        const symbol = symbols[index] as number;
        const free = SHORT_CODE_LENGTH - length;
        if (free >= 0) this.short.fill((symbol << 5) | length, code << free, (code + 1) << free);
        index++;
        code++;
      }
      this.#ends[length] = code << (MAXIMAL_CODE_LENGTH - length);
      code <<= 1;
    }
  }

  /** As in {@link short}, for longer codes. `ahead`: as many bits as the longest code has. */
  longEntry(ahead: number): number {
    for (let length = SHORT_CODE_LENGTH + 1; length <= MAXIMAL_CODE_LENGTH; length++) {
      if (ahead >= (this.#ends[length] as number)) continue;
      const code = ahead >>> (MAXIMAL_CODE_LENGTH - length);
      const symbol = this.#symbols[code + (this.#offsets[length] as number)];
      if (symbol !== undefined) return (symbol << 5) | length;
      break;
    }
    throw new Bzip2Error("damaged: there is no such Huffman code");
  }
}
