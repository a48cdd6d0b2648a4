import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { expectToFollow, isSaidToFollow } from "../../../test/support/entailment.ts";
import { type CadicalFactory, createCadical } from "../solver/cadical-wasm.ts";
import { type Term, TermManager } from "./term.ts";

const SEED = 20261126;
const WIDTH = 8;
/** Values of the variables: small ones, and those where operations wrap around. */
const VALUES = [0, 1, 2, 3, 4, 5, 7, 11, 16, 31, 64, 85, 127, 128, 129, 200, 255];

let cadical: CadicalFactory;
beforeAll(async () => {
  cadical = await createCadical();
});

interface Recipe {
  readonly op: string;
  readonly value: number;
  readonly parts: readonly Recipe[];
}

const { term: termRecipe } = fc.letrec<{ term: Recipe }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      op: fc.constantFrom("x", "x", "y", "y", "z", "constant"),
      value: fc.integer({ min: -3, max: 9 }),
      parts: fc.constant([]),
    }),
    fc.record({
      op: fc.constantFrom("add", "sub", "mul", "mul", "mul", "udiv", "urem", "sdiv", "srem", "ite"),
      value: fc.nat(9),
      parts: fc.tuple(tie("term"), tie("term")),
    }),
  ),
}));

function build(m: TermManager, { op, value, parts }: Recipe): Term {
  const [a, b] = parts.map((part) => build(m, part)) as [Term, Term];
  switch (op) {
    case "constant":
      return m.constant(WIDTH, value);
    case "add":
    case "sub":
    case "mul":
    case "udiv":
    case "urem":
    case "sdiv":
    case "srem":
      return m[op](a, b);
    case "ite":
      return m.ite(m.ult(m.variable("z", WIDTH), m.constant(WIDTH, value)), a, b);
    default:
      return m.variable(op, WIDTH);
  }
}

const relation = fc.record({
  op: fc.constantFrom("slt", "ult", "eq", "not slt", "not ult", "wide"),
  parts: fc.tuple(termRecipe, termRecipe),
});

/** Conditions and goals are comparisons, also of products that do not overflow in twice the width. */
function compare(m: TermManager, { op, parts }: { op: string; parts: [Recipe, Recipe] }): Term {
  const [a, b] = parts.map((part) => build(m, part)) as [Term, Term];
  switch (op) {
    case "slt":
      return m.slt(a, b);
    case "ult":
      return m.ult(a, b);
    case "eq":
      return m.eq(a, b);
    case "not slt":
      return m.sle(b, a);
    case "not ult":
      return m.ule(b, a);
    default: {
      const wide = (term: Term): Term => m.zeroExtend(term, 2 * WIDTH);
      const [x, y] = [m.variable("x", WIDTH), m.variable("y", WIDTH)];
      return m.eq(wide(a), m.mul(wide(x), wide(y)));
    }
  }
}

describe("orders of products", () => {
  test("what is said to follow holds at every point", () => {
    let followed = 0;
    const bounds = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(255));
    fc.assert(
      fc.property(
        fc.array(relation, { minLength: 1, maxLength: 3 }),
        relation,
        bounds,
        fc.boolean(),
        (given, goal, [xs, ys, zs], isBounded) => {
          const m = new TermManager();
          const below = (name: string, bound: number): Term =>
            m.ult(m.variable(name, WIDTH), m.constant(WIDTH, bound + 1));
          const condition = m.and(
            ...given.map((one) => compare(m, one)),
            ...(isBounded ? [below("x", xs), below("y", ys), below("z", zs)] : []),
          );
          const conclusion = compare(m, goal);
          const question = [condition, conclusion] as const;
          if (isSaidToFollow(m, cadical, question, { conflicts: 2000 }) !== true) return;
          if (conclusion === m.true || condition === m.false) return;
          followed++;
          expectToFollow(question, { x: VALUES, y: VALUES, z: [...VALUES, zs] });
        },
      ),
      { seed: SEED, numRuns: Number(process.env.ORDER_LEMMA_RUNS ?? 300) },
    );
    expect(followed).toBeGreaterThan(20);
  });

  const solved = (
    width: number,
    question: (m: TermManager, ...variables: Term[]) => readonly [Term, Term],
  ): boolean | undefined => {
    const m = new TermManager();
    const variables = ["n", "k", "c", "x", "y"].map((name) => m.variable(name, width));
    return isSaidToFollow(m, cadical, question(m, ...variables));
  };

  test("a common factor is taken out of an order, where nothing overflows", () => {
    const below = (m: TermManager, term: Term, bound: number): Term =>
      m.ult(term, m.constant(32, bound));
    const shorter = (bound: number): boolean | undefined =>
      solved(32, (m, n, k, c) => [
        m.and(
          below(m, n as Term, bound),
          below(m, c as Term, bound),
          below(m, k as Term, 1000),
          m.slt(m.mul(n as Term, k as Term), m.mul(c as Term, k as Term)),
        ),
        m.slt(n as Term, c as Term),
      ]);
    expect(shorter(1_000_000)).toBe(true);
    expect(shorter(100_000_000)).toBe(false);
  });

  test("what a division leaves says which quotient it has", () => {
    const isQuotient = (width: number, wide: number): boolean | undefined =>
      solved(width, (m, q, r, _, x, y) => {
        const extended = (term: Term | undefined): Term => m.zeroExtend(term as Term, wide);
        const sum = m.add(m.mul(extended(q), extended(y)), extended(r));
        return [
          m.and(m.eq(extended(x), sum), m.ult(r as Term, y as Term)),
          m.eq(q as Term, m.udiv(x as Term, y as Term)),
        ];
      });
    expect(isQuotient(32, 64)).toBe(true);
    expect(isQuotient(32, 32)).toBe(false);
  });

  test("a column of a row lies in a block of rows, where nothing overflows", () => {
    /** Elements of 4 bytes, as an access compares their offset with that of the last one. */
    const isInside = (bound: number, isColumn: (m: TermManager, j: Term, n: Term) => Term) =>
      solved(32, (m, n, k, _, x, y) => {
        const [columns, rows, i, j] = [n, k, x, y] as [Term, Term, Term, Term];
        const zero = m.constant(32, 0);
        const wide = (term: Term): Term => m.signExtend(term, 64);
        const bytes = (term: Term): Term => m.mul(m.constant(64, 4), term);
        const isSize = (term: Term): Term =>
          m.and(m.slt(zero, term), m.slt(term, m.constant(32, bound)));
        const natural = (term: Term): Term => m.sle(zero, term);
        const last = m.sub(bytes(m.mul(wide(rows), wide(columns))), m.constant(64, 4));
        const offset = bytes(wide(m.add(m.mul(i, columns), j)));
        return [
          m.and(
            ...[columns, rows].map(isSize),
            ...[i, j].map(natural),
            m.slt(i, rows),
            isColumn(m, j, columns),
          ),
          m.not(m.ult(last, offset)),
        ];
      });
    expect(isInside(10_000, (m, j, n) => m.slt(j, n))).toBe(true);
    expect(isInside(10_000, (m, j, n) => m.sle(j, n))).toBe(false);
    expect(isInside(100_000, (m, j, n) => m.slt(j, n))).toBe(false);
  });
});
