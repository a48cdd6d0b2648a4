import type { Term, TermTable } from "../term-table.ts";
export function eq(t: TermTable, a: Term, b: Term): Term {
  return t.make("eq", 0, [a, b]);
}
export function ult(t: TermTable, a: Term, b: Term): Term {
  return t.make("ult", 0, [a, b]);
}
export function slt(t: TermTable, a: Term, b: Term): Term {
  return t.make("slt", 0, [a, b]);
}
