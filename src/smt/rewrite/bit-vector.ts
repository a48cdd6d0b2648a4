import type { Term, TermTable } from "../term-table.ts";
export function ite(t: TermTable, c: Term, a: Term, b: Term): Term {
  return t.make("ite", a.width, [c, a, b]);
}
export function bvnot(t: TermTable, a: Term): Term {
  return t.make("bvnot", a.width, [a]);
}
export function bvand(t: TermTable, a: Term, b: Term): Term {
  return t.make("bvand", a.width, [a, b]);
}
export function bvor(t: TermTable, a: Term, b: Term): Term {
  return t.make("bvor", a.width, [a, b]);
}
export function bvxor(t: TermTable, a: Term, b: Term): Term {
  return t.make("bvxor", a.width, [a, b]);
}
export function concat(t: TermTable, a: Term, b: Term): Term {
  return t.make("concat", a.width + b.width, [a, b]);
}
export function extract(t: TermTable, a: Term, high: number, low: number): Term {
  return t.make("extract", high - low + 1, [a], high, low);
}
export function zeroExtend(t: TermTable, a: Term, width: number): Term {
  return a.width === width ? a : t.make("zeroExtend", width, [a]);
}
export function signExtend(t: TermTable, a: Term, width: number): Term {
  return a.width === width ? a : t.make("signExtend", width, [a]);
}
