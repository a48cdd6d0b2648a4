/** What a domain of whole states offers to the algorithm, and the two ways to make an analysis of it. */
import type { Analysis, Successors } from "./analysis.ts";
import type { BlockTransfer } from "./block-transfer.ts";
import type { EdgeAnalysis, EdgeState } from "./edge-analysis.ts";
import type { PartitionKey, Reached } from "./reached-set.ts";

export interface StateOperators<S> {
  /** Makes a state that has come to the end of a block as abstract as wanted; changes it. */
  adjust(state: S): void;
  /** States of one partition stand at one node with one call stack. */
  partition(state: S): PartitionKey;
  /** All about a state: equal only for states that stand for the same executions. */
  key(state: S): string;
  /** Whether every execution of `fresh` is one of `reached`. Both are of one partition. */
  covers(reached: S, fresh: S): boolean;
  /** A state that covers both. @param widens - chains of such joins must come to an end */
  join(reached: S, fresh: S, widens: boolean): S;
}

/** States are never merged; one is dropped when an equal one was reached. For a {@link ReachedKeys}. */
export class SeparateStates<S extends EdgeState> implements Analysis<S> {
  readonly #edges: EdgeAnalysis<S>;
  readonly #blocks: BlockTransfer<S>;
  readonly #operators: StateOperators<S>;

  constructor(edges: EdgeAnalysis<S>, blocks: BlockTransfer<S>, operators: StateOperators<S>) {
    this.#edges = edges;
    this.#blocks = blocks;
    this.#operators = operators;
  }

  initial(): S {
    return this.#edges.initial();
  }

  initialPrecision(): undefined {
    return undefined;
  }

  post(state: S, _precision: undefined, out: Successors<S>): void {
    this.#blocks.post(state, out);
  }

  adjust(fresh: S): readonly [S, undefined] {
    this.#operators.adjust(fresh);
    return [fresh, undefined];
  }

  partition(state: S): PartitionKey {
    return this.#operators.key(state);
  }

  merge(_fresh: S, reached: S): S {
    return reached;
  }

  stop(_fresh: S, _precision: undefined, alike: readonly unknown[] | undefined): boolean {
    return alike !== undefined;
  }

  isTarget(state: S): boolean {
    return this.#edges.isTarget(state);
  }
}

/** States of one partition are joined, so that there is one of them; those that `widens` names by widening. */
export class JoinedStates<S extends EdgeState> implements Analysis<S> {
  readonly #edges: EdgeAnalysis<S>;
  readonly #blocks: BlockTransfer<S>;
  readonly #operators: StateOperators<S>;
  readonly #widens: (reached: S) => boolean;

  constructor(
    edges: EdgeAnalysis<S>,
    blocks: BlockTransfer<S>,
    operators: StateOperators<S>,
    widens: (reached: S) => boolean,
  ) {
    this.#edges = edges;
    this.#blocks = blocks;
    this.#operators = operators;
    this.#widens = widens;
  }

  initial(): S {
    return this.#edges.initial();
  }

  initialPrecision(): undefined {
    return undefined;
  }

  /** The reached set keeps the state: a copy is followed. */
  post(state: S, _precision: undefined, out: Successors<S>): void {
    this.#blocks.post(this.#edges.fork(state), out);
  }

  adjust(fresh: S): readonly [S, undefined] {
    this.#operators.adjust(fresh);
    return [fresh, undefined];
  }

  partition(state: S): PartitionKey {
    return this.#operators.partition(state);
  }

  merge(fresh: S, reached: S): S {
    if (this.#operators.covers(reached, fresh)) return reached;
    return this.#operators.join(reached, fresh, this.#widens(reached));
  }

  stop(
    fresh: S,
    _precision: undefined,
    alike: readonly Reached<S, undefined>[] | undefined,
  ): boolean {
    return alike?.some(({ state }) => this.#operators.covers(state, fresh)) ?? false;
  }

  isTarget(state: S): boolean {
    return this.#edges.isTarget(state);
  }
}
