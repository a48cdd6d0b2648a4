import { expect, test } from "vitest";
import { type Term, TermManager } from "../../smt/term.ts";
import { candidateOffsets, congruenceOf } from "./offsets.ts";

const m = new TermManager();
const i = m.variable("i", 32);
const c = (value: number) => m.constant(32, value);

test.each([
  ["4 * i", m.mul(i, c(4)), 4n, 0n],
  ["12 * i + 8", m.add(m.mul(i, c(12)), c(8)), 12n, 8n],
  ["i", i, 1n, 0n],
  ["12 * i + 20 * i", m.add(m.mul(i, c(12)), m.mul(m.variable("j", 32), c(20))), 4n, 0n],
])("congruence of %s", (_name, term, modulus, residue) => {
  const found = congruenceOf(term);
  expect(found.modulus).toBe(modulus);
  expect(((found.residue % modulus) + modulus) % modulus).toBe(residue);
});

test("candidates are the congruent offsets within the object", () => {
  expect(candidateOffsets(m.add(m.mul(i, c(12)), c(8)), 40)).toEqual([8, 20, 32]);
});

test("an ite-tree of constants has its leaves as candidates", () => {
  const b = m.variable("b", 0);
  expect(candidateOffsets(m.ite(b, c(4), c(100)), 50)).toEqual([4]);
});

test("a truncated product may have wrapped: only powers of two count", () => {
  const truncated = m.zeroExtend(m.extract(m.mul(i, c(12)), 7, 0), 32);
  expect(congruenceOf(truncated).modulus).toBe(4n);
});

test("too many candidates are not enumerated", () => {
  expect(candidateOffsets(i, 1_000_000)).toBeUndefined();
});

test("parts that are shared are looked at once, not along each of thousands of paths to them", () => {
  let term = m.mul(i, c(8));
  for (let level = 0; level < 6; level++) {
    const [one, other] = [`one ${level}`, `other ${level}`].map((name) => m.variable(name, 0));
    const times = (factor: number) => m.mul(term, c(factor));
    term = m.add(m.ite(one as Term, term, times(3)), m.ite(other as Term, times(5), times(7)));
  }
  for (let at = 0; at < 3000; at++) {
    expect(congruenceOf(m.add(term, c(8 * at))).modulus).toBe(8n);
  }
});
