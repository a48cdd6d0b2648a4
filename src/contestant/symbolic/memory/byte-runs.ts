/** Bits that lie in whole bytes, or in one byte. */
export interface ByteRun {
  /** Bytes from the start, and number of bytes. */
  readonly at: number;
  readonly size: number;
  /** Bits within the bytes. */
  readonly shift: number;
  readonly width: number;
}

/** Splits bits into whole bytes and parts of single bytes at the ends. */
export function byteRuns(bitOffset: number, bitWidth: number): ByteRun[] {
  const runs: ByteRun[] = [];
  const end = bitOffset + bitWidth;
  for (let bit = bitOffset; bit < end; ) {
    const shift = bit & 7;
    const whole = shift === 0 ? (end - bit) >> 3 : 0;
    const width = whole > 0 ? 8 * whole : Math.min(8 - shift, end - bit);
    runs.push({ at: bit >> 3, size: Math.max(whole, 1), shift, width });
    bit += width;
  }
  return runs;
}
