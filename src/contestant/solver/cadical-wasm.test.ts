import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { pigeons } from "../../../test/support/pigeons.ts";
import { ReferenceSat } from "../../../test/support/reference-sat.ts";
import {
  BINARY,
  buildTerm,
  constantOf,
  RELATION,
  recipeOf,
} from "../../../test/support/term-recipes.ts";
import { randomIntegers } from "../../ground/util/pseudo-random.ts";
import { type SatSolver, SmtSolver } from "../smt/solver.ts";
import { type Term, TermManager } from "../smt/term.ts";
import { type CadicalFactory, createCadical } from "./cadical-wasm.ts";

const SEED = 20261121;

let cadical: CadicalFactory;
beforeAll(async () => {
  cadical = await createCadical();
});

describe("SAT solver", { timeout: 120_000 }, () => {
  const solvers: [string, () => SatSolver][] = [
    ["cadical", () => cadical.create()],
    ["reference", () => new ReferenceSat()],
  ];
  for (const [name, create] of solvers) {
    it(`${name}: incremental clauses, assumptions and failed assumptions`, () => {
      const sat = create();
      const [a, b, c] = [sat.newVariable(), sat.newVariable(), sat.newVariable()];
      expect(sat.solve([])).toBe("sat");
      sat.addClause([-a, b]);
      sat.addClause([-b, c]);
      expect(sat.solve([a])).toBe("sat");
      expect([a, b, c].map((variable) => sat.value(variable))).toEqual([true, true, true]);
      expect(sat.solve([a, -c])).toBe("unsat");
      expect(sat.failed(a) && sat.failed(-c)).toBe(true);
      expect(sat.solve([-c])).toBe("sat");
      expect(sat.value(a)).toBe(false);
      sat.addClause([]);
      expect(sat.solve([])).toBe("unsat");
      sat.dispose();
    });
  }

  it("agrees with the reference on random clauses, also incrementally", () => {
    const literal = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.boolean())
      .map(([v, s]) => (s ? v : -v));
    const clause = fc.array(literal, { minLength: 1, maxLength: 3 });
    const clauses = fc.array(clause, { minLength: 5, maxLength: 45 });
    const answers = new Set<string>();
    fc.assert(
      fc.property(clauses, fc.array(literal, { maxLength: 3 }), (formula, assumptions) => {
        const pair = [cadical.create(), new ReferenceSat()] as const;
        for (const sat of pair) for (let i = 0; i < 9; i++) sat.newVariable();
        formula.forEach((literals, i) => {
          for (const sat of pair) sat.addClause(literals);
          if (i % 8 !== 0 && i !== formula.length - 1) return;
          const [answer, expected] = pair.map((sat) => sat.solve(assumptions));
          expect(answer).toBe(expected);
          answers.add(expected as string);
        });
        pair[0].dispose();
      }),
      { seed: SEED, numRuns: 400 },
    );
    expect([...answers].sort()).toEqual(["sat", "unsat"]);
  });

  it("gives up at a deadline and at a number of conflicts, and can go on afterwards", () => {
    const sat = cadical.create();
    pigeons(sat, 11);
    const end = Date.now() + 150;
    expect(sat.solve([], { deadline: () => Date.now() > end })).toBe("unknown");
    expect(Date.now() - end).toBeLessThan(20_000);
    expect(sat.solve([], { conflicts: 100 })).toBe("unknown");
    expect(sat.solve([], { deadline: () => true })).toBe("unknown");
    const guard = sat.newVariable();
    sat.addClause([-guard]);
    expect(sat.solve([guard], { conflicts: 100 })).toBe("unsat");
    sat.dispose();
  });

  it("answers unknown when the heap is exhausted, for all solvers in it", async () => {
    const factory = await createCadical();
    const [sat, other] = [factory.create(), factory.create()];
    other.addClause([other.newVariable()]);
    sat.addClause([1_000_000_000]);
    for (const solver of [sat, other, factory.create()]) {
      solver.addClause([solver.newVariable()]);
      expect(solver.solve([])).toBe("unknown");
      solver.dispose();
    }
    expect((await createCadical()).create().solve([])).toBe("sat");
  });

  it("proves that pigeons do not fit", () => {
    const sat = cadical.create();
    pigeons(sat, 6);
    expect(sat.solve([])).toBe("unsat");
    sat.dispose();
  });
});

