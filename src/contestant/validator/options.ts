import type { Budget } from "../call/index.ts";
import type { SatSolverFactory } from "../smt/index.ts";
import type { Ground } from "../techniques/index.ts";

/**
 * How a validator looks: at single executions, or at all of them symbolically
 * (what it finds is executed once more). The two share reading and places only.
 */
export const ENGINES = ["all", "execution", "symbolic"] as const;
export type Engine = (typeof ENGINES)[number];

export interface ValidationOptions {
  /** Absent: all. */
  readonly engine?: Engine;
  /** Proofs do not rest on this, because the answer that is to be confirmed does. */
  readonly without?: Ground;
  /** SHA-256 of the program, hexadecimal; undefined accepts a witness for another version of it. */
  readonly programHash: string | undefined;
  readonly dataModel: "ILP32" | "LP64";
  readonly budget: Budget;
  readonly createSatSolver: SatSolverFactory;
  /** What the process may use; default: no limit. */
  readonly memoryBytes?: number;
  readonly seed: number;
  readonly onProgress?: (message: string) => void;
}
