import {
  classifyFloat,
  type FloatFormat,
  floatNaN,
  floatSign,
  floatZero,
  type Sign,
} from "./format.ts";
import { decodeFinite, roundToFloat } from "./rounding.ts";

/** Remainders are always exact, so they take no rounding mode. */

/** C's `remainder`, IEEE 754-2019 §5.3.1: `x - n·y` with n the integer nearest `x/y`, ties to even. */
export function floatRemainder(format: FloatFormat, x: bigint, y: bigint): bigint {
  return remainder(format, x, y, "nearest");
}

/** C's `fmod`: `x - n·y` with n the quotient cut towards zero; it has the sign of `x`. */
export function floatFmod(format: FloatFormat, x: bigint, y: bigint): bigint {
  return remainder(format, x, y, "truncate");
}

function remainder(
  format: FloatFormat,
  x: bigint,
  y: bigint,
  quotient: "nearest" | "truncate",
): bigint {
  const classX = classifyFloat(format, x);
  const classY = classifyFloat(format, y);
  if (classX === "nan" || classY === "nan" || classX === "infinite" || classY === "zero") {
    return floatNaN(format);
  }
  if (classY === "infinite" || classX === "zero") return x;
  const a = decodeFinite(format, x);
  const b = decodeFinite(format, y);
  const exponent = Math.min(a.exponent, b.exponent);
  const dividend = a.significand << BigInt(a.exponent - exponent);
  const divisor = b.significand << BigInt(b.exponent - exponent);
  const whole = dividend / divisor;
  let rest = dividend - whole * divisor;
  let sign: Sign = a.sign;
  if (quotient === "nearest") {
    const twice = 2n * rest;
    if (twice > divisor || (twice === divisor && (whole & 1n) === 1n)) {
      rest = divisor - rest;
      sign = sign === 0 ? 1 : 0;
    }
  }
  if (rest === 0n) return floatZero(format, floatSign(format, x));
  return roundToFloat(format, "toward-zero", { sign, significand: rest, exponent });
}
