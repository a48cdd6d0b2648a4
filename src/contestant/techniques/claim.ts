/** The claims that techniques ask the engines about. */

import type { ExplorationOptions } from "../abstract-interpretation/index.ts";
import type { InductionOptions } from "../induction/index.ts";
import type { EngineAnswer } from "../symbolic/index.ts";

import type { Candidates } from "./candidates.ts";
import type { AnalysisResult, TechniqueContext, TechniqueTask, TimeBudget } from "./technique.ts";

export function claimOf(
  { specification }: TechniqueTask,
  { budget, createSatSolver, lemmas }: TechniqueContext,
): Omit<InductionOptions, "confirm"> {
  const remainingSeconds = (): number => budget.remainingSeconds();
  const claim = { specification, createSatSolver, remainingSeconds };
  return lemmas === undefined ? claim : { ...claim, lemmas };
}

/** Returns the answer of an engine that only proves: TRUE or UNKNOWN. */
export function proofOf(answer: EngineAnswer, reason: string): AnalysisResult {
  if (answer.kind === "true") return { kind: "true", reason, invariants: answer.invariants };
  return { kind: "unknown", reason: answer.kind === "unknown" ? answer.reason : "no proof" };
}

export function explorationOf(
  { specification }: TechniqueTask,
  budget: TimeBudget,
  { confirm }: Candidates,
): ExplorationOptions {
  return { specification, remainingSeconds: () => budget.remainingSeconds(), confirm };
}
