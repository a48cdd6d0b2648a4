import type { Term, TermTable } from "../term-table.ts";
export function shl(t: TermTable, a: Term, b: Term): Term {
  return t.make("shl", a.width, [a, b]);
}
export function lshr(t: TermTable, a: Term, b: Term): Term {
  return t.make("lshr", a.width, [a, b]);
}
export function ashr(t: TermTable, a: Term, b: Term): Term {
  return t.make("ashr", a.width, [a, b]);
}
