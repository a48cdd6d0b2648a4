/**
 * Why a verification pauses: from here on a SAT solver has to be loaded. Loading one takes an
 * eighth of the CPU time of an easy answer, which may need none.
 */
export interface SolverNeed {
  readonly needs: "solver";
}

/** Completes a verification for which the solver is loaded from the beginning. */
export function withSolver<T>(steps: Generator<SolverNeed, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
