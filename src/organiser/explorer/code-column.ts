/** Narrow where that suffices: reasons and combinations of answers can be many. */
export type CodeColumn = Uint16Array | Uint32Array;

const MAX_NARROW = 0xffff;

/** @param values Number of codes. */
export function codeColumn(codes: Iterable<number>, values: number): CodeColumn {
  return values - 1 > MAX_NARROW ? Uint32Array.from(codes) : Uint16Array.from(codes);
}
