/**
 * The value analysis of one thread, edge by edge, along the places that the exploration of threads has found: its
 * facts about locks and the order of threads decide which values of memory the thread sees.
 */

import type {
  AbstractState,
  CaseSplit,
  EdgeAnalysis,
  ValueEdges,
} from "../../abstract-interpretation/index.ts";
import type { AssumeEdge, CallEdge, CfaEdge } from "../../cfa/index.ts";
import type { Synchronisation } from "./synchronisation.ts";
import type { ThreadView, ThreadViews } from "./thread-view.ts";

export class ThreadEdges implements EdgeAnalysis<AbstractState> {
  readonly #values: ValueEdges;
  readonly #views: ThreadViews;
  readonly #synchronisation: Synchronisation;
  readonly #begin: () => AbstractState;

  constructor(
    values: ValueEdges,
    views: ThreadViews,
    synchronisation: Synchronisation,
    begin: () => AbstractState,
  ) {
    this.#values = values;
    this.#views = views;
    this.#synchronisation = synchronisation;
    this.#begin = begin;
  }

  initial(): AbstractState {
    return this.#begin();
  }

  fork(state: AbstractState): AbstractState {
    return this.#values.fork(state);
  }

  branches(
    state: AbstractState,
    edges: readonly AssumeEdge[],
    others: AbstractState[],
  ): readonly AssumeEdge[] {
    return this.#values.branches(state, edges, others);
  }

  post(state: AbstractState, edge: CfaEdge, others: AbstractState[]): AbstractState | undefined {
    const after = this.#values.post(state, edge, others);
    const busy = this.#synchronisation.takeBusy();
    if (after === undefined) return undefined;
    return busy === undefined
      ? this.#move(after, viewOf(after).successorsAt(after.node), others)
      : this.#attempt(after, edge as CallEdge, busy, others);
  }

  leave(state: AbstractState, others: AbstractState[]): AbstractState | undefined {
    if (state.frame.caller === undefined) this.#views.end(state, viewOf(state));
    const after = this.#values.leave(state, others);
    return after && this.#move(after, viewOf(after).successorsAt(after.node), others);
  }

  split(state: AbstractState, by: CaseSplit): readonly AbstractState[] {
    return this.#values.split(state, by);
  }

  isTarget(state: AbstractState): boolean {
    return this.#values.isTarget(state);
  }

  /** Moves the thread to one of the places; to none where the exploration has shown that it cannot continue. */
  #move(
    state: AbstractState,
    places: readonly ThreadView[],
    others: AbstractState[],
  ): AbstractState | undefined {
    const from = viewOf(state);
    const [first, ...rest] = places;
    for (const place of rest) {
      const other = this.#values.fork(state);
      other.hasMoved = true;
      this.#views.move(other, from, place);
      others.push(other);
    }
    if (first === undefined) return undefined;
    this.#views.move(state, from, first);
    return state;
  }

  /** Handles an attempt to take a lock. */
  #attempt(
    state: AbstractState,
    edge: CallEdge,
    busy: readonly number[],
    others: AbstractState[],
  ): undefined {
    const { situation } = viewOf(state);
    const places = viewOf(state).successorsAt(state.node);
    const isGain = (place: ThreadView): boolean =>
      place.situation.state.locks.length > situation.state.locks.length;
    const gains = places.some(isGain);
    for (const place of places) {
      let results = [0, ...busy];
      // With one more lock it was free; merged places may have been reached either way.
      if (isGain(place)) results = [0];
      else if (gains && !place.situation.isMerged && isMutex(edge)) results = [...busy];
      const other = this.#values.fork(state);
      other.hasMoved = true;
      this.#synchronisation.storeBusyResult(edge, other, results);
      this.#views.move(other, viewOf(other), place);
      others.push(other);
    }
    return undefined;
  }
}

function viewOf({ shared }: AbstractState): ThreadView {
  return shared as ThreadView;
}

/** Mutexes are always taken when the call returns success. */
function isMutex({ callee }: CallEdge): boolean {
  return callee.kind === "address" && /^(pthread_mutex|mtx)_/.test(callee.target.name);
}
