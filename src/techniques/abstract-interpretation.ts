/**
 * Intervals and equalities, merged at joins and widened at loop heads (Cousot,
 * Cousot: "Abstract interpretation: a unified lattice model", POPL 1977).
 */

import { interpretAbstractly } from "../analysis/index.ts";
import { defined } from "../util/defined.ts";
import { Candidates, replaySteps } from "./candidates.ts";
import { explorationOf } from "./claim.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

export const abstractInterpretation: Technique = {
  id: "abstract-interpretation",
  title: "abstract interpretation",
  source: "Cousot, Cousot, POPL 1977",
  direction: "both",
  needsNoSolver: true,
  provesBy: "values",
  grounds: {
    false: "a path was replayed by the interpreter",
    true: "ranges and equalities, merged at joins and widened, leave no violation",
  },
  defaultShare: 0.05,
  momentSeconds: 0.12,
  briefSeconds: 0.2,
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
    return candidates.answer(
      interpretAbstractly(task.program, {
        ...explorationOf(task, budget, candidates),
        ...defined({ onInvariants }),
      }),
    );
  },
};
