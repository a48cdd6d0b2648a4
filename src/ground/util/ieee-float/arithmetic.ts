/**
 * Arithmetic on bit patterns of floats (IEEE 754), rounded once. Operations on float and double use those of
 * JavaScript where these round in the same way.
 */
import { exactAdd, exactDiv, exactFma, exactMul, exactSqrt } from "./exact-arithmetic.ts";
import { type FloatFormat, floatNegate, type RoundingMode } from "./format.ts";
import { isNativeFormat, nativeBits, nativeNumber } from "./native.ts";

/** Whether JavaScript's operations give the same result. */
function isNative(format: FloatFormat, mode: RoundingMode): boolean {
  return mode === "nearest-even" && isNativeFormat(format);
}

/** `a + b`. */
export function floatAdd(format: FloatFormat, mode: RoundingMode, a: bigint, b: bigint): bigint {
  return isNative(format, mode)
    ? nativeBits(format, nativeNumber(format, a) + nativeNumber(format, b))
    : exactAdd(format, mode, a, b);
}

/** `a - b`. */
export function floatSub(format: FloatFormat, mode: RoundingMode, a: bigint, b: bigint): bigint {
  return floatAdd(format, mode, a, floatNegate(format, b));
}

/** `a · b`. */
export function floatMul(format: FloatFormat, mode: RoundingMode, a: bigint, b: bigint): bigint {
  return isNative(format, mode)
    ? nativeBits(format, nativeNumber(format, a) * nativeNumber(format, b))
    : exactMul(format, mode, a, b);
}

/** `a / b`; a division by zero gives an infinity or a NaN. */
export function floatDiv(format: FloatFormat, mode: RoundingMode, a: bigint, b: bigint): bigint {
  return isNative(format, mode)
    ? nativeBits(format, nativeNumber(format, a) / nativeNumber(format, b))
    : exactDiv(format, mode, a, b);
}

/** The square root; of a negative zero it is the negative zero. */
export function floatSqrt(format: FloatFormat, mode: RoundingMode, a: bigint): bigint {
  return isNative(format, mode)
    ? nativeBits(format, Math.sqrt(nativeNumber(format, a)))
    : exactSqrt(format, mode, a);
}

/** `a · b + c`, rounded once. An infinite times zero is a NaN for every `c`. */
export function floatFma(
  format: FloatFormat,
  mode: RoundingMode,
  a: bigint,
  b: bigint,
  c: bigint,
): bigint {
  return exactFma(format, mode, a, b, c);
}
