import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { expectToFollow, isSaidToFollow } from "../../../test/support/entailment.ts";
import { type CadicalFactory, createCadical } from "../solver/cadical-wasm.ts";
import { type Term, TermManager } from "./term.ts";

const SEED = 20261126;
const WIDTH = 8;
/** Values of the variables: small ones, and those where operations wrap around. */
const VALUES = [0, 1, 2, 3, 4, 6, 9, 12, 30, 64, 85, 127, 128, 129, 170, 200, 250, 254, 255];
const NAMES = ["x", "y", "d"] as const;

let cadical: CadicalFactory;
beforeAll(async () => {
  cadical = await createCadical();
});

interface Sum {
  readonly x: number;
  readonly y: number;
  readonly d: number;
  readonly rest: "none" | "one" | "remainder" | "choice" | "product";
}
const sum: fc.Arbitrary<Sum> = fc.record({
  x: fc.constantFrom(-1, 0, 0, 1, 2),
  y: fc.constantFrom(-1, 0, 0, 1, 3),
  d: fc.constantFrom(-1, 0, 0, 0, 1, 2),
  rest: fc.constantFrom("none", "none", "none", "one", "remainder", "choice", "product"),
});
const claim = fc.record({
  op: fc.constantFrom("divides", "divides", "divides", "divides", "eq", "slt", "ult", "positive"),
  left: sum,
  right: sum,
  /** The divisor: mostly the same variable. */
  by: fc.constantFrom("d", "d", "d", "d", "x", "sum"),
});
type Claim = typeof claim extends fc.Arbitrary<infer T> ? T : never;

function termOf(m: TermManager, { x, y, d, rest }: Sum, isSigned: boolean): Term {
  const [vx, vy, vd] = NAMES.map((name) => m.variable(name, WIDTH)) as [Term, Term, Term];
  const times = (factor: number, term: Term): Term => m.mul(m.constant(WIDTH, factor), term);
  const linear = m.add(m.add(times(x, vx), times(y, vy)), times(d, vd));
  switch (rest) {
    case "none":
      return linear;
    case "one":
      return m.add(linear, m.constant(WIDTH, 1));
    case "remainder":
      return m.add(linear, isSigned ? m.srem(vx, vy) : m.urem(vx, vy));
    case "choice":
      return m.ite(m.ult(vx, vy), vx, linear);
    case "product":
      return m.add(linear, m.mul(vx, vd));
  }
}

function conditionOf(m: TermManager, { op, left, right, by }: Claim, isSigned: boolean): Term {
  const a = termOf(m, left, isSigned);
  const b = termOf(m, right, isSigned);
  const zero = m.constant(WIDTH, 0);
  switch (op) {
    case "divides": {
      const divisor = by === "sum" ? b : m.variable(by, WIDTH);
      return m.eq(isSigned ? m.srem(a, divisor) : m.urem(a, divisor), zero);
    }
    case "eq":
      return m.eq(a, b);
    case "slt":
      return m.slt(a, b);
    case "ult":
      return m.ult(a, b);
    default:
      return m.slt(zero, a);
  }
}

describe("divisibility", () => {
  test("what is said to follow holds at every point", () => {
    let followed = 0;
    fc.assert(
      fc.property(
        fc.array(claim, { minLength: 2, maxLength: 4 }),
        claim,
        fc.boolean(),
        fc.tuple(fc.nat(120), fc.nat(120), fc.nat(120)),
        (given, goal, isSigned, bounds) => {
          const m = new TermManager();
          const small = NAMES.map((name, index) =>
            m.ult(m.variable(name, WIDTH), m.constant(WIDTH, (bounds[index] as number) + 1)),
          );
          // Half of the queries are about few numbers, so that nothing overflows.
          const within = (bounds[0] as number) % 2 === 0 ? small : [];
          const condition = m.and(...given.map((one) => conditionOf(m, one, isSigned)), ...within);
          const conclusion = conditionOf(m, { ...goal, op: "divides" }, isSigned);
          const question = [condition, conclusion] as const;
          if (isSaidToFollow(m, cadical, question, { conflicts: 2000 }) !== true) return;
          if (conclusion === m.true || condition === m.false) return;
          followed++;
          expectToFollow(question, { x: VALUES, y: VALUES, d: VALUES });
        },
      ),
      { seed: SEED, numRuns: Number(process.env.DIVISIBILITY_RUNS ?? 300) },
    );
    expect(followed).toBeGreaterThan(20);
  });

  const follows = (
    question: (m: TermManager, x: Term, y: Term, d: Term, q: Term) => readonly [Term, Term],
  ): boolean | undefined => {
    const m = new TermManager();
    const [x, y, d, q] = ["x", "y", "d", "q"].map((name) => m.variable(name, 32));
    return isSaidToFollow(m, cadical, question(m, x as Term, y as Term, d as Term, q as Term));
  };
  const divides = (m: TermManager, d: Term, x: Term): Term => m.eq(m.srem(x, d), m.constant(32, 0));
  const isPositive = (m: TermManager, x: Term): Term => m.slt(m.constant(32, 0), x);

  test("of a difference and the smaller number is that of the greater one", () => {
    const step = (isOrdered: boolean): boolean | undefined =>
      follows((m, x, y, d) => [
        m.and(
          ...(isOrdered ? [isPositive(m, y), m.slt(y, x)] : []),
          divides(m, d, m.sub(x, y)),
          divides(m, d, y),
        ),
        divides(m, d, x),
      ]);
    expect(step(true)).toBe(true);
    expect(step(false)).toBe(false);
  });

  test("of a remainder and the divisor is that of the dividend", () => {
    const step = follows((m, x, y, d) => [
      m.and(
        isPositive(m, x),
        isPositive(m, y),
        isPositive(m, d),
        divides(m, d, m.srem(x, y)),
        divides(m, d, y),
      ),
      divides(m, d, x),
    ]);
    expect(step).toBe(true);
  });

  test("no number divides a smaller one", () => {
    const isLess = follows((m, x, _, d) => [
      m.and(isPositive(m, x), divides(m, d, x), isPositive(m, d)),
      m.sle(d, x),
    ]);
    expect(isLess).toBe(true);
  });

  test("a multiple divides less than what it is a multiple of", () => {
    const twice = (m: TermManager, d: Term): Term => m.mul(m.constant(32, 2), d);
    const isMultiple = (byTwice: boolean): boolean | undefined =>
      follows((m, x, y, d) => {
        const small = [x, y, d].map((one) => m.ult(one, m.constant(32, 1000)));
        const by = byTwice ? twice(m, d) : d;
        return [m.and(...small, divides(m, by, x), m.eq(y, m.add(x, d))), divides(m, by, y)];
      });
    expect(isMultiple(false)).toBe(true);
    expect(isMultiple(true)).toBe(false);
  });
});
