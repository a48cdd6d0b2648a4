import type { Term, TermTable } from "../term-table.ts";
export function not(t: TermTable, a: Term): Term {
  return t.make("not", 0, [a]);
}
export function and(t: TermTable, a: Term, b: Term): Term {
  return t.make("and", 0, [a, b]);
}
export function or(t: TermTable, a: Term, b: Term): Term {
  return not(t, and(t, not(t, a), not(t, b)));
}
export function iff(t: TermTable, a: Term, b: Term): Term {
  return t.make("eq", 0, [a, b]);
}
