import { invariant } from "../../../ground/util/errors.ts";
import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { asBit, bitAt, isNonZero, padRight, topBit } from "./circuits.ts";
import { normaliseOperand, unpackOperand } from "./operand.ts";
import { assemble, decodeRounding, roundMagnitude } from "./rounding.ts";

/**
 * Square root digit by digit (restoring). The root of a number in [1, 4) is
 * in [1, 2), and the roots of all numbers are normal in formats whose bias
 * is at least the precision, as those of IEEE 754 are.
 */
export function lowerSqrt(m: TermManager, format: FloatFormat, mode: Term, a: Term): Term {
  const { exponentBits, significandBits: precision } = format;
  const bias = 2 ** (exponentBits - 1) - 1;
  invariant(bias >= precision, "square root in a format with subnormal square roots");
  const x = unpackOperand(m, format, a);
  const { significand, exponent } = normaliseOperand(m, format, x, a);
  const { width } = exponent;

  // The bias is odd: the unbiased exponent is odd where the biased one is even.
  const isOdd = m.not(bitAt(m, exponent, 0));
  const none = m.constant(1, 0);
  const number = m.ite(isOdd, m.concat(significand, none), m.concat(none, significand));
  const radicand = padRight(m, number, precision + 1);
  const { root, remainder } = integerSquareRoot(m, radicand);

  const doubled = m.add(exponent, m.constant(width, bias));
  const magnitude = roundMagnitude(m, format, decodeRounding(m, mode), {
    sign: m.false,
    field: m.extract(doubled, exponentBits, 1),
    fraction: m.extract(root, precision - 1, 1),
    half: bitAt(m, root, 0),
    sticky: isNonZero(m, remainder),
    overflow: m.false,
  });
  const isNegative = m.and(x.sign, m.not(x.isZero));
  return assemble(m, format, {
    sign: x.sign,
    magnitude,
    nan: m.or(x.isNaN, isNegative),
    infinite: x.isInfinite,
    zero: x.isZero,
  });
}

/** Root and remainder of an integer with an even number of bits. */
function integerSquareRoot(m: TermManager, radicand: Term): { root: Term; remainder: Term } {
  let root = m.constant(1, 0);
  let remainder = m.constant(1, 0);
  for (let low = radicand.width - 2; low >= 0; low -= 2) {
    // Invariant: remainder ≤ 2 · root.
    const next = m.concat(remainder, m.extract(radicand, low + 1, low));
    const trial = m.concat(root, m.constant(2, 1));
    const width = Math.max(next.width, trial.width) + 1;
    const difference = m.sub(m.zeroExtend(next, width), m.zeroExtend(trial, width));
    const digit = m.not(topBit(m, difference));
    const rest = m.ite(digit, difference, m.zeroExtend(next, width));
    root = m.concat(root, asBit(m, digit));
    remainder = m.extract(rest, root.width - 1, 0);
  }
  return { root: m.extract(root, radicand.width / 2 - 1, 0), remainder };
}
