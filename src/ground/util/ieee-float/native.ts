import { bitMask, type FloatFormat, floatNaN } from "./format.ts";

/**
 * float and double through the JavaScript engine, whose numbers are binary64
 * with round-to-nearest-even (ECMA-262 §6.1.6.1). For float one rounding to
 * double followed by one to float is exact for + - * / sqrt, because
 * 53 ≥ 2·24 + 2 (Figueroa, "When is double rounding innocuous?", 1995), also
 * for subnormal results.
 */
const view = new DataView(new ArrayBuffer(8));

export function isNativeFormat(format: FloatFormat): boolean {
  return isDouble(format) || isFloat(format);
}

function isDouble(format: FloatFormat): boolean {
  return format.exponentBits === 11 && format.significandBits === 53;
}

function isFloat(format: FloatFormat): boolean {
  return format.exponentBits === 8 && format.significandBits === 24;
}

/** The value of a float or double pattern. */
export function nativeNumber(format: FloatFormat, bits: bigint): number {
  if (isFloat(format)) {
    view.setUint32(0, Number(bits));
    return view.getFloat32(0);
  }
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

/** The pattern of a number, rounded to nearest even when the format is float. */
export function nativeBits(format: FloatFormat, value: number): bigint {
  if (Number.isNaN(value)) return floatNaN(format);
  if (isFloat(format)) {
    view.setFloat32(0, value);
    return BigInt(view.getUint32(0));
  }
  view.setFloat64(0, value);
  return view.getBigUint64(0) & bitMask(64);
}
