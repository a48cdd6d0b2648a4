/**
 * Symbolic execution, path by path (King: "Symbolic execution and program
 * testing", CACM 1976).
 */
import { explorePaths } from "../symbolic/index.ts";
import { Candidates, replaySteps } from "./candidates.ts";
import { claimOf } from "./claim.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

export const symbolicExecution: Technique = {
  id: "symbolic-execution",
  title: "symbolic execution",
  source: "King, CACM 1976",
  direction: "both",
  provesBy: "symbolic",
  grounds: {
    false: "a path has a model that was replayed",
    true: "all paths came to an end, or back to a loop in a state like an earlier one; nothing unsupported and no undefined behaviour is satisfiable on them",
  },
  configurations: [
    {
      name: "symbolic-execution",
      description:
        "path by path, first those that lead to rarely reached code; TRUE when all have ended",
    },
    {
      name: "symbolic-execution-depth-first",
      description: "the same, the newest path first",
      order: "depth-first",
    },
    {
      name: "symbolic-execution-breadth-first",
      description: "the same, the oldest path first",
      order: "breadth-first",
    },
  ],
  supports: safetyOfOneThread,
  run: (task, context) => {
    const { budget, order, onProgress } = context;
    const candidates = new Candidates(task, replaySteps(budget, task));
    return candidates.answer(
      explorePaths(task.program, {
        ...claimOf(task, context),
        order,
        onProgress: (ended, waiting) =>
          onProgress(`symbolic execution, ${ended} paths ended, ${waiting} wait`),
        confirm: candidates.confirm,
      }),
    );
  },
};
