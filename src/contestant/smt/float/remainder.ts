import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import { ROUND_TOWARD_ZERO, ROUNDING_MODE_WIDTH } from "../operator.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { isZero, padRight, topBit } from "./circuits.ts";
import { divisionStep } from "./divide.ts";
import { normaliseOperand, unpackOperand } from "./operand.ts";
import { assemble, decodeRounding, roundNumber } from "./rounding.ts";

/** The greatest number of division steps for which a remainder is unrolled; float needs 277, double 2098. */
const MAX_REMAINDER_STEPS = 400;

/** Thrown for an operator that has no circuit of sensible size; never for one that could be lowered. */
export class UnsupportedFloatOperator extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnsupportedFloatOperator";
  }
}

/**
 * IEEE remainder ("nearest") and fmod ("truncate"): long division of the
 * significands, one step for each possible difference of the exponents.
 * Throws {@link UnsupportedFloatOperator} for formats wider than float.
 */
export function lowerRemainder(
  m: TermManager,
  format: FloatFormat,
  quotient: "nearest" | "truncate",
  a: Term,
  b: Term,
): Term {
  const { exponentBits, significandBits: precision } = format;
  const steps = 2 ** exponentBits - 2 + precision - 2;
  if (steps > MAX_REMAINDER_STEPS) {
    throw new UnsupportedFloatOperator(
      `remainder of floating-point numbers with ${exponentBits} exponent bits`,
    );
  }
  const x = unpackOperand(m, format, a);
  const y = unpackOperand(m, format, b);
  const dividend = normaliseOperand(m, format, x, a);
  const divisor = normaliseOperand(m, format, y, b);
  const distance = m.sub(dividend.exponent, divisor.exponent);
  const { width } = distance;
  let { digit: odd, remainder } = divisionStep(m, dividend.significand, divisor.significand);
  for (let i = 1; i <= steps; i += 1) {
    const active = m.sle(m.constant(width, i), distance);
    const next = divisionStep(m, padRight(m, remainder, 1), divisor.significand);
    remainder = m.ite(active, next.remainder, remainder);
    odd = m.ite(active, next.digit, odd);
  }
  // In units of half the last place of the divisor.
  let magnitude = padRight(m, remainder, 1);
  let sign = x.sign;
  let keepsDividend = topBit(m, distance);
  if (quotient === "nearest") {
    // Where the exponent of the dividend is one less, it is at most the divisor but may exceed its half.
    const isHalfScale = m.eq(distance, m.constant(width, -1));
    keepsDividend = m.and(keepsDividend, m.not(isHalfScale));
    magnitude = m.ite(isHalfScale, m.zeroExtend(dividend.significand, precision + 1), magnitude);
    const half = m.zeroExtend(divisor.significand, precision + 1);
    const isTieToOdd = m.and(m.eq(magnitude, half), odd, m.not(isHalfScale));
    const roundsUp = m.or(m.ult(half, magnitude), isTieToOdd);
    magnitude = m.ite(roundsUp, m.sub(padRight(m, divisor.significand, 1), magnitude), magnitude);
    sign = m.xor(sign, roundsUp);
  }
  const isExact = isZero(m, magnitude);
  const rounded = roundNumber(
    m,
    format,
    decodeRounding(m, m.constant(ROUNDING_MODE_WIDTH, ROUND_TOWARD_ZERO)),
    {
      sign,
      significand: magnitude,
      exponent: divisor.exponent,
      minExponent: 2 - precision,
      maxExponent: 2 ** exponentBits - 2,
      leadingZeros: precision,
    },
  );
  const result = assemble(m, format, {
    sign: m.ite(isExact, x.sign, sign),
    magnitude: rounded,
    nan: m.or(x.isNaN, y.isNaN, x.isInfinite, y.isZero),
    infinite: m.false,
    zero: m.false,
  });
  const isUnchanged = m.and(
    m.not(m.or(x.isNaN, x.isInfinite, y.isNaN, y.isZero)),
    m.or(y.isInfinite, x.isZero, keepsDividend),
  );
  return m.ite(isUnchanged, a, result);
}
