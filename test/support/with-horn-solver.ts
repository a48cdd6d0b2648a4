import type { HornSolver } from "../../src/contestant/smt/index.ts";
import { HornProcess } from "../../src/contestant/solver/horn-solver.ts";

/** A solver whose process ends with what uses it. */
export function withHornSolver<T>(use: (solve: HornSolver) => T): T {
  const process = new HornProcess();
  try {
    return use((script, seconds) => process.solve(script, seconds));
  } finally {
    void process.dispose();
  }
}
