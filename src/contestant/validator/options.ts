import type { Budget } from "../call/index.ts";
import type { SatSolverFactory } from "../smt/index.ts";
import type { Ground } from "../techniques/index.ts";

/**
 * The engine of a validator: single executions, or all of them symbolically (a result is executed
 * once more). The two share only reading and places.
 */
export const ENGINES = ["all", "execution", "symbolic"] as const;
export type Engine = (typeof ENGINES)[number];

export interface ValidationOptions {
  /** Absent: all. */
  readonly engine?: Engine;
  /** Proofs must not use this ground, because the answer to be confirmed does. */
  readonly without?: Ground;
  /** SHA-256 of the program, hexadecimal; undefined accepts a witness for another version of it. */
  readonly programHash: string | undefined;
  readonly dataModel: "ILP32" | "LP64";
  readonly budget: Budget;
  readonly createSatSolver: SatSolverFactory;
  /** Memory limit of the process; default: none. */
  readonly memoryBytes?: number;
  readonly seed: number;
  readonly onProgress?: (message: string) => void;
}
