/** Comparisons; zeros of both signs are equal, a NaN is unordered. */
import type { FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { isZero, topBit } from "./circuits.ts";

function magnitude(m: TermManager, a: Term): Term {
  return m.extract(a, a.width - 2, 0);
}

function areBothZero(m: TermManager, a: Term, b: Term): Term {
  return m.and(isZero(m, magnitude(m, a)), isZero(m, magnitude(m, b)));
}

export function lowerEqual(m: TermManager, format: FloatFormat, a: Term, b: Term): Term {
  const isSameNumber = m.and(m.eq(a, b), m.not(m.fpIsNaN(format, a)));
  return m.or(isSameNumber, areBothZero(m, a, b));
}

export function lowerLess(m: TermManager, format: FloatFormat, a: Term, b: Term): Term {
  const x = magnitude(m, a);
  const y = magnitude(m, b);
  const negative = topBit(m, a);
  const isLess = m.ite(
    negative,
    m.ite(topBit(m, b), m.ult(y, x), m.not(areBothZero(m, a, b))),
    m.and(m.not(topBit(m, b)), m.ult(x, y)),
  );
  return m.and(isLess, isOrdered(m, format, a, b));
}

export function lowerLessOrEqual(m: TermManager, format: FloatFormat, a: Term, b: Term): Term {
  const x = magnitude(m, a);
  const y = magnitude(m, b);
  const isLessOrEqual = m.ite(
    topBit(m, a),
    m.or(m.not(topBit(m, b)), m.ule(y, x)),
    m.ite(topBit(m, b), areBothZero(m, a, b), m.ule(x, y)),
  );
  return m.and(isLessOrEqual, isOrdered(m, format, a, b));
}

function isOrdered(m: TermManager, format: FloatFormat, a: Term, b: Term): Term {
  return m.and(m.not(m.fpIsNaN(format, a)), m.not(m.fpIsNaN(format, b)));
}
