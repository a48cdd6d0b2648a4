/** The states that an exploration has reached, by partition. */

import { Interruption } from "../../analysis-core/index.ts";
import type { ArgNode } from "./abstract-reachability-graph.ts";

/** Only states with equal keys are merged or compared. */
export type PartitionKey = string | number;

/** A reached state with its attributes. Merging replaces the state. */
export interface Reached<S, P> {
  state: S;
  precision: P;
  isWaiting: boolean;
  /** Its node in the abstract reachability graph, where one is built. */
  node: ArgNode<S> | undefined;
}

export interface ReachedSet<S, P> extends Iterable<Reached<S, P>> {
  /** Number of states that were added and not removed. */
  readonly size: number;
  /** The states of a partition; undefined when there is none, empty when they are not kept. */
  alike(key: PartitionKey): readonly Reached<S, P>[] | undefined;
  add(key: PartitionKey, entry: Reached<S, P>): void;
  /** Removes states: those below the pivot of a refinement, and those that a stronger label uncovered. */
  remove(key: PartitionKey, entry: Reached<S, P>): void;
}

/** Keeps the states, in lists by partition. */
export class PartitionedReachedSet<S, P> implements ReachedSet<S, P> {
  readonly #partitions = new Map<PartitionKey, Reached<S, P>[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  alike(key: PartitionKey): readonly Reached<S, P>[] | undefined {
    return this.#partitions.get(key);
  }

  add(key: PartitionKey, entry: Reached<S, P>): void {
    this.#size++;
    const partition = this.#partitions.get(key);
    if (partition === undefined) this.#partitions.set(key, [entry]);
    else partition.push(entry);
  }

  remove(key: PartitionKey, entry: Reached<S, P>): void {
    const partition = this.#partitions.get(key);
    const index = partition?.indexOf(entry) ?? -1;
    if (partition === undefined || index < 0) return;
    this.#size--;
    partition.splice(index, 1);
    if (partition.length === 0) this.#partitions.delete(key);
  }

  *[Symbol.iterator](): Iterator<Reached<S, P>> {
    for (const partition of this.#partitions.values()) yield* partition;
  }
}

/** Number of characters counted for a number that represents a state stored elsewhere. */
const NUMBER_CHARACTERS = 64;

/**
 * Keeps only the keys, for analyses whose key determines a state: states are not merged, and a state is covered by
 * equal ones. A key takes a fraction of the memory of a state.
 */
export class ReachedKeys<S, P> implements ReachedSet<S, P> {
  readonly #keys = new Set<PartitionKey>();
  readonly #maxCharacters: number;
  #characters = 0;

  /** @param maxCharacters - of all keys together; a safeguard for memory */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get size(): number {
    return this.#keys.size;
  }

  alike(key: PartitionKey): readonly Reached<S, P>[] | undefined {
    return this.#keys.has(key) ? [] : undefined;
  }

  /** @throws Interruption when there are too many keys. */
  add(key: PartitionKey): void {
    this.#keys.add(key);
    this.#characters += typeof key === "string" ? key.length : NUMBER_CHARACTERS;
    if (this.#characters > this.#maxCharacters) throw new Interruption("memory limit");
  }

  remove(key: PartitionKey): void {
    this.#keys.delete(key);
  }

  *[Symbol.iterator](): Iterator<Reached<S, P>> {}
}
