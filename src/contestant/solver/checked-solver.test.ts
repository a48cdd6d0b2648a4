import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { pigeons } from "../../../test/support/pigeons.ts";
import { ReferenceSat } from "../../../test/support/reference-sat.ts";
import { type CadicalFactory, createCadical } from "./cadical-wasm.ts";
import { CheckedSolver } from "./checked-solver.ts";
import { hasNativeCadical, NativeCadical } from "./native-cadical.ts";
import { ProofChecks } from "./proof-checks.ts";

const SEED = 20261124;

let embedded: CadicalFactory;
beforeAll(async () => {
  embedded = await createCadical();
});

/** A solver that never finds a model. */
class Pessimist extends ReferenceSat {
  override solve(): "unsat" {
    return "unsat";
  }
}

function checked(inner = embedded.create()): { sat: CheckedSolver; proofs: ProofChecks } {
  const proofs = new ProofChecks();
  return {
    sat: new CheckedSolver(
      inner,
      proofs,
      () => {},
      () => 60,
    ),
    proofs,
  };
}

describe.skipIf(!hasNativeCadical())(
  "answers with proofs (skipped when no CaDiCaL is installed)",
  { timeout: 120_000 },
  () => {
    test("incremental clauses and assumptions agree with the reference, each with a proof", () => {
      const literal = fc
        .tuple(fc.integer({ min: 1, max: 8 }), fc.boolean())
        .map(([variable, sign]) => (sign ? variable : -variable));
      const clauses = fc.array(fc.array(literal, { minLength: 1, maxLength: 3 }), {
        minLength: 20,
        maxLength: 50,
      });
      let accepted = 0;
      fc.assert(
        fc.property(clauses, fc.array(literal, { maxLength: 3 }), (formula, assumptions) => {
          const { sat, proofs } = checked();
          const reference = new ReferenceSat();
          for (const each of [sat, reference]) for (let i = 0; i < 8; i++) each.newVariable();
          let unsat = 0;
          for (const [index, clause] of formula.entries()) {
            for (const each of [sat, reference]) each.addClause(clause);
            if (index % 10 !== 9) continue;
            const expected = reference.solve(assumptions);
            expect(sat.solve(assumptions)).toBe(expected);
            if (expected === "unsat") unsat++;
          }
          expect(proofs.take()).toEqual({ accepted: unsat });
          accepted += unsat;
          sat.dispose();
        }),
        { seed: SEED, numRuns: 40 },
      );
      expect(accepted).toBeGreaterThan(20);
    });

    test("what the solver says without reason is not believed", () => {
      const { sat, proofs } = checked(new Pessimist());
      sat.addClause([sat.newVariable()]);
      expect(sat.solve([])).toBe("unknown");
      expect(proofs.take()).toEqual({
        accepted: 0,
        rejected: "the embedded CaDiCaL says unsatisfiable, the installed one satisfiable",
      });
      expect(proofs.take()).toEqual({ accepted: 0 });
    });

    test("without time there is no proof, and no answer", () => {
      const { sat, proofs } = checked();
      pigeons(sat, 5);
      expect(sat.solve([], { seconds: 0.5 })).toBe("unknown");
      expect(proofs.take()).toEqual({ accepted: 0, missing: "time limit" });
      expect(sat.solve([])).toBe("unsat");
      expect(proofs.take()).toEqual({ accepted: 1 });
    });

    test("a hard question is asked once, with its proof", () => {
      const proofs = new ProofChecks();
      const charged: number[] = [];
      const sat = new NativeCadical((seconds) => charged.push(seconds), proofs);
      pigeons(sat, 6);
      expect(sat.solve([])).toBe("unsat");
      const variable = sat.newVariable();
      sat.addClause([variable]);
      expect([sat.solve([-variable]), charged.length]).toEqual(["unsat", 2]);
      expect(proofs.take()).toEqual({ accepted: 2 });
    });
  },
);
