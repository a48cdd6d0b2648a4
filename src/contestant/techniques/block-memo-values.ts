/** Block-abstraction memoization for explicit values and ranges, with functions and loops as blocks. */
import {
  analyseValuesByBlocks,
  type ValueBlocksStatistics,
} from "../abstract-interpretation/index.ts";
import { Candidates, replaySteps } from "./candidates.ts";
import { explorationOf } from "./claim.ts";
import {
  type AnalysisResult,
  reachSafetyOfOneThread,
  type Technique,
  type TechniqueStatistics,
} from "./technique.ts";

/**
 * Number of values of a cell at a node, beyond which the cell is only known up to the program's
 * constants.
 */
const PRECISIONS = [8, 100, Number.POSITIVE_INFINITY] as const;

export const blockMemoValues: Technique = {
  id: "block-memo-values",
  title: "block-abstraction memoization of values",
  source: "Wonisch, Wehrheim, ICFEM 2012; Beyer, Friedberger, ESEC/FSE 2020",
  direction: "both",
  provesBy: "values",
  grounds: {
    false: "a path through the blocks was replayed by the interpreter",
    true: "every block was explored from every abstract state that it is entered with, and nothing made that incomplete",
  },
  configurations: [
    {
      name: "block-memo-values",
      description:
        "explicit values and ranges; functions and loops are explored separately and their summaries reused",
    },
  ],
  supports: reachSafetyOfOneThread,
  run: (task, { budget, onProgress }) => {
    let result: AnalysisResult = { kind: "unknown", reason: "time limit" };
    for (const maxValues of PRECISIONS) {
      const share = Number.isFinite(maxValues) ? 0.5 : 1;
      const part = budget.part(budget.remainingSeconds() * share);
      onProgress(`values of blocks, ${maxValues} values a cell`);
      const candidates = new Candidates(task, replaySteps(part, task));
      const { statistics, ...answer } = analyseValuesByBlocks(task.program, {
        ...explorationOf(task, part, candidates),
        maxValues,
      });
      result = { ...candidates.answer(answer), statistics: told(statistics) };
      if (result.kind !== "unknown") break;
    }
    return result;
  },
};

function told({
  functions,
  loops,
  hits,
  misses,
  states,
}: ValueBlocksStatistics): TechniqueStatistics {
  return {
    "functions as blocks": functions,
    "loops as blocks": loops,
    "cache hits": hits,
    "cache misses": misses,
    "stored states": states,
  };
}
