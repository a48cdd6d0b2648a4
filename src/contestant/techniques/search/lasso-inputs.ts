/**
 * Inputs of an infinite execution: those of the stem, then those of the cycle, repeated for ever.
 */
import type { ValueCycle } from "../../abstract-interpretation/index.ts";
import type { CallEdge, CfaEdge } from "../../cfa/index.ts";
import type { InputSource } from "../../interpreter/index.ts";

interface Queue {
  readonly values: bigint[];
  /** Index of the first repeated value. */
  start: number;
  next: number;
}

/** As in other replays, each edge has a queue of its own. Open choices are zero. */
export class LassoInputs implements InputSource {
  readonly #queues = new Map<CfaEdge, Queue>();

  constructor({ stem, cycle }: ValueCycle) {
    for (const { edge, value } of stem) this.#queueOf(edge).values.push(value);
    for (const queue of this.#queues.values()) queue.start = queue.values.length;
    for (const { edge, value } of cycle) this.#queueOf(edge).values.push(value);
  }

  #queueOf(edge: CfaEdge): Queue {
    const queue = this.#queues.get(edge) ?? { values: [], start: 0, next: 0 };
    this.#queues.set(edge, queue);
    return queue;
  }

  nondet(edge: CallEdge): bigint {
    const queue = this.#queues.get(edge);
    const value = queue?.values[queue.next];
    if (queue === undefined || value === undefined) return 0n;
    queue.next++;
    if (queue.next === queue.values.length) queue.next = queue.start;
    return value;
  }
}
