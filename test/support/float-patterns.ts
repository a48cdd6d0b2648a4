import {
  bitMask,
  type FloatFormat,
  floatInfinity,
  floatNaN,
  floatWidth,
} from "../../src/ground/util/ieee-float/format.ts";

/** Operands for tests: the borders of all classes, with both signs. */
export function interestingPatterns(format: FloatFormat): bigint[] {
  const infinity = floatInfinity(format);
  const fractionBits = BigInt(format.significandBits - 1);
  const leastNormal = 1n << fractionBits;
  const one = bitMask(format.exponentBits - 1) << fractionBits;
  const half = 1n << (fractionBits - 1n);
  const positive = [
    0n,
    1n,
    2n,
    leastNormal - 1n,
    leastNormal,
    leastNormal + 1n,
    one - 1n,
    one,
    one + 1n,
    one | half,
    one + leastNormal,
    one + fractionBits * leastNormal,
    one + (fractionBits + 1n) * leastNormal,
    one + (fractionBits + 1n) * leastNormal + 1n,
    one - (fractionBits + 1n) * leastNormal,
    one - (fractionBits + 2n) * leastNormal,
    infinity - leastNormal,
    infinity - 1n,
    infinity,
    infinity + 1n,
    floatNaN(format),
  ].filter((bits) => bits >= 0n);
  const signBit = 1n << BigInt(floatWidth(format) - 1);
  return positive.flatMap((bits) => [bits, bits | signBit]);
}

/** A reproducible stream of 32-bit numbers (Marsaglia's xorshift32). */
export function randomWords(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/**
 * Reproducible operands: a third uniform, the rest in pairs of similar
 * exponents and with few set bits, where cancellation and ties happen.
 */
export function randomPatterns(format: FloatFormat, seed: number, count: number): bigint[] {
  const next = randomWords(seed);
  const width = floatWidth(format);
  const fractionBits = format.significandBits - 1;
  const uniform = (bits: number): bigint => {
    let value = 0n;
    for (let have = 0; have < bits; have += 32) value = (value << 32n) | BigInt(next());
    return value & bitMask(bits);
  };
  const sparse = (bits: number): bigint => {
    const ones = 1n << BigInt(next() % bits);
    const other = 1n << BigInt(next() % bits);
    const variant = next() % 4;
    if (variant === 0) return 0n;
    if (variant === 1) return ones;
    return variant === 2 ? ones ^ other : bitMask(bits) ^ ones;
  };
  const patterns: bigint[] = [];
  let exponent = 0n;
  while (patterns.length < count) {
    const kind = next() % 3;
    if (kind === 0) {
      patterns.push(uniform(width), uniform(width));
      continue;
    }
    const range = bitMask(format.exponentBits);
    exponent = uniform(format.exponentBits);
    for (let k = 0; k < 2; k += 1) {
      const fraction = kind === 1 ? uniform(fractionBits) : sparse(fractionBits);
      const sign = BigInt(next() & 1) << BigInt(width - 1);
      patterns.push(sign | ((exponent & range) << BigInt(fractionBits)) | fraction);
      exponent += BigInt((next() % (2 * fractionBits)) - fractionBits) / BigInt(1 + (next() % 8));
      exponent &= range;
    }
  }
  return patterns;
}
