/** Safety of calls and arithmetic for any number of threads, from the program to an answer. */
import { NoTransitionSystem, proveThreadModularly, threadStepsOf } from "../../analysis/index.ts";
import { NoVisibleSteps, withVisibleSteps } from "../../cfa/index.ts";
import { type SatSolverFactory, TermManager, UnsupportedFloatOperator } from "../../smt/index.ts";
import type { AnalysisResult, TechniqueTask, TimeBudget } from "../technique.ts";

export function proveByThreadModularity(
  { program, specification }: TechniqueTask,
  budget: Pick<TimeBudget, "remainingSeconds">,
  createSatSolver: SatSolverFactory,
): AnalysisResult {
  const manager = new TermManager();
  const remainingSeconds = (): number => budget.remainingSeconds();
  try {
    const system = threadStepsOf(withVisibleSteps(program), manager, {
      ...specification.execution,
      classify: specification.classify,
      blockEnds: "loop-heads",
      checkBudget: () => {
        if (remainingSeconds() <= 0) throw new NoTransitionSystem("time limit");
      },
    });
    const answer = proveThreadModularly(manager, system, { createSatSolver, remainingSeconds });
    if (answer.kind === "unknown") return answer;
    const { places, pairs } = answer;
    const reason = `statements about ${places} places and ${pairs} pairs of places hold of any number of threads`;
    return { kind: "true", reason, invariants: [] };
  } catch (error) {
    const isExpected =
      error instanceof NoVisibleSteps ||
      error instanceof NoTransitionSystem ||
      error instanceof UnsupportedFloatOperator;
    if (!isExpected) throw error;
    return { kind: "unknown", reason: error.message };
  }
}
