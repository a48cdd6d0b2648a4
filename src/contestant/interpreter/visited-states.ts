import { KeyTable } from "./key-table.ts";

/**
 * The remaining work in a state: threads as bits, see {@link ./sleep-sets.ts}. Undefined where
 * there is none: the same state was visited before.
 */
export interface Visit {
  /** Threads that have to run from here. */
  readonly explores: number;
  /** Threads that need not: their steps are explored in another order. */
  readonly sleep: number;
  /** Whether nothing was explored here before. */
  readonly isNew: boolean;
}

/** All threads, including the option that none runs. */
export const EVERYBODY = -1;

/**
 * Visited states, each with the threads that slept in it. A visit while fewer threads sleep
 * explores the others (Godefroid: "Partial-order methods for the verification of concurrent
 * systems", LNCS 1032, 1996, chapter 6).
 */
export class VisitedStates {
  readonly #sleepers = new KeyTable();

  get size(): number {
    return this.#sleepers.size;
  }

  visit(key: Int32Array, sleep: number): Visit | undefined {
    const before = this.#sleepers.get(key);
    if (before === undefined) {
      this.#sleepers.set(key, sleep);
      return { explores: EVERYBODY & ~sleep, sleep, isNew: true };
    }
    const awake = before & ~sleep;
    if (awake === 0) return undefined;
    this.#sleepers.set(key, before & sleep);
    return { explores: awake, sleep: before & sleep, isNew: false };
  }

  clear(): void {
    this.#sleepers.clear();
  }
}
