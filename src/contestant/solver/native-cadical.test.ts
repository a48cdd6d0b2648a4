import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { pigeons } from "../../../test/support/pigeons.ts";
import { buildTerm, recipeOf } from "../../../test/support/term-recipes.ts";
import { solveOnce } from "../smt/solve-once.ts";
import { SmtSolver } from "../smt/solver.ts";
import { TermManager } from "../smt/term.ts";
import { type CadicalFactory, createCadical } from "./cadical-wasm.ts";
import { hasNativeCadical, NativeCadical } from "./native-cadical.ts";

const SEED = 20261122;

let embedded: CadicalFactory;
beforeAll(async () => {
  embedded = await createCadical();
});

describe.skipIf(!hasNativeCadical())(
  "installed CaDiCaL (skipped when there is none)",
  { timeout: 120_000 },
  () => {
    const create = (): NativeCadical => new NativeCadical(() => {});

    it("takes clauses and assumptions, and gives models", () => {
      const sat = create();
      const [a, b, c] = [sat.newVariable(), sat.newVariable(), sat.newVariable()];
      expect(sat.solve([])).toBe("sat");
      sat.addClause([-a, b]);
      sat.addClause([-b, c]);
      expect(sat.solve([a])).toBe("sat");
      expect([a, b, c].map((variable) => sat.value(variable))).toEqual([true, true, true]);
      expect(sat.solve([a, -c])).toBe("unsat");
      expect(sat.failed()).toBe(true);
      expect(sat.solve([-c])).toBe("sat");
      expect(sat.value(a)).toBe(false);
      sat.addClause([]);
      expect(sat.solve([])).toBe("unsat");
      sat.dispose();
    });

    it("agrees with the embedded solver on random formulas, asked for once", () => {
      const answers = { sat: 0, unsat: 0, unknown: 0 };
      fc.assert(
        fc.property(recipeOf(0, 4), recipeOf(0, 4), (first, second) => {
          const m = new TermManager();
          const formula = m.and(buildTerm(m, first), buildTerm(m, second));
          const solver = new SmtSolver(m, embedded.create());
          solver.assert(formula);
          const expected = solver.check();
          solver.dispose();
          // solveOnce itself evaluates the model.
          expect(solveOnce(m, create(), [formula]).answer).toBe(expected);
          answers[expected]++;
        }),
        { seed: SEED, numRuns: 300 },
      );
      expect(answers.sat).toBeGreaterThan(30);
      expect(answers.unsat).toBeGreaterThan(30);
    });

    it("is ended after its CPU seconds, tells what it used, and can be asked again", () => {
      const charged: number[] = [];
      const sat = new NativeCadical((seconds) => charged.push(seconds));
      pigeons(sat, 12);
      expect(sat.solve([], { seconds: 1 })).toBe("unknown");
      expect(charged).toEqual([1]);
      const guard = sat.newVariable();
      sat.addClause([-guard]);
      expect(sat.solve([guard], { seconds: 5 })).toBe("unsat");
      expect(charged[1]).toBeLessThan(1);
    });

    it("runs twice where a core is idle, and answers and charges for both", () => {
      const charged: number[] = [];
      const sat = new NativeCadical(
        (seconds) => charged.push(seconds),
        undefined,
        () => true,
      );
      const [a, b] = [sat.newVariable(), sat.newVariable()];
      sat.addClause([-a, b]);
      expect(sat.solve([a], { seconds: 8 })).toBe("sat");
      expect([sat.value(a), sat.value(b)]).toEqual([true, true]);
      expect(sat.solve([a, -b], { seconds: 8 })).toBe("unsat");
      pigeons(sat, 12);
      expect(sat.solve([], { seconds: 4 })).toBe("unknown");
      expect(charged).toHaveLength(3);
      expect(charged[2]).toBe(4);
    });

    it("is not started without time", () => {
      const charged: number[] = [];
      const sat = new NativeCadical((seconds) => charged.push(seconds));
      expect(sat.solve([], { seconds: 0.5 })).toBe("unknown");
      expect(sat.solve([], { deadline: () => true })).toBe("unknown");
      expect(charged).toEqual([]);
    });
  },
);
