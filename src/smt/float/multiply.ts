import type { FloatFormat } from "../../util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { isNonZero } from "./circuits.ts";
import {
  exponentWidth,
  isNeverSubnormal,
  normaliseOperand,
  type Operand,
  unpackOperand,
} from "./operand.ts";
import { roundQuotient } from "./quotient.ts";
import { assemble, decodeRounding } from "./rounding.ts";

/**
 * Multiplication with one integer multiplier and one normalising shifter: a
 * product of two subnormals underflows in every case, so only one operand is
 * normalised, after an exchange that makes it the subnormal one if there is
 * any. A square needs no normalisation at all. A product that is not
 * normalised has the least exponent or less, and is rounded there.
 */
export function lowerMul(m: TermManager, format: FloatFormat, mode: Term, a: Term, b: Term): Term {
  const x = unpackOperand(m, format, a);
  const y = unpackOperand(m, format, b);
  const [first, second] = orderOperands(m, format, x, y);
  const { significandBits: precision } = format;
  const width = exponentWidth(format);
  const normalised =
    a === b
      ? { significand: second.significand, exponent: m.zeroExtend(second.exponent, width) }
      : normaliseOperand(m, format, second, second.pattern);
  const product = m.mul(
    m.zeroExtend(first.significand, 2 * precision),
    m.zeroExtend(normalised.significand, 2 * precision),
  );
  const bias = 2 ** (format.exponentBits - 1) - 1;
  const exponent = m.sub(
    m.add(m.zeroExtend(first.exponent, width), normalised.exponent),
    m.constant(width, bias),
  );
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

/** The operands so that the first one is subnormal only if both are (or their product is zero). */
function orderOperands(
  m: TermManager,
  format: FloatFormat,
  x: Operand,
  y: Operand,
): [Operand, Operand] {
  if (x.pattern === y.pattern || isNeverSubnormal(format, x.pattern)) return [x, y];
  if (isNeverSubnormal(format, y.pattern)) return [y, x];
  const pick = (a: Term, b: Term): Term => m.ite(x.hidden, a, b);
  return [
    unpackOperand(m, format, pick(x.pattern, y.pattern)),
    unpackOperand(m, format, pick(y.pattern, x.pattern)),
  ];
}
