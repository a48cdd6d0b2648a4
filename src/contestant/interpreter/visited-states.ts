import { KeyTable } from "./key-table.ts";

/**
 * What is left to do in a state: threads as bits, see {@link ./sleep-sets.ts}. Undefined where nothing is: the same was met before.
 */
export interface Visit {
  /** Threads that have to go on from here. */
  readonly explores: number;
  /** Threads that need not: what follows was seen, or is going to be, in another order. */
  readonly sleep: number;
  /** Nothing was done here before. */
  readonly isNew: boolean;
}

/** All threads, and that none goes on. */
export const EVERYBODY = -1;

/**
 * States that were met, each with those threads that slept in it. Who comes again while fewer threads sleep explores
 * the others (Godefroid: "Partial-order methods for the verification of concurrent systems", LNCS 1032, 1996, chapter 6).
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
