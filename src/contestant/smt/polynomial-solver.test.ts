import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type CadicalFactory, createCadical } from "../solver/cadical-wasm.ts";
import { evaluate } from "./evaluate.ts";
import { PolynomialSolver } from "./polynomial-solver.ts";
import { type Term, TermManager } from "./term.ts";

const SEED = 20261125;
const NARROW = 4;
const WIDTH = 8;

let cadical: CadicalFactory;
beforeAll(async () => {
  cadical = await createCadical();
});

interface Recipe {
  readonly op: string;
  readonly value: number;
  readonly parts: readonly Recipe[];
}

const LEAVES = ["signed x", "unsigned y", "signed sum", "unsigned sum", "constant"];
const { recipe } = fc.letrec<{ recipe: Recipe }>((tie) => ({
  recipe: fc.oneof(
    { maxDepth: 3 },
    fc.record({ op: fc.constantFrom(...LEAVES), value: fc.nat(9), parts: fc.constant([]) }),
    fc.record({
      op: fc.constantFrom("add", "sub", "mul", "mul", "choice", "half", "quotient"),
      value: fc.nat(9),
      parts: fc.tuple(tie("recipe"), tie("recipe")),
    }),
  ),
}));

function build(m: TermManager, { op, value, parts }: Recipe): Term {
  const [x, y] = [m.variable("x", NARROW), m.variable("y", NARROW)];
  const [a, b] = parts.map((part) => build(m, part)) as [Term, Term];
  switch (op) {
    case "signed x":
      return m.signExtend(x, WIDTH);
    case "unsigned y":
      return m.zeroExtend(y, WIDTH);
    case "signed sum":
      return m.signExtend(m.add(x, y), WIDTH);
    case "unsigned sum":
      return m.zeroExtend(m.add(x, m.constant(NARROW, value)), WIDTH);
    case "constant":
      return m.constant(WIDTH, value);
    case "add":
      return m.add(a, b);
    case "sub":
      return m.sub(a, b);
    case "mul":
      return m.mul(a, b);
    case "choice":
      return m.ite(m.slt(x, m.constant(NARROW, value)), a, b);
    case "half":
      return m.sdiv(a, m.constant(WIDTH, 2));
    default:
      return m.udiv(a, b);
  }
}

describe("what polynomials decide", () => {
  test("what is said to follow holds at every point", () => {
    let followed = 0;
    const equation = fc.tuple(recipe, recipe);
    fc.assert(
      fc.property(fc.array(equation, { maxLength: 2 }), equation, (given, goal) => {
        const m = new TermManager();
        const solver = new PolynomialSolver(m, () => cadical.create());
        const term = ([a, b]: readonly [Recipe, Recipe]): Term => m.eq(build(m, a), build(m, b));
        const condition = m.and(...given.map(term));
        const conclusion = term(goal);
        const [isImplied] = solver.entailed(condition, [conclusion], {});
        solver.dispose();
        if (isImplied !== true) return;
        followed++;
        for (let point = 0; point < 256; point++) {
          const at = (variable: Term): bigint =>
            BigInt(variable.name === "x" ? point & 15 : point >> 4);
          const holds = evaluate(condition, at) === 0n || evaluate(conclusion, at) === 1n;
          expect(holds, `seed ${SEED}, point ${point}`).toBe(true);
        }
      }),
      { seed: SEED, numRuns: 150 },
    );
    expect(followed).toBeGreaterThan(15);
  });

  test("an invariant of Euclid's algorithm is kept by both branches", () => {
    const m = new TermManager();
    const solver = new PolynomialSolver(m, () => cadical.create());
    const [a, b, p, q, r, s] = ["a", "b", "p", "q", "r", "s"].map((name) => m.variable(name, 64));
    const [ka, kb, kp, kq, kr, ks] = [a, b, p, q, r, s] as [Term, Term, Term, Term, Term, Term];
    const one = m.constant(64, 1);
    const invariant = m.eq(m.sub(m.mul(kp, ks), m.mul(kq, kr)), one);
    const isGreater = m.slt(kb, ka);
    const kept = m.eq(
      m.sub(
        m.mul(m.ite(isGreater, m.sub(kp, kq), kp), m.ite(isGreater, ks, m.sub(ks, kr))),
        m.mul(m.ite(isGreater, kq, m.sub(kq, kp)), m.ite(isGreater, m.sub(kr, ks), kr)),
      ),
      one,
    );
    const other = m.eq(m.mul(kp, ks), one);
    expect(solver.entailed(invariant, [kept, other], {})).toEqual([true, false]);
    solver.dispose();
  });

  test("facts hold in every question, and conditions in their own only", () => {
    const m = new TermManager();
    const solver = new PolynomialSolver(m, () => cadical.create());
    const [x, y] = ["x", "y"].map((name) => m.variable(name, 64)) as [Term, Term];
    const isSmall = (term: Term): Term => m.ult(term, m.constant(64, 20));
    solver.assert(m.ult(x, m.constant(64, 10)));
    const goals = [isSmall(x), isSmall(y), m.eq(m.mul(x, y), m.mul(x, x))];
    expect(solver.entailed(m.eq(x, y), goals, {})).toEqual([true, true, true]);
    expect(solver.entailed(m.true, goals, {})).toEqual([true, false, false]);
    solver.dispose();
  });

  test("halves of even numbers are halves", () => {
    const m = new TermManager();
    const solver = new PolynomialSolver(m, () => cadical.create());
    const [x, y] = [m.variable("x", 64), m.variable("y", 64)];
    const two = m.constant(64, 2);
    const isEven = m.eq(m.urem(y, two), m.constant(64, 0));
    const product = m.mul(m.mul(two, x), m.udiv(y, two));
    const same = m.eq(product, m.mul(x, y));
    expect(solver.entailed(isEven, [same], {})).toEqual([true]);
    expect(solver.entailed(m.true, [same], {})).toEqual([false]);
    solver.dispose();
  });

  test("signed numbers that are not negative are halved as well", () => {
    const m = new TermManager();
    const solver = new PolynomialSolver(m, () => cadical.create());
    const [x, y, p] = ["x", "y", "p"].map((name) => m.variable(name, 64)) as [Term, Term, Term];
    const two = m.constant(64, 2);
    const isOdd = m.eq(m.srem(y, two), m.constant(64, 1));
    const less = m.ite(isOdd, m.sub(y, m.constant(64, 1)), y);
    const product = m.mul(m.mul(two, x), m.sdiv(less, two));
    const kept = m.eq(m.add(m.ite(isOdd, x, m.constant(64, 0)), product), p);
    const before = m.eq(m.mul(x, y), p);
    const isNatural = m.sle(m.constant(64, 0), y);
    expect(solver.entailed(m.and(before, isNatural), [kept], {})).toEqual([true]);
    expect(solver.entailed(before, [kept], {})).toEqual([false]);
    solver.dispose();
  });

  test("what is too hard does not take with it what is not", () => {
    const m = new TermManager();
    const solver = new PolynomialSolver(m, () => cadical.create());
    const [x, y, z] = ["x", "y", "z"].map((name) => m.variable(name, 64)) as [Term, Term, Term];
    const by = (divisor: number): Term => m.udiv(m.bvxor(x, y), m.constant(64, divisor));
    const hard = m.ule(by(11), by(7));
    const products = m.eq(m.mul(x, y), m.mul(x, z));
    const isHalf = m.ule(by(2), m.bvxor(x, y));
    const goals = [hard, products, isHalf];
    expect(solver.entailed(m.eq(y, z), goals, { conflicts: 10 })).toEqual([false, true, true]);
    solver.dispose();
  });
});
