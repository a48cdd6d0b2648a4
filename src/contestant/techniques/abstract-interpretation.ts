/**
 * Abstract interpretation with intervals and equalities, merged at joins and widened at loop heads
 * (Cousot, Cousot: "Abstract interpretation: a unified lattice model", POPL 1977). Without a proof,
 * a second run separates states that differ in control variables (Mauborgne, Rival, ESOP 2005). An
 * earlier run replaces the fields of heap blocks by variables.
 */

import { defined } from "../../ground/util/defined.ts";
import {
  type ExplorationAnswer,
  hasControlStates,
  interpretAbstractly,
} from "../abstract-interpretation/index.ts";
import { Candidates, replaySteps } from "./candidates.ts";
import { explorationOf } from "./claim.ts";
import { proveWithBlockFields } from "./proofs/block-fields.ts";
import { type AnalysisResult, safetyOfOneThread, type Technique } from "./technique.ts";

/**
 * Share of the time for the proof with variables in place of the fields of blocks, which runs
 * first. The technique ends with it where it succeeds.
 */
const FIELDS_SHARE = 0.7;

export const abstractInterpretation: Technique = {
  id: "abstract-interpretation",
  title: "abstract interpretation",
  source: "Cousot, Cousot, POPL 1977; Mauborgne, Rival, ESOP 2005",
  direction: "both",
  needsNoSolver: true,
  provesBy: "values",
  grounds: {
    false: "a path was replayed by the interpreter",
    true: "ranges and equalities, merged at joins and widened, leave no violation",
  },
  defaultShare: 0.05,
  momentSeconds: 0.12,
  briefSeconds: 0.15,
  capSeconds: 5,
  configurations: [
    {
      name: "abstract-interpretation",
      description: "intervals and equalities, merged at every join, with widening",
    },
  ],
  supports: safetyOfOneThread,
  run: (task, { budget, onProgress, onInvariants }) => {
    onProgress("abstract interpretation");
    const candidates = new Candidates(task, replaySteps(budget, task));
    const proof = proveWithBlockFields(task, budget.part(budget.remainingSeconds() * FIELDS_SHARE));
    if (proof?.kind === "true") return candidates.answer(proof);
    const options = explorationOf(task, budget, candidates);
    const joined = candidates.answer(
      interpretAbstractly(task.program, { ...options, ...defined({ onInvariants }) }),
    );
    const isWhole = joined.kind === "unknown" && joined.isLasting === true;
    if (!isWhole || !hasControlStates(task.program)) return lasting(joined, proof);
    onProgress("abstract interpretation, control states apart");
    const apart = candidates.answer(
      interpretAbstractly(task.program, { ...options, keepsControlApart: true }),
    );
    return lasting(apart, proof);
  },
};

/** Returns the answer as lasting unless more time may change the proof. */
function lasting(answer: AnalysisResult, proof: ExplorationAnswer | undefined): AnalysisResult {
  if (answer.kind !== "unknown" || proof?.kind !== "unknown" || proof.isLasting === true)
    return answer;
  return { kind: "unknown", reason: answer.reason };
}
