import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import {
  addOrSubtract,
  asBit,
  bitAt,
  isNonZero,
  isZero,
  join,
  normalise,
  padRight,
  shiftRightSticky,
  topBit,
} from "./circuits.ts";
import { unpackOperand } from "./operand.ts";
import { assemble, decodeRounding, roundMagnitude } from "./rounding.ts";

/**
 * Addition with a single path. The operands are exchanged so that the first
 * has the greater magnitude; the sum is then never negative. Subnormal sums
 * are exact, and the normalising shift stops at the least exponent, so that
 * neither operands nor result need a denormalising shift.
 */
export function lowerAdd(m: TermManager, format: FloatFormat, mode: Term, a: Term, b: Term): Term {
  const { exponentBits, significandBits: precision } = format;
  const rounding = decodeRounding(m, mode);
  const magnitudeBits = a.width - 1;
  const exchange = m.ult(m.extract(a, magnitudeBits - 1, 0), m.extract(b, magnitudeBits - 1, 0));
  const large = unpackOperand(m, format, m.ite(exchange, b, a));
  const small = unpackOperand(m, format, m.ite(exchange, a, b));
  const subtract = m.xor(topBit(m, a), topBit(m, b));

  // Two bits below the last place and a sticky bit: enough, as only a
  // difference of exponents up to 1 can lose more than one leading bit.
  const distance = m.sub(large.exponent, small.exponent);
  const { value, sticky } = shiftRightSticky(m, padRight(m, small.significand, 2), distance);
  const none = m.constant(1, 0);
  const sum = addOrSubtract(
    m,
    subtract,
    join(m, none, large.significand, m.constant(3, 0)),
    join(m, none, value, asBit(m, sticky)),
  );

  // The top bit of the sum belongs to the exponent of `large` plus one.
  const normal = normalise(m, sum, precision + 1, large.exponent);
  const width = Math.max(exponentBits, normal.shift.width);
  const lowered = m.sub(m.zeroExtend(large.exponent, width), m.zeroExtend(normal.shift, width));
  const hidden = topBit(m, normal.value);
  const raised = m.add(m.extract(lowered, exponentBits - 1, 0), m.constant(exponentBits, 1));
  const field = m.ite(hidden, raised, m.constant(exponentBits, 0));
  const isCancelled = m.and(subtract, isZero(m, sum));
  const sign = m.ite(isCancelled, rounding.down, large.sign);
  const magnitude = roundMagnitude(m, format, rounding, {
    sign,
    field,
    fraction: m.extract(normal.value, precision + 2, 4),
    half: bitAt(m, normal.value, 3),
    sticky: isNonZero(m, m.extract(normal.value, 2, 0)),
    overflow: m.eq(field, m.constant(exponentBits, -1)),
  });
  return assemble(m, format, {
    sign,
    magnitude,
    nan: m.or(large.isNaN, m.and(small.isInfinite, subtract)),
    infinite: large.isInfinite,
    zero: m.false,
  });
}
