/** The common parts of all analyses whose elements are states at the ends of blocks. */
import type { Analysis, Successors } from "./analysis.ts";
import type { BlockTransfer } from "./block-transfer.ts";
import type { EdgeAnalysis, EdgeState } from "./edge-analysis.ts";
import type { PartitionKey, Reached } from "./reached-set.ts";

/** The interface of a domain of whole states to every such analysis. */
export interface StateParts<S> {
  /** Abstracts a state at the end of a block as far as required; changes it. */
  adjust(state: S): void;
  /** States of one partition are at one node with one call stack. */
  partition(state: S): PartitionKey;
}

/** Merge and stop are left to the analyses. */
export abstract class StateAnalysis<S extends EdgeState, Parts extends StateParts<S>>
  implements Analysis<S>
{
  protected readonly blocks: BlockTransfer<S>;
  protected readonly operators: Parts;
  readonly #edges: EdgeAnalysis<S>;

  constructor(edges: EdgeAnalysis<S>, blocks: BlockTransfer<S>, operators: Parts) {
    this.#edges = edges;
    this.blocks = blocks;
    this.operators = operators;
  }

  initial(): S {
    return this.#edges.initial();
  }

  initialPrecision(): undefined {
    return undefined;
  }

  /** The reached set keeps the state: a copy is followed. */
  post(state: S, _precision: undefined, out: Successors<S>): void {
    this.blocks.post(this.#edges.fork(state), out);
  }

  adjust(fresh: S): readonly [S, undefined] {
    this.operators.adjust(fresh);
    return [fresh, undefined];
  }

  partition(state: S): PartitionKey {
    return this.operators.partition(state);
  }

  abstract merge(fresh: S, reached: S): S;

  abstract stop(
    fresh: S,
    precision: undefined,
    alike: readonly Reached<S, undefined>[] | undefined,
  ): boolean;

  isTarget(state: S): boolean {
    return this.#edges.isTarget(state);
  }
}
