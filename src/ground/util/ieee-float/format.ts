import { invariant } from "../errors.ts";

/**
 * Binary interchange formats of IEEE 754-2019 §3.4 and the parts of a bit
 * pattern. A value of a format is a non-negative bigint below
 * `2^(exponentBits + significandBits)`: sign bit, biased exponent, and the
 * significand without its hidden bit. Every pattern with the greatest exponent
 * and a non-zero fraction is a NaN; operations return only the canonical one.
 */
export interface FloatFormat {
  /** Width of the biased exponent field; at least 2. */
  readonly exponentBits: number;
  /** Precision p: bits of the significand including the hidden bit; at least 2. */
  readonly significandBits: number;
}

export const FLOAT16: FloatFormat = { exponentBits: 5, significandBits: 11 };
export const FLOAT32: FloatFormat = { exponentBits: 8, significandBits: 24 };
export const FLOAT64: FloatFormat = { exponentBits: 11, significandBits: 53 };
/**
 * The values of the x87 extended format, as 79-bit patterns without the
 * explicit integer bit. `encodeX87` and `decodeX87` translate to the 80 bits in memory.
 */
export const X87_EXTENDED: FloatFormat = { exponentBits: 15, significandBits: 64 };
export const FLOAT128: FloatFormat = { exponentBits: 15, significandBits: 113 };

/** The five rounding-direction attributes of IEEE 754-2019 §4.3. */
export type RoundingMode =
  | "nearest-even"
  | "nearest-away"
  | "toward-positive"
  | "toward-negative"
  | "toward-zero";

export const ROUNDING_MODES: readonly RoundingMode[] = [
  "nearest-even",
  "nearest-away",
  "toward-positive",
  "toward-negative",
  "toward-zero",
];

export type FloatClass = "nan" | "infinite" | "zero" | "subnormal" | "normal";

/** 0 for plus, 1 for minus. */
export type Sign = 0 | 1;

/** Bits of a pattern: 32 for float, 64 for double, 79 for {@link X87_EXTENDED}. */
export function floatWidth(format: FloatFormat): number {
  return format.exponentBits + format.significandBits;
}

export function sameFormat(a: FloatFormat, b: FloatFormat): boolean {
  return a.exponentBits === b.exponentBits && a.significandBits === b.significandBits;
}

/** The greatest exponent of a finite value, which is also the bias. */
export function maxExponent(format: FloatFormat): number {
  return 2 ** (format.exponentBits - 1) - 1;
}

/** The exponent of the least normal value, `1 - bias`. */
export function minExponent(format: FloatFormat): number {
  return 1 - maxExponent(format);
}

/** All ones in the low `width` bits. */
export function bitMask(width: number): bigint {
  return (1n << BigInt(width)) - 1n;
}

/** Number of significant bits of a non-negative integer; 0 for 0. */
export function bitLength(value: bigint): number {
  if (value === 0n) return 0;
  const hex = value.toString(16);
  return 4 * hex.length - Math.clz32(Number.parseInt(hex[0] as string, 16)) + 28;
}

function signBit(format: FloatFormat): bigint {
  return 1n << BigInt(floatWidth(format) - 1);
}

/** The canonical NaN: positive, quiet, no payload. */
export function floatNaN(format: FloatFormat): bigint {
  return (
    (bitMask(format.exponentBits) << BigInt(format.significandBits - 1)) |
    (1n << BigInt(format.significandBits - 2))
  );
}

export function floatInfinity(format: FloatFormat, sign: Sign = 0): bigint {
  const magnitude = bitMask(format.exponentBits) << BigInt(format.significandBits - 1);
  return sign === 1 ? magnitude | signBit(format) : magnitude;
}

export function floatZero(format: FloatFormat, sign: Sign = 0): bigint {
  return sign === 1 ? signBit(format) : 0n;
}

/** The finite value of greatest magnitude. */
export function floatMaxFinite(format: FloatFormat, sign: Sign = 0): bigint {
  return floatInfinity(format, sign) - 1n;
}

/** The sign bit, also of zeros and NaNs. */
export function floatSign(format: FloatFormat, bits: bigint): Sign {
  return bits >= signBit(format) ? 1 : 0;
}

export function classifyFloat(format: FloatFormat, bits: bigint): FloatClass {
  invariant(bits >= 0n && bits >> BigInt(floatWidth(format)) === 0n, "float pattern out of range");
  const magnitude = bits & (signBit(format) - 1n);
  const infinity = floatInfinity(format);
  if (magnitude > infinity) return "nan";
  if (magnitude === infinity) return "infinite";
  if (magnitude === 0n) return "zero";
  return magnitude >> BigInt(format.significandBits - 1) === 0n ? "subnormal" : "normal";
}

export function isFloatNaN(format: FloatFormat, bits: bigint): boolean {
  return (bits & (signBit(format) - 1n)) > floatInfinity(format);
}

/** Flips the sign bit, also of zeros and NaNs (IEEE 754-2019 §5.5.1, as C's unary minus). */
export function floatNegate(format: FloatFormat, bits: bigint): bigint {
  return bits ^ signBit(format);
}

/** Clears the sign bit, also of NaNs. */
export function floatAbs(format: FloatFormat, bits: bigint): bigint {
  return bits & (signBit(format) - 1n);
}

/** The magnitude of `a` with the sign bit of `b`, also for NaNs. */
export function floatCopySign(format: FloatFormat, a: bigint, b: bigint): bigint {
  return floatAbs(format, a) | (b & signBit(format));
}
