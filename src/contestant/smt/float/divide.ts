import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { asBit, isNonZero, padRight, topBit } from "./circuits.ts";
import { normaliseOperand, unpackOperand } from "./operand.ts";
import { roundQuotient } from "./quotient.ts";
import { assemble, decodeRounding } from "./rounding.ts";

/** One step of restoring division: the quotient digit and the remainder, given `dividend < 2 · divisor`. */
export function divisionStep(
  m: TermManager,
  dividend: Term,
  divisor: Term,
): { readonly digit: Term; readonly remainder: Term } {
  const width = divisor.width + 2;
  const difference = m.sub(m.zeroExtend(dividend, width), m.zeroExtend(divisor, width));
  const digit = m.not(topBit(m, difference));
  return {
    digit,
    remainder: m.ite(
      digit,
      m.extract(difference, divisor.width - 1, 0),
      m.extract(dividend, divisor.width - 1, 0),
    ),
  };
}

/** Division: both operands are normalised, then precision + 2 digits by restoring division. */
export function lowerDiv(m: TermManager, format: FloatFormat, mode: Term, a: Term, b: Term): Term {
  const { significandBits: precision } = format;
  const x = unpackOperand(m, format, a);
  const y = unpackOperand(m, format, b);
  const dividend = normaliseOperand(m, format, x, a);
  const divisor = normaliseOperand(m, format, y, b);
  let { digit, remainder } = divisionStep(m, dividend.significand, divisor.significand);
  let digits = asBit(m, digit);
  while (digits.width < precision + 2) {
    ({ digit, remainder } = divisionStep(m, padRight(m, remainder, 1), divisor.significand));
    digits = m.concat(digits, asBit(m, digit));
  }
  const bias = 2 ** (format.exponentBits - 1) - 1;
  const { width } = dividend.exponent;
  const sign = m.xor(x.sign, y.sign);
  const magnitude = roundQuotient(m, format, decodeRounding(m, mode), {
    sign,
    exponent: m.add(m.sub(dividend.exponent, divisor.exponent), m.constant(width, bias - 1)),
    digits,
    sticky: isNonZero(m, remainder),
  });
  return assemble(m, format, {
    sign,
    magnitude,
    nan: m.or(x.isNaN, y.isNaN, m.and(x.isInfinite, y.isInfinite), m.and(x.isZero, y.isZero)),
    infinite: m.or(x.isInfinite, y.isZero),
    zero: y.isInfinite,
  });
}
