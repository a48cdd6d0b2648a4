/**
 * Bounded model checking with growing bounds and unwinding assertions (Clarke,
 * Kroening, Lerda: "A tool for checking ANSI-C programs", TACAS 2004).
 */
import { checkBounded } from "../induction/index.ts";
import { Candidates, REPLAY_STEPS } from "./candidates.ts";
import { claimOf } from "./claim.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

export const boundedModelChecking: Technique = {
  id: "bounded-model-checking",
  title: "bounded model checking",
  source: "Clarke, Kroening, Lerda, TACAS 2004",
  direction: "both",
  provesBy: "symbolic",
  grounds: {
    false: "a model was replayed by the interpreter",
    true: "no violation, no unfinished loop or recursion, nothing unsupported and no undefined behaviour is satisfiable",
  },
  defaultShare: 1,
  momentSeconds: 1,
  briefSeconds: 1,
  capSeconds: 60,
  configurations: [
    {
      name: "bmc",
      description: "bounded model checking with growing bounds and unwinding assertions",
    },
  ],
  supports: safetyOfOneThread,
  run: (task, context) => {
    const candidates = new Candidates(task, () => REPLAY_STEPS);
    let progress = context.progress ?? 0;
    const answer = checkBounded(
      task.program,
      {
        ...claimOf(task, context),
        onPhase: (bound) => {
          progress = bound;
          context.onProgress(`bounded model checking, bound ${bound}`);
        },
        confirm: candidates.confirm,
      },
      progress,
    );
    const result = candidates.answer(answer);
    return result.kind === "unknown" ? { ...result, progress } : result;
  },
};
