import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReferenceSat } from "../../../test/support/reference-sat.ts";
import { buildTerm, type Recipe, recipeOf } from "../../../test/support/term-recipes.ts";
import { Evaluator, evaluate } from "./evaluate.ts";
import { presolve } from "./presolve.ts";
import { solveOnce } from "./solve-once.ts";
import { SmtSolver } from "./solver.ts";
import { Substitution } from "./substitution.ts";
import { type Term, TermManager } from "./term.ts";

const SEED = 20261122;

/** The value of a variable from a random word: another one for each variable. */
function sample(word: bigint, variable: Term): bigint {
  const index = BigInt((variable.name as string).length + Number(/\d+$/.exec(variable.name ?? "")));
  return BigInt.asUintN(Math.max(variable.width, 1), word >> (index * 5n));
}

/** A typical literal of a program: a variable related to a constant or to another variable. */
const literal: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.constantFrom("eq", "distinct", "ult", "ule", "ugt", "uge", "slt", "sge"),
    fc.constantFrom(0, 1),
    fc.oneof(
      fc
        .bigInt({ min: 0n, max: 7n })
        .map((value): Recipe => ({ kind: "constant", width: 3, value })),
      fc.constantFrom(0, 1).map((index): Recipe => ({ kind: "variable", width: 3, index })),
    ),
  )
  .map(([op, index, right]) => ({
    kind: "apply",
    op,
    width: 0,
    args: [{ kind: "variable", width: 3, index }, right],
    high: 0,
    low: 0,
  }));

describe("assertions that are solved once", { timeout: 60_000 }, () => {
  it("keep the facts about a variable that occurs in definitions of others", () => {
    const m = new TermManager();
    const [a, b] = [m.variable("a", 8), m.variable("b", 8)];
    const isRemainder = (value: number): Term => m.eq(m.urem(a, b), m.constant(8, value));
    // a is 0 or 1 and less than b, so it is its own remainder.
    const facts = [m.ult(a, m.constant(8, 2)), m.ult(a, b)];
    const either = m.or(isRemainder(7), isRemainder(9));
    expect(solveOnce(m, new ReferenceSat(), [...facts, either]).answer).toBe("unsat");
  });

  it("are satisfiable exactly if they are without simplification", () => {
    let satisfiable = 0;
    const numRuns = 800;
    fc.assert(
      fc.property(
        fc.array(literal, { maxLength: 4 }),
        fc.array(fc.tuple(literal, recipeOf(0, 3)), { minLength: 1, maxLength: 3 }),
        (facts, violations) => {
          const m = new TermManager();
          const path = m.and(...facts.map((recipe) => buildTerm(m, recipe)));
          // Like the query of a checker: one of several events, each with the path that leads
          // there.
          const events = violations.map(([branch, goal]) =>
            m.and(path, buildTerm(m, branch), buildTerm(m, goal)),
          );
          const question = m.or(...events);
          const expected = new SmtSolver(m, new ReferenceSat()).check([question]);
          const { answer, value } = solveOnce(m, new ReferenceSat(), [question]);
          expect(answer).toBe(expected);
          if (answer !== "sat") return;
          satisfiable++;
          expect(value(question)).toBe(1n);
        },
      ),
      { seed: SEED, numRuns },
    );
    expect(satisfiable).toBeGreaterThan(numRuns / 20);
    expect(satisfiable).toBeLessThan(numRuns);
  });

  it("lose the variables whose values they say, in all that follows from them", () => {
    const m = new TermManager();
    const mode = m.variable("mode", 8);
    const limit = m.variable("limit", 32);
    const path = m.and(m.eq(mode, m.constant(8, 3)), m.ule(limit, m.constant(32, 7)));
    const next = m.add(m.signExtend(mode, 32), m.constant(32, 1));
    const events = [m.and(path, m.eq(next, limit)), m.and(path, m.ult(next, limit))];
    const { assertions, extended } = presolve(m, [m.or(...events)]);
    const left = new Set(assertions.flatMap((term) => variablesOf(term)));
    expect([...left].map(({ width }) => width)).toEqual([3]);
    const model = new Evaluator(extended((variable) => (variable.width === 3 ? 5n : 0n)));
    expect([model.value(mode), model.value(limit)]).toEqual([3n, 5n]);
  });

  it("are refuted without a solver when they contradict each other", () => {
    const m = new TermManager();
    const x = m.variable("x", 32);
    const y = m.variable("y", 32);
    const path = m.and(m.eq(x, y), m.eq(y, m.constant(32, 12)));
    const events = [1, 2, 3].map((i) => m.and(path, m.eq(m.add(x, y), m.constant(32, i))));
    expect(presolve(m, [m.or(...events)]).assertions).toEqual([m.false]);
  });

  it("keep a variable that stands for itself", () => {
    const m = new TermManager();
    const [x, y, z] = ["x", "y", "z"].map((name) => m.variable(name, 4)) as [Term, Term, Term];
    const circle = [m.eq(x, y), m.eq(y, z), m.eq(z, x), m.not(m.eq(x, m.constant(4, 0)))];
    const { answer, value } = solveOnce(m, new ReferenceSat(), circle);
    expect(answer).toBe("sat");
    expect(new Set([x, y, z].map(value)).size).toBe(1);
    expect(value(x)).not.toBe(0n);
  });
});

