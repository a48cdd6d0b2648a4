import { describe, expect, it } from "vitest";
import { type Term, TermManager } from "../term.ts";

const m = new TermManager();
const [c, d, e] = ["c", "d", "e"].map((name) => m.variable(name, 0)) as [Term, Term, Term];
const [x, y] = ["x", "y"].map((name) => m.variable(name, 32)) as [Term, Term];
const [a, b] = ["a", "b"].map((name) => m.variable(name, 8)) as [Term, Term];
const n = (value: number | bigint, width = 32): Term => m.constant(width, value);
const wide = (term: Term): Term => m.zeroExtend(term, 32);
const signed = (term: Term): Term => m.signExtend(term, 32);
const flag = (condition: Term): Term => m.boolToBits(condition, 32);

/** Terms on both sides must be the same object. */
const EXAMPLES: Record<string, [Term, Term][]> = {
  "trees of constants": [
    [m.eq(m.ite(c, n(1), n(2)), n(3)), m.false],
    [m.eq(m.ite(c, n(1), n(2)), n(2)), m.not(c)],
    [m.add(m.ite(c, n(1), n(2)), n(1)), m.ite(c, n(2), n(3))],
    [m.ult(m.ite(c, n(1), n(2)), n(7)), m.true],
    [m.slt(m.ite(c, n(-1), n(2)), n(0)), c],
    [m.add(m.ite(c, n(1), n(2)), m.ite(c, n(3), n(4))), m.ite(c, n(4), n(6))],
    [m.eq(m.ite(c, n(1), n(2)), m.ite(d, n(3), n(4))), m.false],
    [m.distinct(flag(c), n(0)), c],
    [m.eq(flag(c), n(0)), m.not(c)],
    [m.bvand(flag(c), flag(d)), flag(m.and(c, d))],
    [m.eq(m.extract(m.ite(c, n(0x1234), n(0x5634)), 7, 0), n(0x34, 8)), m.true],
    [m.eq(m.ite(c, n(5), x), n(6)), m.and(m.not(c), m.eq(x, n(6)))],
    [m.eq(m.ite(c, n(6), x), n(6)), m.or(c, m.eq(x, n(6)))],
  ],
  "if-then-else": [
    [m.ite(c, x, x), x],
    [m.ite(m.not(c), x, y), m.ite(c, y, x)],
    [m.ite(c, m.ite(c, x, y), n(0)), m.ite(c, x, n(0))],
    [m.ite(c, x, m.ite(d, x, y)), m.ite(m.or(c, d), x, y)],
    [m.ite(m.eq(x, y), x, y), y],
    [m.ite(c, d, m.false), m.and(c, d)],
    [m.ite(c, m.true, d), m.or(c, d)],
    [m.ite(c, d, m.not(d)), m.iff(c, d)],
    [m.ite(c, wide(a), wide(b)), wide(m.ite(c, a, b))],
  ],
  "conjunction and disjunction": [
    [m.and(c, m.not(c)), m.false],
    [m.or(c, m.not(c)), m.true],
    [m.and(c, m.or(c, d)), c],
    [m.or(c, m.and(c, d)), c],
    [m.and(c, m.or(m.not(c), d)), m.and(c, d)],
    [m.or(m.and(c, d), m.and(c, m.not(d))), c],
    [m.and(m.and(c, d), m.and(e, m.not(c))), m.false],
    [m.and(m.eq(x, n(1)), m.eq(x, n(2))), m.false],
    [m.and(m.eq(x, n(1)), m.distinct(x, n(2))), m.eq(x, n(1))],
  ],
  equations: [
    [m.eq(m.add(x, n(3)), n(5)), m.eq(x, n(2))],
    [m.eq(m.add(x, n(3)), m.add(n(3), y)), m.eq(x, y)],
    [m.eq(m.add(x, n(3)), m.add(x, n(4))), m.false],
    [m.eq(m.sub(x, y), m.neg(y)), m.eq(x, n(0))],
    [m.eq(m.concat(a, b), n(0x1234, 16)), m.and(m.eq(a, n(0x12, 8)), m.eq(b, n(0x34, 8)))],
    [m.eq(wide(a), n(300)), m.false],
    [m.eq(wide(a), n(200)), m.eq(a, n(200, 8))],
    [m.eq(signed(a), n(-3)), m.eq(a, n(-3, 8))],
    [m.eq(signed(a), n(200)), m.false],
    [m.eq(wide(a), wide(b)), m.eq(a, b)],
  ],
  comparisons: [
    [m.ult(wide(a), n(256)), m.true],
    [m.slt(wide(a), n(-1)), m.false],
    [m.slt(signed(a), n(128)), m.true],
    [m.slt(signed(a), signed(b)), m.slt(a, b)],
    [m.slt(wide(a), n(10)), m.ult(a, n(10, 8))],
    [m.ult(m.bvand(x, n(15)), n(16)), m.true],
    [m.ult(m.urem(x, n(10)), n(10)), m.true],
    [m.slt(m.urem(x, n(10)), n(10)), m.true],
    [m.ult(x, n(0)), m.false],
    [m.ule(x, n(-1)), m.true],
    [m.sle(n(-0x80000000), x), m.true],
  ],
  arithmetic: [
    [m.sub(x, x), n(0)],
    [m.sub(m.add(x, y), y), x],
    [m.sub(x, m.add(x, y)), m.neg(y)],
    [m.add(m.add(x, n(1)), m.add(y, n(2))), m.add(m.add(x, y), n(3))],
    [m.mul(x, n(8)), m.shl(x, n(3))],
    [m.mul(m.add(x, n(1)), n(4)), m.add(m.mul(x, n(4)), n(4))],
    [m.mul(x, n(-1)), m.neg(x)],
    [m.udiv(x, n(8)), m.lshr(x, n(3))],
    [m.urem(x, n(8)), m.bvand(x, n(7))],
    [m.sdiv(wide(a), n(10)), m.udiv(wide(a), n(10))],
    [m.urem(wide(a), n(300)), wide(a)],
    [m.udiv(x, n(0)), n(-1)],
    [m.extract(m.add(wide(a), wide(b)), 7, 0), m.add(a, b)],
  ],
  bits: [
    [m.extract(m.concat(a, b), 15, 8), a],
    [m.concat(m.extract(x, 31, 8), m.extract(x, 7, 0)), x],
    [m.extract(wide(a), 31, 8), n(0, 24)],
    [m.signExtend(wide(a), 64), m.zeroExtend(a, 64)],
    [m.bvand(x, n(0xff)), wide(m.extract(x, 7, 0))],
    [m.bvor(m.shl(wide(a), n(8)), wide(b)), wide(m.concat(a, b))],
    [m.shl(x, n(32)), n(0)],
    [m.ashr(wide(a), y), m.lshr(wide(a), y)],
    [m.bvnot(m.bvnot(x)), x],
    [m.bvxor(x, n(-1)), m.bvnot(x)],
  ],
};

for (const [title, pairs] of Object.entries(EXAMPLES)) {
  describe(title, () => {
    it.each(pairs.map((pair, i) => [i, ...pair] as const))("example %i", (_, left, right) => {
      expect(left).toBe(right);
    });
  });
}

it("makes chains of 20000 conditional updates without recursion", { timeout: 30_000 }, () => {
  const t = new TermManager();
  let state = t.constant(32, 0);
  let other = t.variable("other", 32);
  for (let i = 0; i < 20_000; i++) {
    const update = t.variable(`update${i}`, 0);
    state = t.ite(update, t.constant(32, i % 7), state);
    other = t.ite(update, t.add(other, t.constant(32, i)), state);
  }
  expect(t.ult(state, t.constant(32, 7))).toBe(t.true);
  expect(t.eq(state, t.constant(32, 9))).toBe(t.false);
  expect(t.eq(state, t.constant(32, 3)).width).toBe(0);
  expect(t.eq(other, t.constant(32, 3)).width).toBe(0);
});
