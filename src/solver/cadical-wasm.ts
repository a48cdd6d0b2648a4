/**
 * The embedded SAT solver: CaDiCaL (Biere et al., CaDiCaL 2.0, CAV 2024)
 * compiled to WebAssembly, package cadical-wasm.
 */
import { Cadical, createModule } from "cadical-wasm";
import type { SatSolver, SolverAnswer, SolverLimits } from "../smt/solver.ts";

/** Makes solvers that share one heap of WebAssembly (at most 2 GiB). */
export interface CadicalFactory {
  create(): SatSolver;
}

/**
 * Loads CaDiCaL into a heap of its own, which takes some tens of
 * milliseconds. When that heap is exhausted, all solvers of the factory
 * answer "unknown" from then on; ask for another factory to go on.
 */
export async function createCadical(): Promise<CadicalFactory> {
  // What CaDiCaL prints when it gives up must not reach the output of the program.
  const module = await createModule({ print: () => {}, printErr: () => {} });
  return { create: () => new CadicalSolver(() => new Cadical(module, { quiet: true })) };
}

const ANSWERS = { satisfiable: "sat", unsatisfiable: "unsat", unknown: "unknown" } as const;

class CadicalSolver implements SatSolver {
  /** Undefined once the heap is exhausted: nothing that was said to the solver counts any more. */
  #cadical: Cadical | undefined;
  #variables = 0;

  constructor(create: () => Cadical) {
    this.#cadical = this.#guard(create);
  }

  newVariable(): number {
    // Variables exist once they are used; only the option "factor", which is off, adds others.
    return ++this.#variables;
  }

  addClause(literals: readonly number[] | Int32Array): void {
    this.#guard(() => this.#cadical?.addClause(literals));
  }

  solve(assumptions: readonly number[], limits: SolverLimits = {}): SolverAnswer {
    const { deadline, conflicts } = limits;
    if (deadline?.()) return "unknown";
    const status = this.#guard(() => {
      this.#cadical?.setTerminate(deadline ?? null);
      return this.#cadical?.solve({
        assumptions,
        ...(conflicts === undefined ? {} : { conflicts }),
      });
    });
    return ANSWERS[status ?? "unknown"];
  }

  value(variable: number): boolean {
    return this.#cadical?.value(variable) ?? false;
  }

  failed(literal: number): boolean {
    return this.#cadical?.failed(literal) ?? false;
  }

  dispose(): void {
    this.#guard(() => this.#cadical?.dispose());
    this.#cadical = undefined;
  }

  /** Runs an action; an abort inside of WebAssembly makes this solver useless, not the program. */
  #guard<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      if (!isAbort(error)) throw error;
      this.#cadical = undefined;
      return undefined;
    }
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}
