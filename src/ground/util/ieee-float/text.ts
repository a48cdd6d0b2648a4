import {
  bitLength,
  classifyFloat,
  type FloatFormat,
  floatSign,
  floatZero,
  maxExponent,
  minExponent,
  type RoundingMode,
} from "./format.ts";
import { decodeFinite, type FiniteNumber, roundToFloat } from "./rounding.ts";

const DECIMAL = /^(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const HEXADECIMAL = /^0[xX]([\da-fA-F]*)(?:\.([\da-fA-F]*))?[pP]([+-]?\d+)$/;
const SUFFIX_AFTER_DECIMAL = /(?:[fFlLqQwW]|[fF](?:16|32|64|128)x?)$/;
const SUFFIX_AFTER_HEXADECIMAL = /([pP][+-]?\d+)(?:[fFlLqQwW]|[fF](?:16|32|64|128)x?)$/;

/**
 * Reads a C floating constant (C11 §6.4.4.2, optional sign and digit
 * separators), decimal or hexadecimal, with or without suffix, and rounds the
 * exact value once; the suffix does not choose the format. Plain integers are
 * accepted. Returns undefined when the text is not such a constant.
 */
export function parseFloatLiteral(
  text: string,
  format: FloatFormat,
  mode: RoundingMode = "nearest-even",
): bigint | undefined {
  const sign = text.startsWith("-") ? 1 : 0;
  const unsigned = text.replace(/^[+-]/, "").replace(/(?<=[\da-fA-F])'(?=[\da-fA-F])/g, "");
  const isHexadecimal = /^0[xX]/.test(unsigned);
  const match = isHexadecimal
    ? HEXADECIMAL.exec(unsigned.replace(SUFFIX_AFTER_HEXADECIMAL, "$1"))
    : DECIMAL.exec(unsigned.replace(SUFFIX_AFTER_DECIMAL, ""));
  if (match === null) return undefined;
  const [, whole = "", part = "", exponentText = "0"] = match;
  if (whole === "" && part === "") return undefined;
  const digits = (whole + part).replace(/^0+/, "");
  if (digits === "") return floatZero(format, sign);
  if (isHexadecimal) {
    const significand = BigInt(`0x${digits}`);
    const exponent = Number(exponentText) - 4 * part.length;
    return roundToFloat(format, mode, { sign, significand, exponent });
  }
  return roundDecimal(format, mode, {
    sign,
    digits,
    exponent: Number(exponentText) - part.length,
  });
}

/** `(-1)^sign · digits · 10^exponent`, digits without leading zero; the exponent may be infinite. */
function roundDecimal(
  format: FloatFormat,
  mode: RoundingMode,
  decimal: { sign: 0 | 1; digits: string; exponent: number },
): bigint {
  const { sign, digits, exponent } = decimal;
  // The value lies in [10^(magnitude-1), 10^magnitude). Outside of the range
  // of the format any number beyond it rounds the same, and powers stay small.
  const magnitude = digits.length + exponent;
  const limit = Math.ceil((maxExponent(format) + format.significandBits + 8) * Math.log10(2)) + 2;
  if (magnitude > limit) {
    return roundToFloat(format, mode, {
      sign,
      significand: 1n,
      exponent: maxExponent(format) + 1,
    });
  }
  if (magnitude < -limit) {
    const exponentBelowAll = minExponent(format) - format.significandBits - 4;
    return roundToFloat(format, mode, { sign, significand: 1n, exponent: exponentBelowAll });
  }
  if (exponent >= 0) {
    const significand = BigInt(digits) * 10n ** BigInt(exponent);
    return roundToFloat(format, mode, { sign, significand, exponent: 0 });
  }
  const divisor = 10n ** BigInt(-exponent);
  const dividend = BigInt(digits);
  const shift = Math.max(0, format.significandBits + 2 + bitLength(divisor) - bitLength(dividend));
  const shifted = dividend << BigInt(shift);
  const significand = shifted / divisor;
  const sticky = significand * divisor !== shifted;
  return roundToFloat(format, mode, { sign, significand, exponent: -shift }, sticky);
}

/**
 * `nan`, `inf`, `-inf`, or an exact C hexadecimal constant such as `-0x1.8p+3`; subnormals as
 * `0x0.…`.
 */
export function formatFloatHex(format: FloatFormat, bits: bigint): string {
  const special = formatSpecial(format, bits, "0x0p+0");
  if (special !== undefined) return special;
  const { sign, significand, exponent } = decodeFinite(format, bits);
  const fractionBits = format.significandBits - 1;
  const leading = significand >> BigInt(fractionBits);
  const hexDigits = Math.ceil(fractionBits / 4);
  const fraction =
    (significand - (leading << BigInt(fractionBits))) << BigInt(4 * hexDigits - fractionBits);
  const tail = fraction.toString(16).padStart(hexDigits, "0").replace(/0+$/, "");
  const power = exponent + fractionBits;
  return `${sign === 1 ? "-" : ""}0x${leading}${tail === "" ? "" : `.${tail}`}p${power < 0 ? "" : "+"}${power}`;
}

function formatSpecial(format: FloatFormat, bits: bigint, zero: string): string | undefined {
  const minus = floatSign(format, bits) === 1 ? "-" : "";
  switch (classifyFloat(format, bits)) {
    case "nan":
      return "nan";
    case "infinite":
      return `${minus}inf`;
    case "zero":
      return minus + zero;
    default:
      return undefined;
  }
}

/**
 * `nan`, `inf`, `-inf`, or the correctly rounded decimal with the fewest
 * significant digits that reads back (nearest-even) as the same value, always
 * with a point or an exponent so that C takes it as floating: `0.1`, `3.0`, `1e+100`.
 */
export function formatFloatDecimal(format: FloatFormat, bits: bigint): string {
  const special = formatSpecial(format, bits, "0.0");
  if (special !== undefined) return special;
  const number = decodeFinite(format, bits);
  for (let count = 1; ; count += 1) {
    const { digits, exponent } = roundToDigits(number, count);
    if (roundDecimal(format, "nearest-even", { sign: number.sign, digits, exponent }) === bits) {
      return (
        (number.sign === 1 ? "-" : "") + layOut(digits.replace(/0+$/, ""), digits.length + exponent)
      );
    }
  }
}

/** The magnitude rounded to `count` decimal digits, ties away from zero: `digits · 10^exponent`. */
function roundToDigits(number: FiniteNumber, count: number): { digits: string; exponent: number } {
  const { significand, exponent: binary } = number;
  // An estimate of the decimal exponent; the loop corrects it when it is one too small.
  let exponent = Math.floor((bitLength(significand) - 1 + binary) * Math.log10(2)) + 1 - count;
  for (;;) {
    let numerator = binary >= 0 ? significand << BigInt(binary) : significand;
    let denominator = binary >= 0 ? 1n : 1n << BigInt(-binary);
    if (exponent >= 0) denominator *= 10n ** BigInt(exponent);
    else numerator *= 10n ** BigInt(-exponent);
    const rounded = (2n * numerator + denominator) / (2n * denominator);
    const digits = rounded.toString();
    if (digits.length <= count) return { digits, exponent };
    exponent += 1;
  }
}

/** Writes `0.digits · 10^magnitude`. */
function layOut(digits: string, magnitude: number): string {
  if (magnitude > 0 && magnitude <= 21) {
    const whole = digits.slice(0, magnitude).padEnd(magnitude, "0");
    return `${whole}.${digits.slice(magnitude) || "0"}`;
  }
  if (magnitude <= 0 && magnitude > -6) return `0.${"0".repeat(-magnitude)}${digits}`;
  const power = magnitude - 1;
  const tail = digits.slice(1);
  return `${digits.slice(0, 1)}${tail === "" ? "" : `.${tail}`}e${power < 0 ? "-" : "+"}${Math.abs(power)}`;
}
