/** The interface that the SMT solver needs from a SAT solver. */

/** Bounds of one call of a solver; absent means unlimited. */
export interface SolverLimits {
  /** Polled during the search; true means stop now. */
  readonly deadline?: () => boolean;
  readonly conflicts?: number;
  /** CPU seconds that are left when the call begins: for solvers that cannot be interrupted. */
  readonly seconds?: number;
}

/**
 * Creates a SAT solver: an incremental one, or one for a single hard query, where a slow start does
 * not matter.
 */
export type SatSolverFactory = (use?: "hard-question") => SatSolver;

export type SolverAnswer = "sat" | "unsat" | "unknown";

/**
 * An incremental SAT solver. Literals are non-zero integers, -v negates the
 * variable v. Running out of memory is the answer "unknown", now and for
 * every later call, never an exception.
 */
export interface SatSolver {
  newVariable(): number;
  addClause(literals: readonly number[] | Int32Array): void;
  /** @param preferred - literals that should be true in a model if possible; no guarantee */
  solve(
    assumptions: readonly number[],
    limits?: SolverLimits,
    preferred?: readonly number[],
  ): SolverAnswer;
  /** Value of a variable in the model of the last answer "sat"; not after further clauses. */
  value(variable: number): boolean;
  /** Whether an assumption was used by the last answer "unsat". */
  failed(literal: number): boolean;
  dispose(): void;
}
