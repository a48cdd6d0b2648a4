import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SmtSolver } from "../../src/contestant/smt/solver.ts";
import { TermManager } from "../../src/contestant/smt/term.ts";
import { FLOAT32 } from "../../src/ground/util/ieee-float.ts";
import { ReferenceSat } from "../support/reference-sat.ts";
import { toSmtLib } from "../support/smt-lib.ts";
import { buildTerm, recipeOf } from "../support/term-recipes.ts";

describe("SMT-LIB text", () => {
  it("defines every term once", () => {
    const m = new TermManager();
    const [x, y] = [m.variable("x", 8), m.variable("a|b", 8)];
    const sum = m.add(x, y);
    expect(toSmtLib([m.ult(sum, m.bvxor(sum, m.constant(8, 5)))])).toMatchInlineSnapshot(`
      "(set-logic ALL)
      (declare-const |x| (_ BitVec 8))
      (declare-const |a_b| (_ BitVec 8))
      (define-fun t4 () (_ BitVec 8) (bvadd |x| |a_b|))
      (define-fun t6 () (_ BitVec 8) (bvxor #b00000101 t4))
      (define-fun t7 () Bool (bvult t4 t6))
      (assert t7)
      (check-sat)
      "
    `);
  });

  it("relates floating-point results to bits", () => {
    const m = new TermManager();
    const [x, mode] = [m.variable("x", 32), m.variable("mode", 3)];
    const sum = m.fpAdd(FLOAT32, mode, x, x);
    expect(toSmtLib([m.fpLt(FLOAT32, x, sum)])).toMatchInlineSnapshot(`
      "(set-logic ALL)
      (declare-const |x| (_ BitVec 32))
      (declare-const |mode| (_ BitVec 3))
      (declare-const t4 (_ BitVec 32))
      (assert (= ((_ to_fp 8 24) t4) (fp.add (ite (= |mode| #b000) RNE (ite (= |mode| #b001) RNA (ite (= |mode| #b010) RTP (ite (= |mode| #b011) RTN RTZ)))) ((_ to_fp 8 24) |x|) ((_ to_fp 8 24) |x|))))
      (assert (=> (fp.isNaN (fp.add (ite (= |mode| #b000) RNE (ite (= |mode| #b001) RNA (ite (= |mode| #b010) RTP (ite (= |mode| #b011) RTN RTZ)))) ((_ to_fp 8 24) |x|) ((_ to_fp 8 24) |x|))) (= t4 #b01111111110000000000000000000000)))
      (define-fun t5 () Bool (fp.lt ((_ to_fp 8 24) |x|) ((_ to_fp 8 24) t4)))
      (assert t5)
      (check-sat)
      "
    `);
  });
});

const hasZ3 = spawnSync("z3", ["--version"]).status === 0;

describe.skipIf(!hasZ3)("z3 (skipped when it is not installed)", { timeout: 120_000 }, () => {
  it("gives the same answers", () => {
    fc.assert(
      fc.property(recipeOf(0, 3), recipeOf(0, 3), (first, second) => {
        const m = new TermManager();
        const formula = m.and(buildTerm(m, first), buildTerm(m, second));
        const solver = new SmtSolver(m, new ReferenceSat());
        solver.assert(formula);
        fc.pre(formula.op !== "constant" && solver.gateCount < 250);
        const answer = execFileSync("z3", ["-in"], {
          input: toSmtLib([formula]),
          encoding: "utf8",
        });
        expect(answer.trim()).toBe(solver.check());
      }),
      { seed: 20261121, numRuns: 150 },
    );
  });
});
