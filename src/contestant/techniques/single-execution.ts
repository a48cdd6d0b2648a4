/** The single execution of a program without inputs, followed to its end by the interpreter. */
import { followSingleExecution } from "./search/falsifier.ts";
import { searched } from "./search/search-result.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

export const singleExecution: Technique = {
  id: "single-execution",
  title: "single execution",
  source: "a program without inputs has one execution",
  direction: "both",
  needsNoSolver: true,
  provesBy: "execution",
  grounds: {
    false: "the interpreter reached the violation",
    true: "the program has one execution, and it was followed to its end",
  },
  defaultShare: 0,
  supports: safetyOfOneThread,
  run: ({ program, specification }, { budget, onProgress }) => {
    onProgress("the single execution");
    return searched(followSingleExecution(program, specification, budget));
  },
};
