import { KeyTable } from "./key-table.ts";
import { EVERYBODY, type Visit } from "./visited-states.ts";

/**
 * Values of a state in which larger ones subsume smaller ones, and the threads that slept in it.
 */
interface Met {
  readonly values: readonly number[];
  readonly sleep: number;
}

/** The maximal visited states: an antichain for each key of the parts that must be equal. */
export class MaximalStates {
  readonly #indices = new KeyTable();
  #lists: Met[][] = [];
  #count = 0;

  /** Number of new states; some of them were replaced since. */
  get size(): number {
    return this.#count;
  }

  /**
   * Where all values of a visited state are as large, only threads that slept there and are awake
   * now remain.
   * @param values - as many for each state with the same key
   */
  visit(key: Int32Array, sleep: number, values: readonly number[]): Visit | undefined {
    const index = this.#indices.get(key);
    const list = index === undefined ? [] : (this.#lists[index] as Met[]);
    let visit: Visit = { explores: EVERYBODY & ~sleep, sleep, isNew: true };
    for (const met of list) {
      if (!isAtLeast(met.values, values)) continue;
      const awake = met.sleep & ~sleep;
      if (awake === 0) return undefined;
      visit = { explores: awake, sleep: met.sleep & sleep, isNew: false };
    }
    const state = { values, sleep: visit.sleep };
    const kept = list.filter((met) => !isCovered(met, state));
    kept.push(state);
    if (index === undefined) this.#indices.set(key, this.#lists.push(kept) - 1);
    else this.#lists[index] = kept;
    this.#count++;
    return visit;
  }

  clear(): void {
    this.#indices.clear();
    this.#lists = [];
    this.#count = 0;
  }
}

function isCovered(met: Met, by: Met): boolean {
  return (by.sleep & ~met.sleep) === 0 && isAtLeast(by.values, met.values);
}

function isAtLeast(one: readonly number[], other: readonly number[]): boolean {
  for (let i = 0; i < one.length; i++) {
    if ((one[i] as number) < (other[i] as number)) return false;
  }
  return true;
}
