import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import {
  addOrSubtract,
  asBit,
  isZero,
  join,
  negateIf,
  padRight,
  shiftRightSticky,
  topBit,
} from "./circuits.ts";
import { exponentWidth, normaliseOperand, unpackOperand } from "./operand.ts";
import { assemble, decodeRounding, roundNumber } from "./rounding.ts";

/**
 * a · b + c with one rounding. The exact product has 2p bits and, as one
 * factor is normalised, fewer than p + 1 leading zeros; keeping 2p + 2 bits
 * and a sticky bit of the aligned operand therefore loses nothing that a
 * rounding to p bits could see.
 */
export function lowerFma(
  m: TermManager,
  format: FloatFormat,
  mode: Term,
  factors: readonly [Term, Term],
  c: Term,
): Term {
  const { exponentBits, significandBits: precision } = format;
  const rounding = decodeRounding(m, mode);
  const bias = 2 ** (exponentBits - 1) - 1;
  const width = exponentWidth(format) + 1;
  const x = unpackOperand(m, format, factors[0]);
  const y = unpackOperand(m, format, factors[1]);
  const z = unpackOperand(m, format, c);
  const first = normaliseOperand(m, format, x, factors[0]);
  const product = m.mul(
    m.zeroExtend(first.significand, 2 * precision),
    m.zeroExtend(y.significand, 2 * precision),
  );
  // Biased exponents of the top bits of two numbers of 2p bits.
  const productExponent = m.sub(
    m.add(m.signExtend(first.exponent, width), m.zeroExtend(y.exponent, width)),
    m.constant(width, bias - 1),
  );
  const addendExponent = m.zeroExtend(z.exponent, width);
  const addend = padRight(m, z.significand, precision);

  const difference = m.sub(productExponent, addendExponent);
  const addendIsLarge = topBit(m, difference);
  const pick = (a: Term, b: Term): Term => m.ite(addendIsLarge, a, b);
  const small = padRight(m, pick(product, addend), 2);
  const { value, sticky } = shiftRightSticky(m, small, negateIf(m, addendIsLarge, difference));
  const productSign = m.xor(x.sign, y.sign);
  const subtract = m.xor(productSign, z.sign);
  const none = m.constant(2, 0);
  const sum = addOrSubtract(
    m,
    subtract,
    join(m, none, pick(addend, product), m.constant(3, 0)),
    join(m, none, value, asBit(m, sticky)),
  );
  const isNegative = topBit(m, sum);
  const isCancelled = m.and(isZero(m, sum), subtract);
  const sign = m.ite(isCancelled, rounding.down, m.xor(pick(z.sign, productSign), isNegative));
  const magnitude = m.extract(negateIf(m, isNegative, sum), sum.width - 2, 0);
  const greatest = 2 ** exponentBits - 2;
  const rounded = roundNumber(m, format, rounding, {
    sign,
    significand: magnitude,
    exponent: m.add(pick(addendExponent, productExponent), m.constant(width, 1)),
    minExponent: 2,
    maxExponent: 2 * greatest - bias + 2,
    leadingZeros: magnitude.width - 1,
  });
  const isProductZero = m.or(x.isZero, y.isZero);
  const isProductInfinite = m.or(x.isInfinite, y.isInfinite);
  const nan = m.or(
    x.isNaN,
    y.isNaN,
    z.isNaN,
    m.and(isProductZero, isProductInfinite),
    m.and(isProductInfinite, z.isInfinite, subtract),
  );
  const result = assemble(m, format, {
    sign: m.ite(isProductInfinite, productSign, m.ite(z.isInfinite, z.sign, sign)),
    magnitude: rounded,
    nan,
    infinite: m.or(isProductInfinite, z.isInfinite),
    zero: m.false,
  });
  // A zero product has no exponent to align with.
  const isAddend = m.and(isProductZero, m.not(m.or(nan, z.isZero, z.isInfinite)));
  return m.ite(isAddend, c, result);
}
