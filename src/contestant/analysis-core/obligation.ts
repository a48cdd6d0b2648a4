/**
 * Proof obligations: what must not happen on an edge. Engines record them and
 * decide nothing; the specification says what each of them means.
 */
import type { CfaEdge } from "../cfa/index.ts";
import type { Check, EngineSpecification } from "../specification/index.ts";

/** @typeParam G - conditions, such as terms */
export interface Obligation<G> {
  readonly check: Check;
  /** Undefined for what belongs to no edge, such as initial values. */
  readonly edge: CfaEdge | undefined;
  /** The executions on which the check fails: of a proof, none may be left. */
  readonly guard: G;
  /** For people: what happens there. */
  readonly reason: string;
  /**
   * What may fail instead, where the engine does not know enough to say so: worth a replay, but nothing that
   * executions may be assumed not to do.
   */
  readonly suspected?: Check;
  /** Of the check `assertion`: which of them. */
  readonly assertion?: object;
}

const UNDEFINED = "possible undefined behaviour";

/** What the failure of an obligation means for the property at hand. */
export type Classify = EngineSpecification["classify"];

/** Proof obligations in the order in which they were met. */
export class Obligations<G> implements Iterable<Obligation<G>> {
  readonly #list: Obligation<G>[] = [];

  get length(): number {
    return this.#list.length;
  }

  /** Forgets the newest ones until so many are left. */
  set length(length: number) {
    if (length < this.#list.length) this.#list.length = length;
  }

  add(obligation: Obligation<G>): void {
    this.#list.push(obligation);
  }

  /** @param after - of those that came after so many */
  filter(isChosen: (obligation: Obligation<G>) => boolean, after = 0): Obligation<G>[] {
    return this.#list.slice(after).filter(isChosen);
  }

  of(check: Check): Obligation<G>[] {
    return this.#list.filter((obligation) => obligation.check === check);
  }

  has(check: Check): boolean {
    return this.#list.some((obligation) => obligation.check === check);
  }

  /** Takes out those of the newest that are chosen, all but the first `kept`. */
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

/** For messages: what stands in the way of a proof where a check may fail; the first ones are told first. */
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

/** Why a proof is not complete unless the obligations hold: those that are told together, and their text. */
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
