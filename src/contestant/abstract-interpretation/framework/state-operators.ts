/** The interface of a domain of whole states to the algorithm, and the two ways to make an analysis of it. */
import type { Successors } from "./analysis.ts";
import type { BlockTransfer } from "./block-transfer.ts";
import type { EdgeAnalysis, EdgeState } from "./edge-analysis.ts";
import type { PartitionKey, Reached } from "./reached-set.ts";
import { StateAnalysis, type StateParts } from "./state-analysis.ts";

export interface StateOperators<S> extends StateParts<S> {
  /** A key that determines a state: equal only for states that represent the same executions. */
  key(state: S): PartitionKey;
  /** Whether every execution of `fresh` is one of `reached`. Both are of one partition. */
  covers(reached: S, fresh: S): boolean;
  /**
   * A state that covers both.
   * @param widens - chains of such joins must be finite
   */
  join(reached: S, fresh: S, widens: boolean): S;
}

/** States are never merged; a state is dropped when an equal one was reached. For a {@link ReachedKeys}. */
export class SeparateStates<S extends EdgeState> extends StateAnalysis<S, StateOperators<S>> {
  /** Only keys are kept: the state itself is followed. */
  override post(state: S, _precision: undefined, out: Successors<S>): void {
    this.blocks.post(state, out);
  }

  override partition(state: S): PartitionKey {
    return this.operators.key(state);
  }

  override merge(_fresh: S, reached: S): S {
    return reached;
  }

  override stop(_fresh: S, _precision: undefined, alike: readonly unknown[] | undefined): boolean {
    return alike !== undefined;
  }
}

/** States of one partition are joined, so that there is one of them; where `widens` holds, by widening. */
export class JoinedStates<S extends EdgeState> extends StateAnalysis<S, StateOperators<S>> {
  readonly #widens: (reached: S) => boolean;

  constructor(
    edges: EdgeAnalysis<S>,
    blocks: BlockTransfer<S>,
    operators: StateOperators<S>,
    widens: (reached: S) => boolean,
  ) {
    super(edges, blocks, operators);
    this.#widens = widens;
  }

  override merge(fresh: S, reached: S): S {
    if (this.operators.covers(reached, fresh)) return reached;
    return this.operators.join(reached, fresh, this.#widens(reached));
  }

  override stop(
    fresh: S,
    _precision: undefined,
    alike: readonly Reached<S, undefined>[] | undefined,
  ): boolean {
    return alike?.some(({ state }) => this.operators.covers(state, fresh)) ?? false;
  }
}
