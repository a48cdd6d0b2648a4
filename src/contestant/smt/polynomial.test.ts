import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Evaluator } from "./evaluate.ts";
import { differencePolynomial } from "./polynomial.ts";
import { presolve } from "./presolve.ts";
import { type Term, TermManager } from "./term.ts";

const SEED = 20261122;
const WIDTH = 8;

interface Recipe {
  readonly op:
    | "x"
    | "y"
    | "c"
    | "add"
    | "sub"
    | "mul"
    | "neg"
    | "not"
    | "shl"
    | "udiv"
    | "urem"
    | "sdiv"
    | "srem"
    | "half";
  readonly value: number;
  readonly parts: readonly Recipe[];
}

const { recipe } = fc.letrec<{ recipe: Recipe }>((tie) => ({
  recipe: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({
      op: fc.constantFrom("x", "y", "c"),
      value: fc.integer({ min: 0, max: 255 }),
      parts: fc.constant([]),
    }),
    fc.record({
      op: fc.constantFrom(
        "add",
        "sub",
        "mul",
        "neg",
        "not",
        "shl",
        "udiv",
        "urem",
        "sdiv",
        "srem",
        "half",
      ),
      value: fc.integer({ min: 0, max: 7 }),
      parts: fc.tuple(tie("recipe"), tie("recipe")),
    }),
  ),
}));

function build(m: TermManager, { op, value, parts }: Recipe): Term {
  const [a, b] = parts.map((part) => build(m, part)) as [Term, Term];
  switch (op) {
    case "x":
    case "y":
      return m.variable(op, WIDTH);
    case "c":
      return m.constant(WIDTH, value);
    case "add":
      return m.add(a, b);
    case "sub":
      return m.sub(a, b);
    case "mul":
      return m.mul(a, b);
    case "neg":
      return m.neg(a);
    case "not":
      return m.bvnot(a);
    case "shl":
      return m.shl(a, m.constant(WIDTH, value));
    case "udiv":
    case "urem":
    case "sdiv":
    case "srem":
      return m[op](a, b);
    // A remainder of fewer bits, extended.
    case "half":
      return m.zeroExtend(m.urem(m.extract(a, 3, 0), m.extract(b, 3, 0)), WIDTH);
  }
}

describe("polynomials of terms", () => {
  test("a difference without unknowns is that of the values, for all values", () => {
    let decided = 0;
    fc.assert(
      fc.property(recipe, recipe, fc.nat(255), fc.nat(255), (left, right, x, y) => {
        const m = new TermManager();
        const [a, b] = [build(m, left), build(m, right)];
        const difference = differencePolynomial(a, b);
        if (difference === undefined || [...difference.keys()].some((key) => key !== "")) return;
        decided++;
        const evaluator = new Evaluator(({ name }) => BigInt(name === "x" ? x : y));
        const expected = BigInt.asUintN(WIDTH, evaluator.value(a) - evaluator.value(b));
        expect(difference.get("") ?? 0n).toBe(expected);
      }),
      { seed: SEED, numRuns: 5000 },
    );
    expect(decided, `seed ${SEED}`).toBeGreaterThan(20);
  });

  const m = new TermManager();
  const [x, y] = [m.variable("x", 64), m.variable("y", 64)];
  const c = (value: number): Term => m.constant(64, value);
  const [a, b] = [m.variable("a", 16), m.variable("b", 16)];
  const square = (a: Term): Term => m.mul(a, a);

  test.each([
    [
      "(x - 1)(x + 1) - x² is -1",
      m.sub(m.mul(m.sub(x, c(1)), m.add(x, c(1))), square(x)),
      c(-1),
      true,
    ],
    ["but not 1", m.sub(m.mul(m.sub(x, c(1)), m.add(x, c(1))), square(x)), c(1), false],
    [
      "(x + y)² - (x - y)² is 4xy",
      m.sub(square(m.add(x, y)), square(m.sub(x, y))),
      m.mul(c(4), m.mul(x, y)),
      true,
    ],
    ["x² and y² may be equal or not", square(x), square(y), undefined],
    ["(x / y) y + x % y is x", m.add(m.mul(m.udiv(x, y), y), m.urem(x, y)), x, true],
    ["and of signed numbers", m.add(m.srem(x, y), m.mul(y, m.sdiv(x, y))), x, true],
    ["but not of both kinds", m.add(m.srem(x, y), m.mul(y, m.udiv(x, y))), x, undefined],
    ["10 (x / 10) + x % 10 is x", m.add(m.mul(c(10), m.udiv(x, c(10))), m.urem(x, c(10))), x, true],
    [
      "also of extended values",
      m.add(
        m.mul(m.zeroExtend(m.udiv(a, b), 64), m.zeroExtend(b, 64)),
        m.zeroExtend(m.urem(a, b), 64),
      ),
      m.zeroExtend(a, 64),
      true,
    ],
    ["x² + x is even, which is no identity of polynomials", m.add(square(x), x), c(1), undefined],
  ] as const)("%s", (_name, a, b, expected) => {
    const decide = (assertion: Term): boolean =>
      presolve(m, [assertion]).assertions.includes(m.false);
    expect(decide(m.not(m.eq(a, b)))).toBe(expected === true);
    expect(decide(m.eq(a, b))).toBe(expected === false);
  });

  test("an equation may say what a variable of another one is", () => {
    const [a, b] = [m.mul(m.sub(x, c(1)), m.add(x, c(1))), m.sub(y, square(x))];
    const facts = [m.eq(y, a), m.not(m.eq(b, c(-1)))];
    expect(presolve(m, facts).assertions).toEqual([m.false]);
    const others = [m.eq(y, a), m.eq(m.bvand(y, c(255)), c(8))];
    const { assertions, extended } = presolve(m, others);
    const value = new Evaluator(extended(({ name }) => (name === "x" ? 3n : 0n)));
    expect(assertions.length).toBeGreaterThan(0);
    expect([value.value(y), others.every((fact) => value.isTrue(fact))]).toEqual([8n, true]);
  });
});
