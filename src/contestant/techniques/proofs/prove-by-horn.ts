import { claimOf } from "../claim.ts";
import type { AnalysisResult, TechniqueContext, TechniqueTask } from "../technique.ts";
import { type Attempt, proveByHornClauses } from "./horn-proof.ts";

/**
 * The common part of both techniques with Horn clauses, which differ in their queries to the
 * solver.
 */
export function proveByHorn(
  task: TechniqueTask,
  context: TechniqueContext,
  attempts: readonly Attempt[],
): AnalysisResult {
  const { solveHorn, budget, onProgress } = context;
  if (solveHorn === undefined) {
    return { kind: "unknown", reason: "there is no solver of Horn clauses" };
  }
  const { remainingSeconds: _, lemmas: __, ...claim } = claimOf(task, context);
  const options = { claim, budget, solve: solveHorn, onProgress };
  const { answer, program } = proveByHornClauses(task.program, attempts, options);
  if (answer.kind !== "true") {
    return { kind: "unknown", reason: answer.kind === "unknown" ? answer.reason : "no proof" };
  }
  const reason = "loops and functions have inductive invariants that suffice";
  return { kind: "true", reason, invariants: answer.invariants, program };
}
