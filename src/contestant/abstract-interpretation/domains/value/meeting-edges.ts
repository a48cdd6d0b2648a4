/**
 * The value analysis, edge by edge. Executions that diverge and meet again in equal states are followed only once
 * from there: k choices in sequence lead to 2^k executions, which seldom differ in as many states. Only states at
 * ends of blocks are stored as reached; the states remembered here may be forgotten at any time, at the price of
 * time.
 */
import type { AssumeEdge, CfaEdge, CfaNode } from "../../../cfa/index.ts";
import type { CaseSplit, EdgeAnalysis } from "../../framework/edge-analysis.ts";
import type { PartitionKey } from "../../framework/reached-set.ts";
import type { AbstractState } from "./abstract-state.ts";
import type { ValueEdges } from "./value-edges.ts";

/** Number of states that are remembered at a time; a safeguard for memory. */
const MAX_MET = 2_000_000;

/**
 * Number of arrivals of executions at a place after they diverged, and number of those that found an equal state.
 */
interface MeetingPlace {
  asked: number;
  met: number;
}

/** Number of arrivals after which the usefulness of a place is judged. */
const TRIALS = 1000;
/** A look-up costs as much as some steps: one in this many executions has to find an equal state. */
const MAX_ASKED_FOR_ONE = 20;

export class MeetingEdges implements EdgeAnalysis<AbstractState> {
  readonly #edges: ValueEdges;
  /** Nodes where a block ends: states stored there need not be remembered here. */
  readonly #ends: ReadonlySet<CfaNode>;
  readonly #keyOf: (state: AbstractState) => PartitionKey;
  readonly #places = new Map<CfaNode, MeetingPlace>();
  readonly #met = new Set<PartitionKey>();

  constructor(
    edges: ValueEdges,
    ends: ReadonlySet<CfaNode>,
    keyOf: (state: AbstractState) => PartitionKey,
  ) {
    this.#edges = edges;
    this.#keyOf = keyOf;
    this.#ends = ends;
  }

  initial(): AbstractState {
    return this.#edges.initial();
  }

  fork(state: AbstractState): AbstractState {
    state.partedAt = state.frame.depth;
    return this.#edges.fork(state);
  }

  split(state: AbstractState, by: CaseSplit): readonly AbstractState[] {
    state.partedAt = state.frame.depth;
    return this.#edges.split(state, by);
  }

  branches(
    state: AbstractState,
    edges: readonly AssumeEdge[],
    others: AbstractState[],
  ): readonly AssumeEdge[] {
    return this.#edges.branches(state, edges, others);
  }

  post(state: AbstractState, edge: CfaEdge, others: AbstractState[]): AbstractState | undefined {
    return this.#unlessMet(this.#edges.post(state, edge, others));
  }

  leave(state: AbstractState, others: AbstractState[]): AbstractState | undefined {
    return this.#unlessMet(this.#edges.leave(state, others));
  }

  isTarget(state: AbstractState): boolean {
    return this.#edges.isTarget(state);
  }

  /**
   * The state, where executions that have diverged may meet again for the first time; undefined when an equal state
   * was continued from there.
   */
  #unlessMet(state: AbstractState | undefined): AbstractState | undefined {
    if (state === undefined) return undefined;
    const { node, frame, partedAt } = state;
    if (frame.depth > partedAt || node.entering.length < 2 || this.#ends.has(node)) return state;
    state.partedAt = frame.depth - 1;
    const place = this.#placeAt(node);
    if (place.asked >= TRIALS && place.met * MAX_ASKED_FOR_ONE < place.asked) return state;
    place.asked++;
    state.prune();
    const key = this.#keyOf(state);
    if (this.#met.has(key)) {
      place.met++;
      return undefined;
    }
    if (this.#met.size >= MAX_MET) this.#met.clear();
    this.#met.add(key);
    return state;
  }

  #placeAt(node: CfaNode): MeetingPlace {
    let place = this.#places.get(node);
    if (place === undefined) {
      place = { asked: 0, met: 0 };
      this.#places.set(node, place);
    }
    return place;
  }
}
