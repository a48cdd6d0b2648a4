import { expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import { Polynomial } from "./polynomial.ts";

const { globals } = buildProgram("int x, y; int main(void) { return x + y; }", "LP64");
const [x, y] = globals.map((object) => Polynomial.valueOf(object)) as [Polynomial, Polynomial];

test("polynomials are sums of products", () => {
  const difference = x.plus(y).times(x.minus(y));
  const squares = x.times(x)?.minus(y.times(y) as Polynomial);
  expect(difference?.minus(squares as Polynomial).isZero).toBe(true);
  expect(difference?.degree).toBe(2);
  expect(difference?.evaluate((object) => (object.name === "x" ? 7n : 3n))).toBe(40n);
});

test("a substitution fails when it has no polynomial for an object", () => {
  expect(x.times(y)?.substitute((object) => (object.name === "x" ? x : undefined))).toBeUndefined();
  expect(x.substitute(() => Polynomial.constant(5n))?.constant).toBe(5n);
});
