import type { Term, TermTable } from "../term-table.ts";
export function add(t: TermTable, a: Term, b: Term): Term {
  return t.make("add", a.width, [a, b]);
}
export function neg(t: TermTable, a: Term): Term {
  return t.make("neg", a.width, [a]);
}
export function sub(t: TermTable, a: Term, b: Term): Term {
  return add(t, a, neg(t, b));
}
export function mul(t: TermTable, a: Term, b: Term): Term {
  return t.make("mul", a.width, [a, b]);
}
export function udiv(t: TermTable, a: Term, b: Term): Term {
  return t.make("udiv", a.width, [a, b]);
}
export function urem(t: TermTable, a: Term, b: Term): Term {
  return t.make("urem", a.width, [a, b]);
}
export function sdiv(t: TermTable, a: Term, b: Term): Term {
  return t.make("sdiv", a.width, [a, b]);
}
export function srem(t: TermTable, a: Term, b: Term): Term {
  return t.make("srem", a.width, [a, b]);
}
