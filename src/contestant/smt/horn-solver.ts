/** The interface of a solver of constrained Horn clauses. */

/** CPU seconds are those of the solver's process, which no clock of this process includes. */
export type HornAnswer = { readonly cpuSeconds: number } & (
  | {
      readonly kind: "solved";
      /** Definitions of the predicates in SMT-LIB. */
      readonly model: string;
    }
  /** Some error can be derived. */
  | { readonly kind: "no-solution" }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** Whether there is no solver here: the answer to every query would be the same. */
      readonly isAbsent?: boolean;
    }
);

/** Solves a script (SMT-LIB 2.6, logic HORN) within so many CPU seconds. */
export type HornSolver = (script: string, seconds: number) => HornAnswer;
