/** The fields and classes of an operand, as terms over its bit pattern. */
import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { asBit, bitsFor, isNonZero, normalise, topBit } from "./circuits.ts";

export interface Operand {
  readonly pattern: Term;
  /** Bool: the sign bit. */
  readonly sign: Term;
  /** The biased exponent as stored. */
  readonly field: Term;
  /** The biased exponent of the significand: the field, but 1 for subnormals and zeros. */
  readonly exponent: Term;
  readonly fraction: Term;
  /** Bool: the field is not 0. */
  readonly hidden: Term;
  /** Hidden bit and fraction: significandBits wide. */
  readonly significand: Term;
  readonly isNaN: Term;
  readonly isInfinite: Term;
  readonly isZero: Term;
}

export function unpackOperand(m: TermManager, format: FloatFormat, pattern: Term): Operand {
  const { exponentBits, significandBits } = format;
  const field = m.extract(pattern, pattern.width - 2, significandBits - 1);
  const fraction = m.extract(pattern, significandBits - 2, 0);
  const hidden = isNonZero(m, field);
  const lowest = m.bvor(m.extract(field, 0, 0), asBit(m, m.not(hidden)));
  return {
    pattern,
    sign: topBit(m, pattern),
    field,
    exponent: m.concat(m.extract(field, exponentBits - 1, 1), lowest),
    fraction,
    hidden,
    significand: m.concat(asBit(m, hidden), fraction),
    isNaN: m.fpIsNaN(format, pattern),
    isInfinite: m.fpIsInfinite(format, pattern),
    isZero: m.fpIsZero(format, pattern),
  };
}

/** Width in which sums and differences of two exponents, shifts and the bias are exact, in two's complement. */
export function exponentWidth(format: FloatFormat): number {
  return Math.max(format.exponentBits, bitsFor(2 * format.significandBits)) + 3;
}

/** A significand with its top bit set (unless it is zero) and the biased exponent, which may be ≤ 0. */
export interface NormalisedOperand {
  readonly significand: Term;
  /** Two's complement of {@link exponentWidth} bits. */
  readonly exponent: Term;
}

export function normaliseOperand(
  m: TermManager,
  format: FloatFormat,
  operand: Operand,
  pattern: Term,
): NormalisedOperand {
  const width = exponentWidth(format);
  const exponent = m.zeroExtend(operand.exponent, width);
  if (isNeverSubnormal(format, pattern)) return { significand: operand.significand, exponent };
  const { value, shift } = normalise(m, operand.significand, format.significandBits - 1);
  return { significand: value, exponent: m.sub(exponent, m.zeroExtend(shift, width)) };
}

/** Whether a pattern, by the way it was computed, is a zero or not subnormal; false when in doubt. */
function isNeverSubnormal(format: FloatFormat, pattern: Term): boolean {
  switch (pattern.op) {
    case "signedToFp":
    case "unsignedToFp":
      // Conversions of integers are 0 or at least 1 in magnitude, which is normal.
      return format.exponentBits >= 2;
    case "fpToFp": {
      // The least subnormal 2^(1 - bias - (p - 1)) of the source is normal in the result.
      const { format: from, resultFormat: to } = pattern;
      const gain = 2 ** (to.exponentBits - 1) - 2 ** (from.exponentBits - 1);
      return gain >= from.significandBits - 1;
    }
    case "constant": {
      const fractionBits = BigInt(format.significandBits - 1);
      const field = (pattern.value >> fractionBits) & ((1n << BigInt(format.exponentBits)) - 1n);
      return field !== 0n;
    }
    case "ite":
      return pattern.args.slice(1).every((branch) => isNeverSubnormal(format, branch));
    default:
      return false;
  }
}
