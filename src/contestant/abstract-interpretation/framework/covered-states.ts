/**
 * Analyses with sets of states: kept separate, dropped when a reached one covers them, joined when there are many.
 */

import { Interruption } from "../../analysis-core/index.ts";
import type { BlockTransfer } from "./block-transfer.ts";
import type { EdgeAnalysis, EdgeState } from "./edge-analysis.ts";
import type { PartitionKey } from "./reached-set.ts";
import { StateAnalysis } from "./state-analysis.ts";
import type { StateOperators } from "./state-operators.ts";

export interface PartialJoins<S>
  extends Pick<StateOperators<S>, "adjust" | "partition" | "covers"> {
  /**
   * A state that covers both; undefined when there is none that is precise enough.
   * @param count - number of states of the partition: the more there are, the more may be forgotten
   */
  joined(reached: S, fresh: S, count: number): S | undefined;
}

export interface StateLimits {
  /** States of one partition that are kept separate, before joins are tried. */
  readonly separate: number;
  /** Number of states of one partition at which the analysis gives up. */
  readonly most: number;
}

export class CoveredStates<S extends EdgeState> extends StateAnalysis<S, PartialJoins<S>> {
  readonly #limits: StateLimits;
  readonly #counts = new Map<PartitionKey, number>();
  /** Fresh states that need no join: a reached one covers them. */
  readonly #covered = new WeakSet<S>();

  constructor(
    edges: EdgeAnalysis<S>,
    blocks: BlockTransfer<S>,
    operators: PartialJoins<S>,
    limits: StateLimits,
  ) {
    super(edges, blocks, operators);
    this.#limits = limits;
  }

  override merge(fresh: S, reached: S): S {
    const { operators } = this;
    if (this.#covered.has(fresh)) return reached;
    if (operators.covers(reached, fresh)) {
      this.#covered.add(fresh);
      return reached;
    }
    const count = this.#counts.get(operators.partition(fresh)) ?? 0;
    if (count < this.#limits.separate) return reached;
    const joined = operators.joined(reached, fresh, count);
    if (joined === undefined) return reached;
    this.#covered.add(fresh);
    return joined;
  }

  /** @throws Interruption when there are too many states */
  override stop(fresh: S): boolean {
    if (this.#covered.has(fresh)) return true;
    const key = this.operators.partition(fresh);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count > this.#limits.most) throw new Interruption("too many states of one location");
    return false;
  }
}
