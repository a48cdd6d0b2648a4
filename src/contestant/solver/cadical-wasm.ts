/**
 * The embedded SAT solver: CaDiCaL (Biere et al., CaDiCaL 2.0, CAV 2024)
 * compiled to WebAssembly, package cadical-wasm.
 */

import type { Cadical, CadicalModule } from "cadical-wasm";
import { defined } from "../../ground/util/defined.ts";
import { invariant } from "../../ground/util/errors.ts";
import { isMemoryExhaustion, isStackExhaustion } from "../../ground/util/exhaustion.ts";
import type { SatSolver, SolverAnswer, SolverLimits } from "../smt/index.ts";
import { reuseFunctions } from "./reused-functions.ts";

/** Makes solvers that share one heap of WebAssembly (at most 2 GiB). */
export interface CadicalFactory {
  create(): SatSolver;
}

/**
 * Loads CaDiCaL into a heap of its own, which takes some tens of milliseconds. When that heap is
 * exhausted, all solvers of the factory answer "unknown" from then on; another factory has a new
 * heap.
 */
export async function createCadical(): Promise<CadicalFactory> {
  // The output of CaDiCaL at an abort must not reach the output of the program.
  const { Cadical, createModule } = await import("cadical-wasm");
  const module = await createModule({ print: () => {}, printErr: () => {} });
  reuseFunctions(module);
  const heap: Heap = { Cadical, module, isExhausted: false };
  return { create: () => new CadicalSolver(heap) };
}

/** Loads CaDiCaL at its first use. */
export class LazyCadical implements CadicalFactory {
  #factory: CadicalFactory | undefined;

  async load(): Promise<void> {
    this.#factory ??= await createCadical();
  }

  create(): SatSolver {
    invariant(this.#factory !== undefined, "no SAT solver has been loaded");
    return this.#factory.create();
  }
}

interface Heap {
  readonly Cadical: typeof Cadical;
  readonly module: CadicalModule;
  /** Set by an abort inside of WebAssembly: no later answer from this heap is trusted. */
  isExhausted: boolean;
}

const ANSWERS = { satisfiable: "sat", unsatisfiable: "unsat", unknown: "unknown" } as const;

class CadicalSolver implements SatSolver {
  readonly #heap: Heap;
  readonly #cadical: Cadical | undefined;
  #variables = 0;

  constructor(heap: Heap) {
    this.#heap = heap;
    this.#cadical = this.#guard(() => new heap.Cadical(heap.module, { quiet: true }));
  }

  newVariable(): number {
    // Variables exist once they are used; only the option "factor", which is off, adds others.
    return ++this.#variables;
  }

  addClause(literals: readonly number[] | Int32Array): void {
    this.#guard(() => this.#cadical?.addClause(literals));
  }

  solve(
    assumptions: readonly number[],
    limits: SolverLimits = {},
    preferred: readonly number[] = [],
  ): SolverAnswer {
    const { deadline, conflicts } = limits;
    if (deadline?.()) return "unknown";
    const status = this.#guard(() => {
      this.#cadical?.setTerminate(deadline === undefined ? null : sometimes(deadline));
      for (const literal of preferred) this.#cadical?.phase(literal);
      const found = this.#cadical?.solve({
        assumptions,
        ...defined({ conflicts }),
      });
      for (const literal of preferred) this.#cadical?.unphase(literal);
      return found;
    });
    return ANSWERS[status ?? "unknown"];
  }

  value(variable: number): boolean {
    return this.#guard(() => this.#cadical?.value(variable)) ?? false;
  }

  failed(literal: number): boolean {
    return this.#guard(() => this.#cadical?.failed(literal)) ?? false;
  }

  dispose(): void {
    this.#guard(() => this.#cadical?.dispose());
  }

  /** Has no effect once the heap is exhausted; an abort is not passed on. */
  #guard<T>(action: () => T): T | undefined {
    if (this.#heap.isExhausted) return undefined;
    try {
      return action();
    } catch (error) {
      if (!isAbort(error)) throw error;
      this.#heap.isExhausted = true;
      return undefined;
    }
  }
}

/** CaDiCaL polls very often, and reading the clock of the process takes time. */
const QUESTIONS_PER_ANSWER = 64;

/** Polls the deadline only at some of the calls. */
function sometimes(deadline: () => boolean): () => boolean {
  let questions = 0;
  return () => ++questions % QUESTIONS_PER_ANSWER === 0 && deadline();
}

/** CaDiCaL aborts when it gets no memory or stack; then its data structures are inconsistent. */
function isAbort(error: unknown): boolean {
  const isTrap = error instanceof Error && error.name === "RuntimeError";
  return isTrap || isStackExhaustion(error) || isMemoryExhaustion(error);
}