describe("SMT solver", { timeout: 120_000 }, () => {
  it("agrees with the reference solver on random formulas", () => {
    const answers = { sat: 0, unsat: 0, unknown: 0 };
    fc.assert(
      fc.property(recipeOf(0, 3), recipeOf(0, 3), recipeOf(0, 2), (first, second, third) => {
        const m = new TermManager();
        const [a, b, c] = [first, second, third].map((recipe) => buildTerm(m, recipe));
        const pair = [cadical.create(), new ReferenceSat()].map((sat) => new SmtSolver(m, sat));
        const results = pair.map((solver) => {
          solver.assert(a as Term);
          const early = solver.check([c as Term]);
          // The reference solver is for small circuits.
          fc.pre(solver.gateCount < 250);
          solver.assert(b as Term);
          const late = solver.check([c as Term]);
          answers[late]++;
          return [early, late, solver.check([m.not(b as Term)]), solver.check()];
        });
        expect(results[0]).toEqual(results[1]);
        for (const solver of pair) solver.dispose();
      }),
      { seed: SEED, numRuns: 600 },
    );
    expect(answers.sat).toBeGreaterThan(50);
    expect(answers.unsat).toBeGreaterThan(50);
  });

  const groups = { ...BINARY, ...RELATION };
  for (const [name, spec] of Object.entries(groups)) {
    it(`${name}: the result is determined by the operands`, () => {
      for (const width of [1, 4, 8, 16, 32, 64]) {
        const m = new TermManager();
        const solver = new SmtSolver(m, cadical.create());
        const [x, y] = [m.variable("x", width), m.variable("y", width)];
        const term = spec.build(m, [x, y]);
        const result = m.variable("result", term.width);
        solver.assert(m.eq(result, term));
        const samples = fc.sample(fc.tuple(constantOf(width), constantOf(width)), {
          seed: SEED,
          numRuns: 12,
        });
        for (const [a, b] of samples) {
          const inputs = [m.eq(x, m.constant(width, a)), m.eq(y, m.constant(width, b))];
          const expected = spec.meaning([a, b], width, width);
          expect(solver.check(inputs)).toBe("sat");
          expect(solver.value(result)).toBe(expected);
          expect(solver.value(m.ite(m.bool(true), x, y))).toBe(a);
          const other = m.not(m.eq(result, m.constant(term.width, expected)));
          expect(solver.check([...inputs, other])).toBe("unsat");
          expect(solver.failedAssumptions()).toContain(other);
        }
        solver.dispose();
      }
    });
  }

  it("finds factors and proves identities", () => {
    const m = new TermManager();
    const solver = new SmtSolver(m, cadical.create());
    const [x, y] = [m.variable("x", 32), m.variable("y", 32)];
    const isSmall = (term: typeof x) => m.ult(term, m.constant(32, 65536));
    const product = m.eq(m.mul(x, y), m.constant(32, 62837329));
    const proper = m.and(m.ult(m.constant(32, 1), x), m.ule(x, y), isSmall(x), isSmall(y));
    expect(solver.check([product, proper])).toBe("sat");
    expect(solver.value(x) * solver.value(y)).toBe(62837329n);
    expect(solver.modelOf([x]).get(x)).toBe(solver.value(x));
    const divided = m.add(
      m.mul(m.udiv(x, m.constant(32, 10)), m.constant(32, 10)),
      m.urem(x, m.constant(32, 10)),
    );
    expect(solver.check([m.not(m.eq(divided, x))], { conflicts: 200_000 })).toBe("unsat");
    solver.dispose();
  });

  it("knows of divisions what would need an induction over their steps", () => {
    const m = new TermManager();
    const solver = new SmtSolver(m, cadical.create());
    const [x, y] = [m.variable("x", 64), m.variable("y", 64)];
    const [quotient, remainder] = [m.udiv(x, y), m.urem(x, y)];
    const isZero = m.eq(y, m.constant(64, 0));
    for (const claim of [m.ult(remainder, y), m.ule(remainder, x), m.ule(quotient, x)]) {
      expect(solver.check([m.not(m.or(isZero, claim))], { conflicts: 100 })).toBe("unsat");
    }
    solver.dispose();
  });

  it("tries to make true in a model what is preferred", () => {
    const below = randomIntegers(SEED);
    const literal = (): number => (1 + below(60)) * (below(2) === 0 ? 1 : -1);
    const trueOnes = (clauses: readonly (readonly number[])[], sign: 1 | -1): number => {
      const sat = cadical.create();
      const variables = Array.from({ length: 60 }, () => sat.newVariable());
      for (const clause of clauses) sat.addClause(clause);
      const preferred = variables.map((variable) => sign * variable);
      const answer = sat.solve([], {}, preferred);
      const count = answer === "sat" ? variables.filter((one) => sat.value(one)).length : 0;
      sat.dispose();
      return count;
    };
    let [most, least] = [0, 0];
    for (let formula = 0; formula < 20; formula++) {
      const clauses = Array.from({ length: 230 }, () => [literal(), literal(), literal()]);
      most += trueOnes(clauses, 1);
      least += trueOnes(clauses, -1);
    }
    expect(most).toBeGreaterThan(least + 30);
  });

  it("answers for constant assertions and assumptions", () => {
    const m = new TermManager();
    const solver = new SmtSolver(m, cadical.create());
    solver.assert(m.true);
    expect(solver.check([m.true])).toBe("sat");
    expect(solver.check([m.false, m.true])).toBe("unsat");
    expect(solver.failedAssumptions()).toContain(m.false);
    expect(() => solver.value(m.true)).toThrow(/no model/);
    solver.assert(m.false);
    expect(solver.check()).toBe("unsat");
    solver.dispose();
  });
});
