/**
 * Explicit values and ranges of all executions, states kept apart (Beyer,
 * Löwe: "Explicit-state software model checking based on CEGAR and
 * interpolation", FASE 2013; here with growing precisions instead).
 */
import { analyseValues } from "../abstract-interpretation/index.ts";
import { Candidates, replaySteps } from "./candidates.ts";
import { explorationOf } from "./claim.ts";
import { type AnalysisResult, safetyOfOneThread, type Technique } from "./technique.ts";

interface ValuePrecision {
  /** Values of a cell at a node before it is known up to the program's constants only. */
  readonly maxValues: number;
  /** Whether constant differences of unknown values are known. */
  readonly knowsOffsets: boolean;
}

/** The last one is for explorations that end soon with a violation that does not exist. */
const VALUE_PRECISIONS: readonly ValuePrecision[] = [
  { maxValues: 8, knowsOffsets: false },
  { maxValues: 100, knowsOffsets: false },
  { maxValues: Number.POSITIVE_INFINITY, knowsOffsets: false },
  { maxValues: 100, knowsOffsets: true },
];

/** So little time is for the first precision alone. */
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
        "all executions with known values and ranges, told apart by the constants of the program",
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
      // The first one decides most of what is decided at all, and half of a moment is too little for any.
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
