/** Sources of input values, which the program does not determine. */

import type { CallEdge, CfaEdge, ValueType } from "../../cfa/index.ts";
import type { InputSource } from "../../interpreter/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";

/**
 * Replays the choices of a counterexample: each edge consumes its own queue, in the order in which
 * the path takes the edge. Open choices are zero.
 */
export class ReplayInputs implements InputSource {
  readonly #queues = new Map<number, (bigint | Uint8Array)[]>();

  constructor(choices: readonly InputChoice[]) {
    for (const { edge, value } of choices) {
      const queue = this.#queues.get(edge.id);
      if (queue === undefined) this.#queues.set(edge.id, [value]);
      else queue.push(value);
    }
    for (const queue of this.#queues.values()) queue.reverse();
  }

  nondet(edge: CallEdge, _type: ValueType): bigint {
    const value = this.#queues.get(edge.id)?.pop();
    return typeof value === "bigint" ? value : 0n;
  }

  fill(edge: CfaEdge, _size: number): Uint8Array | undefined {
    const value = this.#queues.get(edge.id)?.pop();
    return value instanceof Uint8Array ? value : undefined;
  }
}

/** One shared object: a long run has millions of them. */
const NO_BYTES = new Uint8Array(0);

/** Passes on the values of another source and records them, so that the run can be repeated. */
export class RecordingInputs implements InputSource {
  readonly #source: InputSource;
  readonly choices: InputChoice[] = [];

  constructor(source: InputSource) {
    this.#source = source;
  }

  nondet(edge: CallEdge, type: ValueType): bigint {
    const value = this.#source.nondet(edge, type);
    this.choices.push({ edge, value });
    return value;
  }

  fill(edge: CfaEdge, size: number): Uint8Array | undefined {
    const value = this.#source.fill?.(edge, size);
    // An empty entry keeps the queue of the edge in step.
    this.choices.push({ edge, value: value ?? NO_BYTES });
    return value;
  }
}
