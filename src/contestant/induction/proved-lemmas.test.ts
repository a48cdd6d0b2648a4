import { expect, test } from "vitest";
import { loadProgram } from "../../../test/regression/verdicts.ts";
import { specificationOf } from "../specification/index.ts";
import type { Claim } from "../symbolic/claim.ts";
import { ProvedLemmas } from "./proved-lemmas.ts";

const { program } = loadProgram("p.c", "int main(void) { return 0; }", "LP64");

test("without candidates nothing is tried", () => {
  const claim: Claim = {
    specification: specificationOf({ formulas: [{ kind: "no-overflow" }] }),
    lemmas: () => new Map(),
    remainingSeconds: () => 1,
    createSatSolver: () => {
      throw new Error("a solver was asked for");
    },
    confirm: () => false,
  };
  expect(new ProvedLemmas(program, claim).proved()).toEqual(new Map());
});
