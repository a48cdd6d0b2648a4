import type { SatSolver } from "../smt/solver.ts";
import type { Budget } from "../verifier/budget.ts";

export interface ValidationOptions {
  /** SHA-256 of the program, hexadecimal. */
  readonly programHash: string;
  readonly dataModel: "ILP32" | "LP64";
  readonly budget: Budget;
  readonly createSatSolver: () => SatSolver;
  readonly seed: number;
  readonly onProgress?: (message: string) => void;
}
