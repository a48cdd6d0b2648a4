/** Whether some execution takes a path, and the choices of the environment on it. */
import { solveOnce, type TermManager } from "../../smt/index.ts";
import { choicesIn, type InputChoice } from "../../symbolic/index.ts";
import { type PathPosition, positionsTo } from "./execution-path.ts";
import type { SolverSource } from "./location-solvers.ts";
import type { TransitionSystem } from "./transition-system.ts";

export type ConcreteExecution =
  | { readonly kind: "execution"; readonly choices: readonly InputChoice[] }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

export function concreteExecution(
  manager: TermManager,
  system: TransitionSystem,
  end: PathPosition,
  { createSatSolver, remainingSeconds }: SolverSource,
): ConcreteExecution {
  const positions = positionsTo(end);
  const conditions = positions.flatMap((position) => position.conditions);
  const deadline = (): boolean => remainingSeconds() <= 0;
  const solution = solveOnce(manager, createSatSolver(), conditions, { deadline });
  if (solution.answer !== "sat") {
    return { kind: solution.answer === "unsat" ? "none" : "unknown" };
  }
  const choices = positions.flatMap(({ step, renaming }) => {
    if (step === undefined || renaming === undefined) return [];
    const inputs = system.inputs.get(step.from) ?? [];
    return choicesIn(inputs, (term) => solution.value(renaming.apply(term)));
  });
  return { kind: "execution", choices };
}
