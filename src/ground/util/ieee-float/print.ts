import { classifyFloat, type FloatFormat, floatSign, type RoundingMode } from "./format.ts";
import { decodeFinite, roundsUp } from "./rounding.ts";

export interface PrintStyle {
  /** As in printf (C11 7.21.6.1p8). */
  readonly conversion: "f" | "e" | "g" | "a";
  /** Negative: the default, 6; for `a` as many digits as the value needs. */
  readonly precision: number;
  /** The flag `#`: a point even without digits behind it, zeros at the end of `g`. */
  readonly alternate: boolean;
  readonly mode: RoundingMode;
}

/**
 * The magnitude of a float as printf writes it, exactly rounded, in lower case and without sign;
 * for `a` without `0x`. `a` is that of glibc for float and
 * double: one digit before the point, 0 for subnormal numbers.
 */
export function printFloat(format: FloatFormat, bits: bigint, style: PrintStyle): string {
  const kind = classifyFloat(format, bits);
  if (kind === "nan") return "nan";
  if (kind === "infinite") return "inf";
  const sign = floatSign(format, bits);
  const number = kind === "zero" ? { significand: 0n, exponent: 0 } : decodeFinite(format, bits);
  const value: Fraction = {
    numerator: number.significand << BigInt(Math.max(0, number.exponent)),
    denominator: 1n << BigInt(Math.max(0, -number.exponent)),
  };
  const round = (fraction: Fraction): bigint => rounded(fraction, style.mode, sign);
  const precision = style.precision < 0 ? 6 : style.precision;
  switch (style.conversion) {
    case "f":
      return fixed(value, precision, style.alternate, round);
    case "e":
      return scientific(value, precision, style.alternate, round);
    case "g": {
      const digits = Math.max(1, precision);
      const exponent = scaled(value, digits - 1, round).exponent;
      const text =
        exponent < digits && exponent >= -4
          ? fixed(value, digits - 1 - exponent, style.alternate, round)
          : scientific(value, digits - 1, style.alternate, round);
      return style.alternate
        ? text
        : text.replace(/\.?0+(?=e|$)/, (zeros, at: number) =>
            text.slice(0, at).includes(".") || zeros.startsWith(".") ? "" : zeros,
          );
    }
    case "a":
      return hexadecimal(format, bits, style, sign);
  }
}

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function rounded({ numerator, denominator }: Fraction, mode: RoundingMode, sign: 0 | 1): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const half = twice >= denominator;
  const sticky = twice !== 0n && twice !== denominator;
  const odd = quotient % 2n === 1n;
  return roundsUp(mode, { sign, odd, half, sticky }) ? quotient + 1n : quotient;
}

type Round = (fraction: Fraction) => bigint;

function timesPower({ numerator, denominator }: Fraction, power: number): Fraction {
  const factor = 10n ** BigInt(Math.abs(power));
  return power >= 0
    ? { numerator: numerator * factor, denominator }
    : { numerator, denominator: denominator * factor };
}

function withPoint(digits: string, fractionDigits: number, alternate: boolean): string {
  const padded = digits.padStart(fractionDigits + 1, "0");
  const at = padded.length - fractionDigits;
  if (fractionDigits === 0) return alternate ? `${padded}.` : padded;
  return `${padded.slice(0, at)}.${padded.slice(at)}`;
}

function fixed(value: Fraction, precision: number, alternate: boolean, round: Round): string {
  return withPoint(String(round(timesPower(value, precision))), precision, alternate);
}

/** Returns `precision + 1` digits, and the decimal exponent of the first one. */
function scaled(
  value: Fraction,
  precision: number,
  round: Round,
): { readonly digits: string; readonly exponent: number } {
  if (value.numerator === 0n) return { digits: "0".repeat(precision + 1), exponent: 0 };
  let exponent = String(value.numerator).length - String(value.denominator).length;
  const { numerator, denominator } = timesPower(value, -exponent);
  if (numerator < denominator) exponent--;
  const digits = String(round(timesPower(value, precision - exponent)));
  // Rounding may give one digit more, a 1 and zeros.
  return digits.length > precision + 1
    ? { digits: digits.slice(0, -1), exponent: exponent + 1 }
    : { digits, exponent };
}

function scientific(value: Fraction, precision: number, alternate: boolean, round: Round): string {
  const { digits, exponent } = scaled(value, precision, round);
  const sign = exponent < 0 ? "-" : "+";
  const power = String(Math.abs(exponent)).padStart(2, "0");
  return `${withPoint(digits, precision, alternate)}e${sign}${power}`;
}

function hexadecimal(
  format: FloatFormat,
  bits: bigint,
  { precision, alternate, mode }: PrintStyle,
  sign: 0 | 1,
): string {
  const fractionBits = format.significandBits - 1;
  const nibbles = Math.ceil(fractionBits / 4);
  const isZero = classifyFloat(format, bits) === "zero";
  const number = isZero ? { significand: 0n, exponent: -fractionBits } : decodeFinite(format, bits);
  let significand = number.significand << BigInt(4 * nibbles - fractionBits);
  const exponent = number.exponent + fractionBits;
  let shown = nibbles;
  if (precision >= 0 && precision < nibbles) {
    const denominator = 1n << BigInt(4 * (nibbles - precision));
    significand = rounded({ numerator: significand, denominator }, mode, sign);
    shown = precision;
  }
  const text = significand.toString(16).padStart(shown + 1, "0");
  const at = text.length - shown;
  let fraction = text.slice(at);
  if (precision < 0) fraction = fraction.replace(/0+$/, "");
  else fraction = fraction.padEnd(precision, "0");
  const point = fraction !== "" || alternate ? "." : "";
  return `${text.slice(0, at)}${point}${fraction}p${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}
