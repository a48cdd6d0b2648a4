/**
 * k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000), strengthened with
 * invariants (Beyer, Dangl, Wendler, CAV 2015).
 */
import { checkByKInduction } from "../induction/index.ts";
import { Candidates, REPLAY_STEPS } from "./candidates.ts";
import { claimOf } from "./claim.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

export const kInduction: Technique = {
  id: "k-induction",
  title: "k-induction",
  source: "Sheeran, Singh, Stålmarck, FMCAD 2000; Beyer, Dangl, Wendler, CAV 2015",
  direction: "both",
  provesBy: "symbolic",
  grounds: {
    false: "the base case (bounded model checking) has a model that was replayed",
    true: "as `induction`, but only the last of k iterations in a row may violate the property, and the first k - 1 are unrolled; or bounded model checking with bound k was complete",
  },
  configurations: [
    {
      name: "k-induction",
      description:
        "base case, forward condition and inductive step for k = 1, 2, 3, …, with the invariants of abstract interpretation",
      before: [{ technique: "abstract-interpretation", share: 0.1 }],
    },
  ],
  supports: safetyOfOneThread,
  run: (task, context) => {
    const candidates = new Candidates(task, () => REPLAY_STEPS);
    const answer = checkByKInduction(task.program, {
      ...claimOf(task, context),
      onPhase: (k) => context.onProgress(`k-induction, k = ${k}`),
      confirm: candidates.confirm,
    });
    if (answer.kind !== "true") return candidates.answer(answer);
    const reason = "base case, and inductive step or forward condition";
    return { kind: "true", reason, invariants: answer.invariants };
  },
};
