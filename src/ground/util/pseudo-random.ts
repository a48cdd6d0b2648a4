/**
 * Pseudo-random numbers that a seed decides: small, and the same on every machine. Not for secrets.
 */

/** Words of 32 bits, as integers from 0 to 2³² - 1 (the generator mulberry32). */
export function randomWords(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Numbers from 0 to below 1. */
export function randomFractions(seed: number): () => number {
  const word = randomWords(seed);
  return () => word() / 2 ** 32;
}

/** Integers from 0 to below a limit; for limits far below 2³², since the remainder is not exactly uniform. */
export function randomIntegers(seed: number): (limit: number) => number {
  const word = randomWords(seed);
  return (limit) => word() % limit;
}
