import { proveByAffineRelations } from "../../transition-systems/index.ts";
import { proofOf } from "../claim.ts";
import type { AnalysisResult, TechniqueContext, TechniqueTask } from "../technique.ts";
import { proveByInvariantSearch } from "./invariant-search.ts";

/**
 * Tries to prove with the linear equations modulo the width that hold at loop heads; otherwise
 * UNKNOWN.
 */
export function proveByLinearEquations(
  task: TechniqueTask,
  {
    budget,
    createSatSolver,
    onProgress,
  }: Pick<TechniqueContext, "budget" | "createSatSolver"> &
    Partial<Pick<TechniqueContext, "onProgress">>,
): AnalysisResult {
  const claim = { specification: task.specification, createSatSolver, confirm: () => false };
  const answer = proveByInvariantSearch(
    task.program,
    { claim, budget, onProgress: onProgress ?? (() => undefined) },
    (manager, system, remainingSeconds) =>
      proveByAffineRelations(manager, system, { createSatSolver, remainingSeconds }),
  );
  return proofOf(answer, "linear equations hold at every loop head, and suffice");
}
