import { invariant } from "../errors.ts";
import {
  bitMask,
  classifyFloat,
  FLOAT64,
  type FloatFormat,
  floatInfinity,
  floatNaN,
  floatSign,
  floatZero,
  type RoundingMode,
  sameFormat,
  X87_EXTENDED,
} from "./format.ts";
import { isNativeFormat, nativeBits, nativeNumber } from "./native.ts";
import { decodeFinite, type FiniteNumber, roundsUp, roundToFloat } from "./rounding.ts";

/** The value in another format, rounded once. NaNs lose their payload and sign. */
export function convertFloat(
  from: FloatFormat,
  to: FloatFormat,
  mode: RoundingMode,
  bits: bigint,
): bigint {
  const sign = floatSign(from, bits);
  switch (classifyFloat(from, bits)) {
    case "nan":
      return floatNaN(to);
    case "infinite":
      return floatInfinity(to, sign);
    case "zero":
      return floatZero(to, sign);
    default:
      return sameFormat(from, to) ? bits : roundToFloat(to, mode, decodeFinite(from, bits));
  }
}

/** Rounds to an integral value of the same format; a zero result keeps the sign (C's rint, ceil, floor, trunc, round). */
export function floatRoundToIntegral(
  format: FloatFormat,
  mode: RoundingMode,
  bits: bigint,
): bigint {
  const kind = classifyFloat(format, bits);
  if (kind === "nan") return floatNaN(format);
  if (kind === "infinite" || kind === "zero") return bits;
  const number = decodeFinite(format, bits);
  const magnitude = roundToInteger(mode, number);
  return magnitude === 0n
    ? floatZero(format, number.sign)
    : roundToFloat(format, mode, { sign: number.sign, significand: magnitude, exponent: 0 });
}

/** Magnitude of the number rounded to an integer. */
function roundToInteger(mode: RoundingMode, number: FiniteNumber): bigint {
  const { sign, significand, exponent } = number;
  if (exponent >= 0) return significand << BigInt(exponent);
  const drop = BigInt(-exponent);
  const whole = significand >> drop;
  const dropped = significand - (whole << drop);
  const halfway = 1n << (drop - 1n);
  const place = {
    sign,
    odd: (whole & 1n) === 1n,
    half: dropped >= halfway,
    sticky: dropped !== 0n && dropped !== halfway,
  };
  return roundsUp(mode, place) ? whole + 1n : whole;
}

/** A range of integers: `signed` two's complement, or unsigned, of `width` bits. */
export interface IntegerRange {
  readonly width: number;
  readonly signed: boolean;
}

/**
 * The value rounded to an integer (C conversions use "toward-zero"), or
 * undefined when it is a NaN, infinite, or when the rounded integer is out of
 * range. Rounding comes first: -0.5 truncates to 0, which fits unsigned types.
 */
export function floatToInteger(
  format: FloatFormat,
  mode: RoundingMode,
  bits: bigint,
  range: IntegerRange,
): bigint | undefined {
  const kind = classifyFloat(format, bits);
  if (kind === "nan" || kind === "infinite") return undefined;
  if (kind === "zero") return 0n;
  const number = decodeFinite(format, bits);
  const magnitude = roundToInteger(mode, number);
  const value = number.sign === 1 ? -magnitude : magnitude;
  const limit = 1n << BigInt(range.signed ? range.width - 1 : range.width);
  const least = range.signed ? -limit : 0n;
  return value >= least && value < limit ? value : undefined;
}

/** The integer (any size, not a bit pattern), rounded to the format; 0 becomes +0. */
export function integerToFloat(format: FloatFormat, mode: RoundingMode, value: bigint): bigint {
  if (value === 0n) return floatZero(format);
  return value < 0n
    ? roundToFloat(format, mode, { sign: 1, significand: -value, exponent: 0 })
    : roundToFloat(format, mode, { sign: 0, significand: value, exponent: 0 });
}

/** The JavaScript number nearest to the value; exact for float, double and narrower formats. */
export function floatToNumber(format: FloatFormat, bits: bigint): number {
  return isNativeFormat(format)
    ? nativeNumber(format, bits)
    : nativeNumber(FLOAT64, convertFloat(format, FLOAT64, "nearest-even", bits));
}

/** A JavaScript number, rounded to the format. */
export function numberToFloat(
  format: FloatFormat,
  value: number,
  mode: RoundingMode = "nearest-even",
): bigint {
  return convertFloat(FLOAT64, format, mode, nativeBits(FLOAT64, value));
}

/** The 80 bits in memory of a 79-bit {@link X87_EXTENDED} pattern: the integer bit is set unless the exponent field is 0. */
export function encodeX87(bits: bigint): bigint {
  invariant(bits >> 79n === 0n, "not a pattern of the x87 format without integer bit");
  const exponentAndSign = bits >> 63n;
  const integerBit = (exponentAndSign & 0x7fffn) === 0n ? 0n : 1n;
  return (exponentAndSign << 64n) | (integerBit << 63n) | (bits & bitMask(63));
}

/**
 * The 79-bit {@link X87_EXTENDED} pattern for 80 bits in memory. A
 * pseudo-denormal has the value that the processor reads; unnormals,
 * pseudo-infinities and pseudo-NaNs are invalid operands and become the
 * canonical NaN (Intel 64 and IA-32 Manual, volume 1, table 8-3).
 */
export function decodeX87(encoded: bigint): bigint {
  invariant(encoded >> 80n === 0n, "not an 80-bit x87 encoding");
  const exponentAndSign = encoded >> 64n;
  const integerBit = (encoded >> 63n) & 1n;
  const fraction = encoded & bitMask(63);
  const biased = exponentAndSign & 0x7fffn;
  if (biased === 0n) {
    // 0.f and 1.f both have exponent -16382 here, and the latter is the normal pattern with exponent field 1.
    return ((exponentAndSign | integerBit) << 63n) | fraction;
  }
  if (integerBit === 0n) return floatNaN(X87_EXTENDED);
  return (exponentAndSign << 63n) | fraction;
}
