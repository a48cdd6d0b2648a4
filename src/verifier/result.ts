/** The answer of the verifier, made of what a technique says: with a witness that strangers can check. */
import type { InputChoice } from "../analysis/index.ts";
import type { CfaProgram } from "../cfa/index.ts";
import type { Turn } from "../interpreter/index.ts";
import type { Specification } from "../specification/index.ts";
import type { AnalysisResult } from "../techniques/index.ts";
import type { Witness } from "../witness/index.ts";
import { createConcurrentWitness } from "./concurrent-witness.ts";
import { createCorrectnessWitness } from "./correctness-witness.ts";
import { createLassoWitness } from "./lasso-witness.ts";
import { createViolationWitness } from "./violation-witness.ts";

export type VerificationResult =
  | { readonly verdict: "true"; readonly witness: Witness; readonly reason: string }
  | {
      readonly verdict: "false";
      readonly witness: Witness;
      readonly subproperty: string;
      /** What the environment chose. */
      readonly choices: readonly InputChoice[];
      /** Of a program with threads: which of them ran when. */
      readonly turns?: readonly Turn[];
    }
  | { readonly verdict: "unknown"; readonly reason: string };

export function withWitness(
  program: CfaProgram,
  specification: Specification,
  result: AnalysisResult,
): VerificationResult {
  switch (result.kind) {
    case "unknown":
      return { verdict: "unknown", reason: result.reason };
    case "true": {
      const { invariants, reason } = result;
      const witness = createCorrectnessWitness(result.program ?? program, invariants);
      return { verdict: "true", witness, reason };
    }
    case "false": {
      const { subproperty, choices, turns, lasso } = result;
      if (lasso !== undefined) {
        const witness = createLassoWitness(program, lasso);
        return { verdict: "false", witness, subproperty, choices };
      }
      if (turns === undefined) {
        const witness = createViolationWitness(program, specification, choices);
        if (witness === undefined) {
          return { verdict: "unknown", reason: "the counterexample does not replay" };
        }
        return { verdict: "false", witness, subproperty, choices };
      }
      const witness = createConcurrentWitness(program, specification, { choices, turns });
      if (witness === undefined) {
        return { verdict: "unknown", reason: "the violation has no witness" };
      }
      return { verdict: "false", witness, subproperty, choices, turns };
    }
  }
}
