import type { SatSolver } from "../smt/solver.ts";
import type { Budget } from "../verifier/budget.ts";

export interface ValidationOptions {
  /** SHA-256 of the program, hexadecimal; undefined accepts a witness for another version of it. */
  readonly programHash: string | undefined;
  readonly dataModel: "ILP32" | "LP64";
  readonly budget: Budget;
  readonly createSatSolver: () => SatSolver;
  readonly seed: number;
  readonly onProgress?: (message: string) => void;
}
