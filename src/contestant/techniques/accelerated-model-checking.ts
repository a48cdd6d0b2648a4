/**
 * Bounded model checking of a program in which loops that only count and sum up can do many
 * iterations at once (accelerators: Kroening, Lewis, Weissenbacher: "Under-approximating loops in C
 * programs for fast counterexample detection", FMSD 2015). Violations behind 10^9 iterations are
 * then a few unrollings away.
 */

import { withAcceleratedLoops } from "../cfa/index.ts";
import { checkBounded } from "../induction/index.ts";
import { Candidates, replaySteps } from "./candidates.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

/** Bound on the unrolled iterations between accelerations. */
const MAX_BOUND = 8;

export const acceleratedModelChecking: Technique = {
  id: "accelerated-model-checking",
  title: "bounded model checking with accelerated loops",
  source: "Kroening, Lewis, Weissenbacher, FMSD 2015",
  direction: "falsification",
  grounds: { false: "a model was replayed by the interpreter" },
  defaultShare: 0.05,
  briefSeconds: 0.4,
  capSeconds: 5,
  configurations: [
    {
      name: "accelerated-bmc",
      description: "bounded model checking where loops that count do many iterations at once",
    },
  ],
  supports: safetyOfOneThread,
  run: (task, context) => {
    const { budget, createSatSolver, onProgress } = context;
    const accelerated = withAcceleratedLoops(task.program);
    if (accelerated === undefined) {
      return {
        kind: "unknown",
        reason: "the program has no loop that only counts",
        isLasting: true,
      };
    }
    onProgress("bounded model checking with accelerated loops");
    const candidates = new Candidates(task, replaySteps(budget, task));
    const answer = checkBounded(
      accelerated.program,
      {
        specification: task.specification,
        createSatSolver,
        remainingSeconds: () => budget.remainingSeconds(),
        confirm: (choices) =>
          candidates.confirm(
            choices.map((choice) => ({ ...choice, edge: accelerated.originalOf(choice.edge) })),
          ),
      },
      0,
      MAX_BOUND,
    );
    // A proof must be about the program as it is.
    if (answer.kind === "true") {
      return { kind: "unknown", reason: "no violation of few iterations", isLasting: true };
    }
    const isWhole = answer.kind === "unknown" && !budget.isExhausted;
    const result = candidates.answer(answer);
    return result.kind === "unknown" && isWhole ? { ...result, isLasting: true } : result;
  },
};
