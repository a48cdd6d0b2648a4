/** Exponent of the greatest power of two that divides a number other than 0. */
export function valuation(value: bigint): number {
  let exponent = 0;
  for (let rest = value; (rest & 1n) === 0n; rest >>= 1n) exponent++;
  return exponent;
}

/**
 * The inverse of an odd number modulo 2^width, by Newton's iteration, which doubles the number of
 * correct bits.
 */
export function inverse(odd: bigint, width: number): bigint {
  let result = odd;
  for (let bits = 3; bits < width; bits *= 2) {
    result = BigInt.asUintN(width, result * (2n - odd * result));
  }
  return BigInt.asUintN(width, result);
}
