/**
 * Explicit values and ranges of all executions, without merging states (Beyer, Löwe:
 * "Explicit-state software model checking based on CEGAR and interpolation", FASE 2013; here with
 * growing precisions instead).
 */
import { analyseValues } from "../abstract-interpretation/index.ts";
import { Candidates, replaySteps } from "./candidates.ts";
import { explorationOf } from "./claim.ts";
import { type AnalysisResult, safetyOfOneThread, type Technique } from "./technique.ts";

interface ValuePrecision {
  /**
   * Number of values of a cell at a node, beyond which the cell is only known up to the program's
   * constants.
   */
  readonly maxValues: number;
  /** Whether constant differences of unknown values are tracked. */
  readonly knowsOffsets: boolean;
}

/** The last one is for explorations that end soon with a spurious violation. */
const VALUE_PRECISIONS: readonly ValuePrecision[] = [
  { maxValues: 8, knowsOffsets: false },
  { maxValues: 100, knowsOffsets: false },
  { maxValues: Number.POSITIVE_INFINITY, knowsOffsets: false },
  { maxValues: 100, knowsOffsets: true },
];

/** With less time than this, only the first precision runs. */
const UNDIVIDED_SECONDS = 0.35;

export const valueAnalysis: Technique = {
  id: "value-analysis",
  title: "value analysis",
  source: "Beyer, Löwe, FASE 2013",
  direction: "both",
  needsNoSolver: true,
  provesBy: "values",
  grounds: {
    false: "a path was replayed by the interpreter",
    true: "every abstract state was explored, and nothing made the exploration incomplete",
  },
  defaultShare: 0.15,
  momentSeconds: 0.15,
  briefSeconds: 0.15,
  capSeconds: 5,
  configurations: [
    {
      name: "value-analysis",
      description:
        "all executions with explicit values and ranges, distinguished by the constants of the program",
    },
  ],
  supports: safetyOfOneThread,
  run: (task, { budget, onProgress }) => {
    let result: AnalysisResult = { kind: "unknown", reason: "time limit" };
    let isSettled = false;
    for (const precision of VALUE_PRECISIONS) {
      const { maxValues, knowsOffsets } = precision;
      if (isSettled && !knowsOffsets) continue;
      if (budget.isExhausted) break;
      // The first precision decides most of the decidable programs, and half of a moment is too
      // little for any.
      const isDivided = Number.isFinite(maxValues) && budget.remainingSeconds() > UNDIVIDED_SECONDS;
      const share = isDivided ? 0.5 : 1;
      const part = budget.part(budget.remainingSeconds() * share);
      onProgress(
        `value analysis, ${maxValues} values a cell${knowsOffsets ? " and their differences" : ""}`,
      );
      const candidates = new Candidates(task, replaySteps(part, task));
      const { wasExact, ...answer } = analyseValues(task.program, {
        ...explorationOf(task, part, candidates),
        ...precision,
      });
      isSettled ||= wasExact;
      result = candidates.answer(answer);
      if (result.kind !== "unknown") break;
    }
    return result;
  },
};
