/**
 * Proof obligations: events that must not happen on an edge. Engines record them without deciding anything; the
 * specification says what each of them means.
 */
import type { CfaEdge } from "../cfa/index.ts";
import type { Check, EngineSpecification } from "../specification/index.ts";

/** @typeParam G - conditions, such as terms */
export interface Obligation<G> {
  readonly check: Check;
  /** Undefined for events on no edge, such as initial values. */
  readonly edge: CfaEdge | undefined;
  /** The executions on which the check fails: a proof must show that there are none. */
  readonly guard: G;
  /** Describes the event, for messages. */
  readonly reason: string;
  /**
   * A check that may fail instead, where the engine knows too little to decide it: worth a replay, but executions
   * may not be assumed to avoid it.
   */
  readonly suspected?: Check;
  /** For the check `assertion`: the assertion. */
  readonly assertion?: object;
}

const UNDEFINED = "possible undefined behaviour";

/** Maps the failure of an obligation to its meaning for the property at hand. */
export type Classify = EngineSpecification["classify"];

/** Proof obligations in the order in which they were recorded. */
export class Obligations<G> implements Iterable<Obligation<G>> {
  readonly #list: Obligation<G>[] = [];

  get length(): number {
    return this.#list.length;
  }

  /** Drops the newest obligations until `length` are left. */
  set length(length: number) {
    if (length < this.#list.length) this.#list.length = length;
  }

  add(obligation: Obligation<G>): void {
    this.#list.push(obligation);
  }

  /** @param after - number of obligations to skip at the start */
  filter(isChosen: (obligation: Obligation<G>) => boolean, after = 0): Obligation<G>[] {
    return this.#list.slice(after).filter(isChosen);
  }

  of(check: Check): Obligation<G>[] {
    return this.#list.filter((obligation) => obligation.check === check);
  }

  has(check: Check): boolean {
    return this.#list.some((obligation) => obligation.check === check);
  }

  /** Takes out the chosen ones among the newest, all but the first `kept`. */
  takeAfter(kept: number, isChosen: (obligation: Obligation<G>) => boolean): Obligation<G>[] {
    const taken: Obligation<G>[] = [];
    for (const obligation of this.#list.splice(kept)) {
      (isChosen(obligation) ? taken : this.#list).push(obligation);
    }
    return taken;
  }

  [Symbol.iterator](): Iterator<Obligation<G>> {
    return this.#list[Symbol.iterator]();
  }
}

/**
 * Texts for messages: the reason why a proof is incomplete when a check may fail, in the order in which they are
 * reported.
 */
export const INCOMPLETENESS: Readonly<Record<Check, string>> = {
  unwinding: "not unrolled completely",
  assertion: "not proved",
  unsupported: "unsupported",
  undefined: UNDEFINED,
  overflow: UNDEFINED,
  dereference: UNDEFINED,
  free: UNDEFINED,
  call: "possible call of an error function",
  leak: "a block may be lost",
  unfreed: "a block may be left at the end",
  race: "possible data race",
  deadlock: "possible deadlock",
  cycle: "possible endless execution",
  unspecified: "unspecified result",
};

/**
 * The obligations that make a proof incomplete unless they hold, grouped as they are reported, with their texts.
 */
export function incompleteOnes<G>(
  obligations: Obligations<G>,
  classify: Classify,
): ReadonlyMap<string, readonly Obligation<G>[]> {
  const groups = new Map(
    Object.values(INCOMPLETENESS).map((text): [string, Obligation<G>[]] => [text, []]),
  );
  for (const obligation of obligations) {
    if (classify(obligation) !== "incomplete") continue;
    groups.get(INCOMPLETENESS[obligation.check])?.push(obligation);
  }
  return groups;
}
