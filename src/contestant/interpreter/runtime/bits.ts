import type { BitOperation } from "../../cfa/index.ts";
import { HIGH } from "./pairs.ts";

/** Counting of bits in integers of 16, 32 or 64 bits; `clz` and `ctz` of 0 are the caller's fault. */

export function popcount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function bytesReversed(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

/** For 16 and 32 bits; narrower values are zero-extended. */
export function wordBits(operation: BitOperation, width: number, word: number): number {
  switch (operation) {
    case "bswap":
      return width === 16 ? bytesReversed(word) >>> 16 : bytesReversed(word);
    case "clz":
      return Math.clz32(word) - (32 - width);
    case "ctz":
      return trailingZeros(word);
    case "clrsb":
      return Math.clz32(word ^ (word >> 31)) - 1;
    case "popcount":
      return popcount(word);
    case "ffs":
      return word === 0 ? 0 : trailingZeros(word) + 1;
    case "parity":
      return popcount(word) & 1;
  }
}

/** For 64 bits; the high word of `bswap` is left in HIGH[0]. */
export function pairBits(operation: BitOperation, low: number, high: number): number {
  switch (operation) {
    case "bswap":
      HIGH[0] = bytesReversed(low);
      return bytesReversed(high);
    case "clz":
      return high !== 0 ? Math.clz32(high) : 32 + Math.clz32(low);
    case "ctz":
      return low !== 0 ? trailingZeros(low) : 32 + trailingZeros(high);
    case "clrsb": {
      const sign = high >> 31;
      return pairBits("clz", low ^ sign, high ^ sign) - 1;
    }
    case "popcount":
      return popcount(low) + popcount(high);
    case "ffs":
      if (low !== 0) return trailingZeros(low) + 1;
      return high === 0 ? 0 : trailingZeros(high) + 33;
    case "parity":
      return (popcount(low) + popcount(high)) & 1;
  }
}