describe("a substitution", { timeout: 60_000 }, () => {
  it.each([0, 3, 8])("gives the value under the other assignment, width %i", (width) => {
    fc.assert(
      fc.property(
        recipeOf(width, 4),
        recipeOf(3, 2),
        fc.bigInt({ min: 0n, max: (1n << 80n) - 1n }),
        (recipe, replacement, word) => {
          const m = new TermManager();
          const term = buildTerm(m, recipe);
          const x = m.variable("x3_0", 3);
          const by = buildTerm(m, replacement);
          const old = (variable: Term): bigint => sample(word, variable);
          const replaced = new Substitution(m, new Map([[x, by]])).apply(term);
          const value = evaluate(by, old);
          const expected = evaluate(term, (variable) => (variable === x ? value : old(variable)));
          expect(evaluate(replaced, old)).toBe(expected);
        },
      ),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("rebuilds operators on floating-point numbers", () => {
    const m = new TermManager();
    const format = { exponentBits: 8, significandBits: 24 };
    const wide = { exponentBits: 11, significandBits: 53 };
    const x = m.variable("x", 32);
    const mode = m.variable("mode", 3);
    const terms = [
      m.fpAdd(format, mode, x, x),
      m.fpMul(format, mode, x, x),
      m.fpDiv(format, mode, m.constant(32, 0x3f800000), x),
      m.fpRem(format, x, m.constant(32, 0x3f800000)),
      m.fpFmod(format, x, m.constant(32, 0x3f800000)),
      m.fpSqrt(format, mode, x),
      m.fpFma(format, mode, x, x, x),
      m.fpRoundToIntegral(format, mode, x),
      m.fpEq(format, x, m.constant(32, 0x3f800000)),
      m.fpLt(format, x, m.constant(32, 0x3f800000)),
      m.fpLe(format, x, m.constant(32, 0x3f800000)),
      m.fpToFp(format, wide, mode, x),
      m.fpToSigned(format, 16, mode, x),
      m.fpToUnsigned(format, 64, mode, x),
      m.signedToFp(32, wide, mode, x),
      m.unsignedToFp(32, format, mode, x),
    ];
    const values = new Map([
      [x, 0x40490fdbn],
      [mode, 2n],
    ]);
    const bindings = new Map([...values].map(([v, value]) => [v, m.constant(v.width, value)]));
    const substitution = new Substitution(m, bindings);
    for (const term of terms) {
      const replaced = substitution.apply(term);
      expect(replaced.op, term.op).toBe("constant");
      expect(replaced.value, term.op).toBe(evaluate(term, (v) => values.get(v) ?? 0n));
    }
  });
});

function variablesOf(root: Term): Term[] {
  const found = new Set<Term>();
  const stack = [root];
  for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
    if (term.op === "variable") found.add(term);
    stack.push(...term.args);
  }
  return [...found];
}
