/**
 * The value analysis, edge by edge, where executions that part and meet again in equal states are followed once from
 * there: k choices one after the other make 2^k executions, which seldom differ in as many states. Only those that stand
 * at ends of blocks are stored as reached; what is remembered here may be forgotten at any time, at the price of time.
 */
import type { AssumeEdge, CfaEdge, CfaNode } from "../../../cfa/index.ts";
import type { CaseSplit, EdgeAnalysis } from "../../framework/edge-analysis.ts";
import type { PartitionKey } from "../../framework/reached-set.ts";
import type { AbstractState } from "./abstract-state.ts";
import type { ValueEdges } from "./value-edges.ts";

/** States that are remembered at a time; a safeguard for memory. */
const MAX_MET = 2_000_000;

/** How often executions came to a place after they had parted, and how often one in an equal state had been there. */
interface MeetingPlace {
  asked: number;
  met: number;
}

/** Times after which a place is judged by what it was good for. */
const TRIALS = 1000;
/** Who asks costs as much as some steps: of so many executions one has to meet another. */
const MAX_ASKED_FOR_ONE = 20;

export class MeetingEdges implements EdgeAnalysis<AbstractState> {
  readonly #edges: ValueEdges;
  /** Places where a block ends: what is stored there need not be remembered here. */
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

  /** Where executions that have parted may meet again for the first time: undefined when an equal state went on from there. */
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
