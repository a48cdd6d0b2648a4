/**
 * Checks the invariants of a proof once more in their external form: as C expressions, without
 * further candidates. Unnecessary ones are left out, the longest first.
 */

import type { CorrectnessWitness, Invariant } from "../../ground/witness/index.ts";
import type { Budget } from "../call/index.ts";
import { type InductionOptions, proveInductively } from "../induction/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { SatSolver } from "../smt/index.ts";
import type { Specification } from "../specification/index.ts";
import { joinInvariants } from "../witness-out/index.ts";
import { dropNeedless } from "./drop-needless.ts";
import { LoopPlaces } from "./loop-places.ts";

export interface SimplifiedProof {
  readonly witness: CorrectnessWitness;
  /** Whether the invariants of the witness alone prove the property. */
  readonly suffices: boolean;
}

/** The result of checking invariants without any others. */
interface Shown {
  /** Whether they prove the property. */
  readonly suffices: boolean;
  /** The invariants that hold. */
  readonly invariants: readonly Invariant[];
}

export function simplifyProof(
  loaded: LoadedProgram,
  specification: Specification,
  witness: CorrectnessWitness,
  options: { readonly budget: Budget; readonly createSatSolver: () => SatSolver },
): SimplifiedProof {
  const { budget } = options;
  const places = new LoopPlaces(loaded);
  const prove = (invariants: readonly Invariant[]): Shown => {
    const { assertions, meanings, isComplete } = places.assertions(invariants);
    if (!isComplete) return { suffices: false, invariants: [] };
    const claim: InductionOptions = {
      specification,
      createSatSolver: options.createSatSolver,
      remainingSeconds: () => budget.remainingSeconds(),
      confirm: () => false,
      assertions,
      guessesNothing: true,
    };
    const answer = proveInductively(loaded.program, claim);
    if (answer.kind === "true") return { suffices: true, invariants };
    const proved = (answer.kind === "unknown" && answer.proved) || new Set();
    const isShown = (invariant: Invariant): boolean =>
      meanings.get(invariant)?.every((meaning) => proved.has(meaning)) === true;
    return { suffices: false, invariants: invariants.filter(isShown) };
  };
  const byLength = witness.invariants.toSorted((a, b) => b.expression.length - a.expression.length);
  const shown = prove(byLength);
  const suffices = (rest: readonly Invariant[]): boolean => prove(rest).suffices;
  // Some parts of a proof cannot be expressed in C. Invariants that were proved without them are
  // still written; unproved ones would only make a validator fail.
  const needed = new Set(
    shown.suffices ? dropNeedless(byLength, suffices, () => budget.isExhausted) : shown.invariants,
  );
  const invariants = witness.invariants.filter((invariant) => needed.has(invariant));
  return { witness: joinInvariants({ ...witness, invariants }), suffices: shown.suffices };
}
