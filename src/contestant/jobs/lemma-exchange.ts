/** The lemmas of the techniques of this thread, and of another thread that sends its own. */

import type { Invariant } from "../../ground/witness/index.ts";
import type { CfaNode } from "../cfa/index.ts";
import type { Lemmas } from "../plan/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Assertion } from "../symbolic/index.ts";
import { LoopPlaces } from "./loop-places.ts";

/** More invariants would cost the receivers more than they are worth. */
const MAX_LEMMAS = 400;

export class LemmaExchange implements Lemmas {
  readonly #places: LoopPlaces;
  readonly #known = new Map<string, Invariant>();
  readonly #receive: () => readonly Invariant[];
  readonly #send: (invariants: readonly Invariant[]) => void;
  #candidates: ReadonlyMap<CfaNode, readonly Assertion[]> = new Map();
  #isStale = false;
  #received = 0;

  /**
   * @param send - sends new invariants to the other thread
   * @param receive - returns the invariants of the other thread since the last call
   */
  constructor(
    loaded: LoadedProgram,
    send: (invariants: readonly Invariant[]) => void,
    receive: () => readonly Invariant[],
  ) {
    this.#places = new LoopPlaces(loaded);
    this.#send = send;
    this.#receive = receive;
  }

  add(invariants: readonly Invariant[]): void {
    const fresh = this.#learn(invariants);
    if (fresh.length > 0) this.#send(fresh);
  }

  candidates(): ReadonlyMap<CfaNode, readonly Assertion[]> {
    this.receivedCount();
    if (this.#isStale) {
      this.#candidates = this.#places.assertions([...this.#known.values()]).assertions;
      this.#isStale = false;
    }
    return this.#candidates;
  }

  receivedCount(): number {
    this.#received += this.#learn(this.#receive()).length;
    return this.#received;
  }

  #learn(invariants: readonly Invariant[]): Invariant[] {
    const fresh: Invariant[] = [];
    for (const invariant of invariants) {
      const { location, expression } = invariant;
      const key = `${location.line}:${location.column} ${expression}`;
      if (this.#known.has(key) || this.#known.size >= MAX_LEMMAS) continue;
      this.#known.set(key, invariant);
      this.#isStale = true;
      fresh.push(invariant);
    }
    return fresh;
  }
}
