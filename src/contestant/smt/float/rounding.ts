/** Rounding and packing of results, for constant and symbolic rounding modes. */
import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import {
  ROUND_NEAREST_AWAY,
  ROUND_NEAREST_EVEN,
  ROUND_TOWARD_NEGATIVE,
  ROUND_TOWARD_POSITIVE,
  ROUNDING_MODE_WIDTH,
} from "../operator.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import {
  asBit,
  bitAt,
  isNonZero,
  normalise,
  padRight,
  shiftRightSticky,
  topBit,
} from "./circuits.ts";

/** One Bool for each rounding mode but toward-zero, which is none of them. */
export interface Rounding {
  readonly nearestEven: Term;
  readonly nearestAway: Term;
  readonly up: Term;
  readonly down: Term;
}

export function decodeRounding(m: TermManager, mode: Term): Rounding {
  const is = (code: number): Term => m.eq(mode, m.constant(ROUNDING_MODE_WIDTH, code));
  return {
    nearestEven: is(ROUND_NEAREST_EVEN),
    nearestAway: is(ROUND_NEAREST_AWAY),
    up: is(ROUND_TOWARD_POSITIVE),
    down: is(ROUND_TOWARD_NEGATIVE),
  };
}

/** Whether the rounding direction is away from zero for that sign. */
function isOutward(m: TermManager, rounding: Rounding, sign: Term): Term {
  return m.or(m.and(rounding.up, m.not(sign)), m.and(rounding.down, sign));
}

/** Whether a magnitude is rounded up, by its last bit `odd`, the next bit `half`, and whether any lower one is set. */
export function roundsUp(
  m: TermManager,
  rounding: Rounding,
  place: { sign: Term; odd: Term; half: Term; sticky: Term },
): Term {
  const { sign, odd, half, sticky } = place;
  return m.or(
    m.and(rounding.nearestEven, half, m.or(sticky, odd)),
    m.and(rounding.nearestAway, half),
    m.and(isOutward(m, rounding, sign), m.or(half, sticky)),
  );
}

function infinityMagnitude(m: TermManager, format: FloatFormat): Term {
  return m.concat(m.constant(format.exponentBits, -1), m.constant(format.significandBits - 1, 0));
}

/** Magnitude of the canonical NaN. */
function nanMagnitude(m: TermManager, format: FloatFormat): Term {
  const fractionBits = format.significandBits - 1;
  return m.concat(
    m.constant(format.exponentBits, -1),
    m.constant(fractionBits, 1n << BigInt(fractionBits - 1)),
  );
}

/** The canonical NaN. */
export function nanPattern(m: TermManager, format: FloatFormat): Term {
  return m.concat(m.constant(1, 0), nanMagnitude(m, format));
}

/** A rounding decision on a result whose significand and exponent field are known. */
export interface Unrounded {
  readonly sign: Term;
  /** Exponent field (exponentBits wide), arbitrary where `overflow`. */
  readonly field: Term;
  readonly fraction: Term;
  readonly half: Term;
  readonly sticky: Term;
  /** The exponent is beyond the greatest one already before rounding. */
  readonly overflow: Term;
}

/** The sign that was given and the rounded magnitude; a carry out of the fraction moves into the exponent. */
export function roundMagnitude(
  m: TermManager,
  format: FloatFormat,
  rounding: Rounding,
  value: Unrounded,
): Term {
  const { sign, field, fraction, half, sticky, overflow } = value;
  const odd = bitAt(m, fraction, 0);
  const increment = roundsUp(m, rounding, { sign, odd, half, sticky });
  const truncated = m.concat(field, fraction);
  const rounded = m.add(truncated, m.boolToBits(increment, truncated.width));
  const toInfinity = m.or(rounding.nearestEven, rounding.nearestAway, isOutward(m, rounding, sign));
  const infinity = infinityMagnitude(m, format);
  const greatest = m.sub(infinity, m.constant(infinity.width, 1));
  return m.ite(overflow, m.ite(toInfinity, infinity, greatest), rounded);
}

/** Special results win over `magnitude`, in the order NaN, infinite, zero. */
export function assemble(
  m: TermManager,
  format: FloatFormat,
  parts: { sign: Term; magnitude: Term; nan: Term; infinite: Term; zero: Term },
): Term {
  const { sign, magnitude, nan, infinite, zero } = parts;
  const finite = m.ite(zero, m.constant(magnitude.width, 0), magnitude);
  const number = m.ite(infinite, infinityMagnitude(m, format), finite);
  return m.concat(asBit(m, m.and(sign, m.not(nan))), m.ite(nan, nanMagnitude(m, format), number));
}

/** A magnitude before normalisation. */
export interface Unnormalised {
  readonly sign: Term;
  /** At least one bit; the lowest may be a sticky bit if there are more than precision + 1 bits left of it when normalised. */
  readonly significand: Term;
  /** Biased exponent of the top bit of `significand`, two's complement. */
  readonly exponent: Term;
  /** Bounds of the exponent that are known beforehand. */
  readonly minExponent: number;
  readonly maxExponent: number;
  /** Leading zeros that are possible where the number is not zero. */
  readonly leadingZeros: number;
}

/**
 * Normalises (as far as the least exponent permits), denormalises and rounds
 * any number. The zero comes out right too.
 */
export function roundNumber(
  m: TermManager,
  format: FloatFormat,
  rounding: Rounding,
  number: Unnormalised,
): Term {
  const { sign, minExponent, maxExponent, leadingZeros } = number;
  const precision = format.significandBits;
  const ones = 2 ** format.exponentBits - 1;
  const width = number.exponent.width;
  const one = m.constant(width, 1);
  let { exponent, significand } = number;
  const isTiny = minExponent < 1 ? m.slt(exponent, one) : m.false;
  if (leadingZeros > 0) {
    const mayBeLimited = minExponent - leadingZeros < 1;
    const room = m.ite(isTiny, m.constant(width, 0), m.sub(exponent, one));
    const { value, shift } = normalise(
      m,
      significand,
      leadingZeros,
      mayBeLimited ? room : undefined,
    );
    significand = value;
    exponent = m.sub(exponent, m.zeroExtend(shift, width));
  }
  // From here on: precision bits, the half bit, the sticky bit.
  const wanted = precision + 2;
  if (significand.width > wanted) {
    const rest = m.extract(significand, significand.width - wanted, 0);
    significand = m.concat(
      m.extract(significand, significand.width - 1, significand.width - wanted + 1),
      asBit(m, isNonZero(m, rest)),
    );
  } else {
    significand = padRight(m, significand, wanted - significand.width);
  }
  let sticky = bitAt(m, significand, 0);
  if (minExponent < 1) {
    const amount = m.ite(isTiny, m.sub(one, number.exponent), m.constant(width, 0));
    const shifted = shiftRightSticky(m, significand, amount);
    significand = shifted.value;
    sticky = m.or(bitAt(m, significand, 0), shifted.sticky);
  }
  const hidden = topBit(m, significand);
  const { exponentBits } = format;
  const field = m.extract(
    m.zeroExtend(exponent, Math.max(width, exponentBits)),
    exponentBits - 1,
    0,
  );
  const overflow = maxExponent >= ones ? m.sle(m.constant(width, ones), exponent) : m.false;
  return roundMagnitude(m, format, rounding, {
    sign,
    field: m.ite(hidden, field, m.constant(exponentBits, 0)),
    fraction: m.extract(significand, precision, 2),
    half: bitAt(m, significand, 1),
    sticky,
    overflow: m.and(overflow, hidden),
  });
}
