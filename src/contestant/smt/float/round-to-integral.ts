import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { asBit, bitAt, bitsFor, isNonZero, isZero, shiftRightSticky } from "./circuits.ts";
import { unpackOperand } from "./operand.ts";
import { decodeRounding, nanPattern, roundsUp } from "./rounding.ts";

/**
 * Rounds to an integral value in place: a mask covers the fraction bits
 * below the point; they are cleared and, to round up, the place of the point
 * is added. A carry out of the fraction increments the exponent.
 */
export function lowerRoundToIntegral(
  m: TermManager,
  format: FloatFormat,
  mode: Term,
  a: Term,
): Term {
  const { exponentBits, significandBits: precision } = format;
  const rounding = decodeRounding(m, mode);
  const bias = 2 ** (exponentBits - 1) - 1;
  const fractionBits = precision - 1;
  const magnitudeBits = a.width - 1;
  const x = unpackOperand(m, format, a);
  const { sign } = x;

  // 1 ≤ |x|: `places` bits of the fraction are before the point.
  const places = m.sub(x.field, m.constant(exponentBits, bias));
  const used = Math.min(bitsFor(fractionBits), exponentBits);
  const { value: mask } = shiftRightSticky(
    m,
    m.constant(fractionBits, -1),
    m.extract(places, used - 1, 0),
  );
  const one = m.constant(1, 1);
  const wide = m.zeroExtend(mask, precision);
  const point = m.bvand(m.concat(mask, one), m.bvnot(wide));
  const significand = m.concat(one, x.fraction);
  const lower = m.extract(wide, precision - 1, 1);
  const increment = roundsUp(m, rounding, {
    sign,
    odd: isNonZero(m, m.bvand(significand, point)),
    half: isNonZero(m, m.bvand(x.fraction, m.bvand(mask, m.bvnot(lower)))),
    sticky: isNonZero(m, m.bvand(x.fraction, lower)),
  });
  const cleared = m.concat(x.field, m.bvand(x.fraction, m.bvnot(mask)));
  const addend = m.ite(increment, point, m.constant(precision, 0));
  const rounded = m.add(cleared, m.zeroExtend(addend, magnitudeBits));

  // |x| < 1: the result is a zero or a one.
  const isSmall = m.ult(x.field, m.constant(exponentBits, bias));
  const isHalfOrMore = m.eq(x.field, m.constant(exponentBits, bias - 1));
  const becomesOne = roundsUp(m, rounding, {
    sign,
    odd: m.false,
    half: isHalfOrMore,
    sticky: m.or(isNonZero(m, x.fraction), m.not(m.or(isHalfOrMore, isZero(m, x.field)))),
  });
  const unit = m.constant(magnitudeBits, BigInt(bias) << BigInt(fractionBits));
  const small = m.ite(becomesOne, unit, m.constant(magnitudeBits, 0));

  const isIntegral =
    bias + fractionBits < 2 ** exponentBits
      ? m.ule(m.constant(exponentBits, bias + fractionBits), x.field)
      : m.eq(x.field, m.constant(exponentBits, -1));
  const magnitude = m.ite(
    isIntegral,
    m.extract(a, magnitudeBits - 1, 0),
    m.ite(isSmall, small, rounded),
  );
  return m.ite(
    x.isNaN,
    nanPattern(m, format),
    m.concat(asBit(m, bitAt(m, a, magnitudeBits)), magnitude),
  );
}
