/** Analyses with sets of states: kept apart, dropped when a reached one covers them, joined when they get many. */
import type { Analysis, Successors } from "./analysis.ts";
import type { BlockTransfer } from "./block-transfer.ts";
import type { EdgeAnalysis, EdgeState } from "./edge-analysis.ts";
import { Interruption } from "./interruption.ts";
import type { PartitionKey, Reached } from "./reached-set.ts";
import type { StateOperators } from "./state-operators.ts";

export interface PartialJoins<S>
  extends Pick<StateOperators<S>, "adjust" | "partition" | "covers"> {
  /** A state that covers both; undefined when there is none that says enough. */
  joined(reached: S, fresh: S): S | undefined;
}

export interface StateLimits {
  /** States of one partition that are kept apart, before joins are tried. */
  readonly separate: number;
  /** States of one partition after which the analysis gives up. */
  readonly most: number;
}

export class CoveredStates<S extends EdgeState> implements Analysis<S> {
  readonly #edges: EdgeAnalysis<S>;
  readonly #blocks: BlockTransfer<S>;
  readonly #operators: PartialJoins<S>;
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
    this.#edges = edges;
    this.#blocks = blocks;
    this.#operators = operators;
    this.#limits = limits;
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
    const operators = this.#operators;
    if (this.#covered.has(fresh)) return reached;
    if (operators.covers(reached, fresh)) {
      this.#covered.add(fresh);
      return reached;
    }
    const count = this.#counts.get(operators.partition(fresh)) ?? 0;
    if (count < this.#limits.separate) return reached;
    const joined = operators.joined(reached, fresh);
    if (joined === undefined) return reached;
    this.#covered.add(fresh);
    return joined;
  }

  /** @throws Interruption when there are too many states */
  stop(
    fresh: S,
    _precision: undefined,
    _alike: readonly Reached<S, undefined>[] | undefined,
  ): boolean {
    if (this.#covered.has(fresh)) return true;
    const key = this.#operators.partition(fresh);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count > this.#limits.most) throw new Interruption("too many states of one location");
    return false;
  }

  isTarget(state: S): boolean {
    return this.#edges.isTarget(state);
  }
}
