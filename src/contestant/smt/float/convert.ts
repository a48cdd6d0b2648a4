/** Conversions between formats, and between floating-point numbers and integers. */
import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import {
  asBit,
  bitAt,
  bitsFor,
  isNonZero,
  negateIf,
  padRight,
  shiftRightSticky,
  topBit,
} from "./circuits.ts";
import { exponentWidth, unpackOperand } from "./operand.ts";
import { assemble, decodeRounding, roundNumber, roundsUp } from "./rounding.ts";

/** Conversion to another format. Subnormals need no normalisation when the exponent range does not grow. */
export function lowerFloatToFloat(
  m: TermManager,
  from: FloatFormat,
  to: FloatFormat,
  mode: Term,
  a: Term,
): Term {
  const x = unpackOperand(m, from, a);
  const width = Math.max(exponentWidth(from), exponentWidth(to)) + 1;
  const shift = 2 ** (to.exponentBits - 1) - 2 ** (from.exponentBits - 1);
  const rounded = roundNumber(m, to, decodeRounding(m, mode), {
    sign: x.sign,
    significand: x.significand,
    exponent: m.add(m.zeroExtend(x.exponent, width), m.constant(width, shift)),
    minExponent: 1 + shift,
    maxExponent: 2 ** from.exponentBits - 2 + shift,
    leadingZeros: shift > 0 ? from.significandBits - 1 : 0,
  });
  return assemble(m, to, {
    sign: x.sign,
    magnitude: rounded,
    nan: x.isNaN,
    infinite: x.isInfinite,
    zero: m.false,
  });
}

/** Conversion of an integer of any width; never a NaN, infinite only by overflow. */
export function lowerIntegerToFloat(
  m: TermManager,
  to: FloatFormat,
  mode: Term,
  a: Term,
  signedness: "signed" | "unsigned",
): Term {
  // Extended integers are converted in the width that they came from.
  const inner = a.args[0] as Term;
  if (a.op === "zeroExtend") return lowerIntegerToFloat(m, to, mode, inner, "unsigned");
  if (a.op === "signExtend" && signedness === "signed") {
    return lowerIntegerToFloat(m, to, mode, inner, "signed");
  }
  const sign = signedness === "signed" ? topBit(m, a) : m.false;
  const bias = 2 ** (to.exponentBits - 1) - 1;
  const width = Math.max(to.exponentBits, bitsFor(a.width)) + 2;
  const exponent = bias + a.width - 1;
  const magnitude = roundNumber(m, to, decodeRounding(m, mode), {
    sign,
    significand: negateIf(m, sign, a),
    exponent: m.constant(width, exponent),
    minExponent: exponent,
    maxExponent: exponent,
    leadingZeros: a.width - 1,
  });
  return m.concat(asBit(m, sign), magnitude);
}

/**
 * Conversion to an integer: the significand is shifted to its place in a window of the integer and
 * a half bit. Invalid operands give the results of float-semantics.ts.
 */
export function lowerFloatToInteger(
  m: TermManager,
  format: FloatFormat,
  mode: Term,
  a: Term,
  result: { readonly width: number; readonly signedness: "signed" | "unsigned" },
): Term {
  const { width, signedness } = result;
  const { exponentBits, significandBits: precision } = format;
  const x = unpackOperand(m, format, a);
  const bias = 2 ** (exponentBits - 1) - 1;
  // Exponent field of the numbers in [2^(width-1), 2^width), the greatest that may fit.
  const greatest = bias + width - 1;
  const exponentBitsWide = Math.max(exponentBits, bitsFor(greatest)) + 1;
  const exponent = m.zeroExtend(x.exponent, exponentBitsWide);
  const room = m.sub(m.constant(exponentBitsWide, greatest), exponent);
  const isTooLarge = topBit(m, room);

  const window = width + 1;
  const isWide = precision > window;
  const start = isWide
    ? m.extract(x.significand, precision - 1, precision - window)
    : padRight(m, x.significand, window - precision);
  const rest = isWide ? isNonZero(m, m.extract(x.significand, precision - window - 1, 0)) : m.false;
  const shifted = shiftRightSticky(m, start, m.extract(room, exponentBitsWide - 2, 0));
  const whole = m.zeroExtend(m.extract(shifted.value, window - 1, 1), window);
  const increment = roundsUp(m, decodeRounding(m, mode), {
    sign: x.sign,
    odd: bitAt(m, whole, 0),
    half: bitAt(m, shifted.value, 0),
    sticky: m.or(shifted.sticky, rest),
  });
  const magnitude = m.add(whole, m.boolToBits(increment, window));
  const isUnrepresentable =
    signedness === "unsigned"
      ? m.or(topBit(m, magnitude), m.and(x.sign, isNonZero(m, magnitude)))
      : m.ult(
          m.add(m.constant(window, (1n << BigInt(width - 1)) - 1n), m.boolToBits(x.sign, window)),
          magnitude,
        );
  const isInvalid = m.or(x.isNaN, x.isInfinite, isTooLarge, isUnrepresentable);
  const value = negateIf(m, x.sign, m.extract(magnitude, width - 1, 0));
  if (signedness === "unsigned") {
    // A negative number that is valid has rounded to zero.
    return m.ite(isInvalid, m.constant(width, -1), m.extract(magnitude, width - 1, 0));
  }
  return m.ite(isInvalid, m.constant(width, 1n << BigInt(width - 1)), value);
}

/** Whether every integer of that type is a value of the format, so that its conversion is exact. */
export function holdsIntegers(
  format: FloatFormat,
  width: number,
  signedness: "signed" | "unsigned",
): boolean {
  const bits = signedness === "signed" ? width - 1 : width;
  return bits <= format.significandBits && width < 2 ** (format.exponentBits - 1);
}
