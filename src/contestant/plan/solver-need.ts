/**
 * Why a verification stops on its way: from here on a SAT solver has to be there. Loading one takes an eighth of the
 * CPU time of an easy answer, which may need none.
 */
export interface SolverNeed {
  readonly needs: "solver";
}

/** What a verification says when the solver is there from the beginning. */
export function withSolver<T>(steps: Generator<SolverNeed, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
