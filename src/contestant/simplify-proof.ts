/**
 * The invariants of a proof, checked once more as they will be read: as C
 * expressions, with nothing guessed beside them. What the proof does not need
 * is left out, the longest first.
 */
import { type EngineAnswer, type InductionOptions, proveInductively } from "../analysis/index.ts";
import type { SatSolver } from "../smt/index.ts";
import type { Specification } from "../specification/index.ts";
import { type Budget, joinInvariants, type LoadedProgram } from "../verifier/index.ts";

import type { CorrectnessWitness, Invariant } from "../witness/index.ts";
import { dropNeedless } from "./drop-needless.ts";
import { LoopPlaces } from "./loop-places.ts";

export interface SimplifiedProof {
  readonly witness: CorrectnessWitness;
  /** Whether the invariants of the witness alone prove the property. */
  readonly suffices: boolean;
}

export function simplifyProof(
  loaded: LoadedProgram,
  specification: Specification,
  witness: CorrectnessWitness,
  options: { readonly budget: Budget; readonly createSatSolver: () => SatSolver },
): SimplifiedProof {
  const { budget } = options;
  const places = new LoopPlaces(loaded);
  const prove = (invariants: readonly Invariant[], guesses: boolean): EngineAnswer => {
    const { assertions, isComplete } = places.assertions(invariants);
    if (!isComplete) return { kind: "unknown", reason: "an invariant has no place" };
    const claim: InductionOptions = {
      specification,
      createSatSolver: options.createSatSolver,
      remainingSeconds: () => budget.remainingSeconds(),
      confirm: () => false,
      assertions,
      guessesNothing: !guesses,
    };
    return proveInductively(loaded.program, claim);
  };
  const byLength = witness.invariants.toSorted((a, b) => b.expression.length - a.expression.length);
  const suffices = (rest: readonly Invariant[]): boolean => prove(rest, false).kind === "true";
  if (!suffices(byLength)) {
    // Some of what the proof needs cannot be said in C; what can be said must be shown to hold all the same, since who has to
    // prove it in vain confirms nothing.
    const holds = budget.isExhausted || prove(byLength, true).kind === "true";
    const kept = holds ? witness : { ...witness, invariants: [] };
    return { witness: joinInvariants(kept), suffices: false };
  }
  const needed = new Set(dropNeedless(byLength, suffices, () => budget.isExhausted));
  const invariants = witness.invariants.filter((invariant) => needed.has(invariant));
  return { witness: joinInvariants({ ...witness, invariants }), suffices: true };
}
