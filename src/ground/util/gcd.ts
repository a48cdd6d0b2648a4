const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** The greatest common divisor, not negative; that of 0 and 0 is 0. */
export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  if (y === 1n) return y;
  // Remainders of doubles are exact and many times faster.
  if (x <= LARGEST && y <= LARGEST) return BigInt(gcdOfNumbers(Number(x), Number(y)));
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** The same for safe integers. */
export function gcdOfNumbers(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** The least common multiple of two positive numbers. */
export function lcm(a: bigint, b: bigint): bigint {
  return (a / gcd(a, b)) * b;
}

/** The same for safe integers; the result must be one, too. */
export function lcmOfNumbers(a: number, b: number): number {
  return (a / gcdOfNumbers(a, b)) * b;
}
