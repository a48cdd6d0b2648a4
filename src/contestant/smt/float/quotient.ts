import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { asBit, bitAt, isNonZero, isZero, shiftRightSticky, topBit } from "./circuits.ts";
import { type Rounding, roundMagnitude } from "./rounding.ts";

/** A product or a quotient of two significands, in [1, 4) unless tiny or zero. */
export interface Quotient {
  readonly sign: Term;
  /** Biased exponent that belongs to the second bit of `digits`, two's complement. */
  readonly exponent: Term;
  /** precision + 2 bits, the first two before the point. */
  readonly digits: Term;
  /** Whether there are more digits. */
  readonly sticky: Term;
}

/** Normalises by at most one place, denormalises and rounds; the magnitude. */
export function roundQuotient(
  m: TermManager,
  format: FloatFormat,
  rounding: Rounding,
  quotient: Quotient,
): Term {
  const { exponentBits, significandBits: precision } = format;
  const { sign, exponent, digits } = quotient;
  const { width } = exponent;
  const isNegative = topBit(m, exponent);
  const isNormal = m.and(m.not(isNegative), m.not(isZero(m, exponent)));
  const moves = m.and(m.not(topBit(m, digits)), isNormal);
  const all = m.concat(digits, asBit(m, quotient.sticky));
  const moved = m.concat(m.extract(all, all.width - 2, 0), m.constant(1, 0));
  const amount = m.ite(isNegative, m.neg(exponent), m.constant(width, 0));
  const { value, sticky } = shiftRightSticky(m, m.ite(moves, moved, all), amount);
  const hidden = topBit(m, value);
  const raised = m.add(exponent, m.boolToBits(m.not(moves), width));
  const overflow = m.and(
    m.not(isNegative),
    m.uge(raised, m.constant(width, 2 ** exponentBits - 1)),
  );
  return roundMagnitude(m, format, rounding, {
    sign,
    field: m.ite(hidden, m.extract(raised, exponentBits - 1, 0), m.constant(exponentBits, 0)),
    fraction: m.extract(value, precision + 1, 3),
    half: bitAt(m, value, 2),
    sticky: m.or(sticky, isNonZero(m, m.extract(value, 1, 0))),
    overflow,
  });
}
