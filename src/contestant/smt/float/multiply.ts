import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { isNonZero } from "./circuits.ts";
import { exponentWidth, normaliseOperand, unpackOperand } from "./operand.ts";
import { roundQuotient } from "./quotient.ts";
import { assemble, decodeRounding } from "./rounding.ts";

/**
 * Multiplication with one integer multiplier. Both operands are normalised:
 * an exchange that leaves only one to normalise (products of two subnormals
 * always underflow) is smaller but made CaDiCaL slower. A square needs no
 * normalisation: that of a subnormal has the least exponent or less, where
 * the result is not normalised either.
 */
export function lowerMul(m: TermManager, format: FloatFormat, mode: Term, a: Term, b: Term): Term {
  const { significandBits: precision } = format;
  const width = exponentWidth(format);
  const x = unpackOperand(m, format, a);
  const y = unpackOperand(m, format, b);
  const square = { significand: x.significand, exponent: m.zeroExtend(x.exponent, width) };
  const first = a === b ? square : normaliseOperand(m, format, x, a);
  const second = a === b ? square : normaliseOperand(m, format, y, b);
  const product = m.mul(
    m.zeroExtend(first.significand, 2 * precision),
    m.zeroExtend(second.significand, 2 * precision),
  );
  const bias = 2 ** (format.exponentBits - 1) - 1;
  const exponent = m.sub(m.add(first.exponent, second.exponent), m.constant(width, bias));
  const sign = m.xor(x.sign, y.sign);
  const kept = precision + 2;
  const rest = 2 * precision - kept;
  const magnitude = roundQuotient(m, format, decodeRounding(m, mode), {
    sign,
    exponent,
    digits: m.extract(product, 2 * precision - 1, rest),
    sticky: rest > 0 ? isNonZero(m, m.extract(product, rest - 1, 0)) : m.false,
  });
  return assemble(m, format, {
    sign,
    magnitude,
    nan: m.or(x.isNaN, y.isNaN, m.and(x.isInfinite, y.isZero), m.and(x.isZero, y.isInfinite)),
    infinite: m.or(x.isInfinite, y.isInfinite),
    zero: m.false,
  });
}
