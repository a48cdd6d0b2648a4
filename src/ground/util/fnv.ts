/** The hash FNV-1a in 32 bits (Fowler, Noll, Vo). Its low bits are weak for texts with equal endings. */

/** The hash of nothing. */
export const FNV_BASIS: number = 0x811c9dc5;

/** The hash with one more unit, usually a byte. */
export function fnvStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The hash of a range of bytes, as a signed integer of 32 bits. */
export function fnv1a(
  bytes: Uint8Array,
  start: number,
  end: number,
  basis: number = FNV_BASIS,
): number {
  let hash = basis;
  for (let at = start; at < end; at++) hash = fnvStep(hash, bytes[at] as number);
  return hash;
}
