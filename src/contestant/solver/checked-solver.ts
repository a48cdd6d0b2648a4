import type { SatSolver, SolverAnswer, SolverLimits } from "../smt/index.ts";
import { hasNativeCadical, NativeCadical } from "./native-cadical.ts";
import type { ProofChecks } from "./proof-checks.ts";

/** The reason of the answer "unknown" where no installed solver writes proofs. */
const NO_PROOFS =
  "the embedded CaDiCaL writes no proofs, and no other one is installed (package cadical)";

/**
 * An incremental solver whose answer "unsat" counts only with a proof. The embedded solver cannot
 * write one, so that the query is repeated, with the failed assumptions, by the installed one,
 * whose proof is checked against all clauses that were ever given.
 */
export class CheckedSolver implements SatSolver {
  readonly #inner: SatSolver;
  readonly #proving: NativeCadical;
  readonly #proofs: ProofChecks;
  readonly #remainingSeconds: () => number;

  /**
   * @param charge - gets the CPU seconds of other processes
   * @param remainingSeconds - for queries without a limit of their own
   */
  constructor(
    inner: SatSolver,
    proofs: ProofChecks,
    charge: (seconds: number) => void,
    remainingSeconds: () => number,
  ) {
    this.#inner = inner;
    this.#proofs = proofs;
    this.#proving = new NativeCadical(charge, proofs);
    this.#remainingSeconds = remainingSeconds;
  }

  newVariable(): number {
    this.#proving.newVariable();
    return this.#inner.newVariable();
  }

  addClause(literals: readonly number[] | Int32Array): void {
    this.#proving.addClause(literals);
    this.#inner.addClause(literals);
  }

  solve(assumptions: readonly number[], limits: SolverLimits = {}): SolverAnswer {
    const answer = this.#inner.solve(assumptions, limits);
    if (answer !== "unsat") return answer;
    if (!hasNativeCadical()) {
      this.#proofs.miss(NO_PROOFS);
      return "unknown";
    }
    const failed = assumptions.filter((literal) => this.#inner.failed(literal));
    const { seconds = this.#remainingSeconds(), ...others } = limits;
    const again = this.#proving.solve(failed, { ...others, seconds });
    if (again !== "sat") return again;
    this.#proofs.reject("the embedded CaDiCaL says unsatisfiable, the installed one satisfiable");
    return "unknown";
  }

  value(variable: number): boolean {
    return this.#inner.value(variable);
  }

  failed(literal: number): boolean {
    return this.#inner.failed(literal);
  }

  dispose(): void {
    this.#inner.dispose();
    this.#proving.dispose();
  }
}
