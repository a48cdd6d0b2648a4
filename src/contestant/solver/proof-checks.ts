/** The results of proof checks of the SAT solver so far; one object for a verification. */
import { defined } from "../../ground/util/defined.ts";

export class ProofChecks {
  #accepted = 0;
  #missing: string | undefined;
  #rejected: string | undefined;

  /** An answer "unsat" whose proof was checked. */
  accept(): void {
    this.#accepted++;
  }

  /** An answer "unsat" that could not be proved, which is no fault. */
  miss(reason: string): void {
    this.#missing ??= reason;
  }

  /** An answer "unsat" whose proof is wrong. */
  reject(reason: string): void {
    this.#rejected ??= reason;
  }

  /** Returns the results since the last call. */
  take(): TakenChecks {
    const taken: TakenChecks = {
      accepted: this.#accepted,
      ...defined({ missing: this.#missing, rejected: this.#rejected }),
    };
    this.#accepted = 0;
    this.#missing = undefined;
    this.#rejected = undefined;
    return taken;
  }
}

export interface TakenChecks {
  readonly accepted: number;
  /** Why an answer had no proof; the first reason. */
  readonly missing?: string;
  /** Why a proof was rejected: a fault of the solver, or of Agon; the first reason. */
  readonly rejected?: string;
}
