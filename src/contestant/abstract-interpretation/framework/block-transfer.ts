/**
 * The transfer along blocks (large steps, as in Beyer, Keremoglu, Wendler: "Predicate abstraction with
 * adjustable-block encoding", FMCAD 2010): all executions of a state are followed, edge by edge and depth first,
 * until they reach the end of a block, end themselves, or violate the property. No states are stored or compared on
 * the way.
 */
import type { AssumeEdge } from "../../cfa/index.ts";
import type { Successors } from "./analysis.ts";
import { CaseSplit, type EdgeAnalysis, type EdgeState } from "./edge-analysis.ts";

export interface BlockOptions<S> {
  /**
   * Whether a block ends at the state. Every cycle needs such places.
   * @param steps - edges since the state left the last end of a block, or was split off
   */
  readonly isBlockEnd: (state: S, steps: number) => boolean;
  /** Called regularly; throws to give up. */
  readonly checkBudget: () => void;
  /**
   * Edges between two checks of the budget, a power of two, where edges take long; default: {@link CHECK_INTERVAL}.
   */
  readonly checkInterval?: number;
}

/** Edges between two checks of the budget; a power of two. */
const CHECK_INTERVAL = 4096;

export class BlockTransfer<S extends EdgeState> {
  readonly #analysis: EdgeAnalysis<S>;
  readonly #options: BlockOptions<S>;
  #steps = 0;

  constructor(analysis: EdgeAnalysis<S>, options: BlockOptions<S>) {
    this.#analysis = analysis;
    this.#options = options;
  }

  /** Follows a state, which is used up. */
  post(start: S, out: Successors<S>): void {
    const analysis = this.#analysis;
    const { isBlockEnd, checkBudget, checkInterval = CHECK_INTERVAL } = this.#options;
    start.hasMoved = false;
    start.hasSplit = false;
    const work = [start];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      if (analysis.isTarget(next)) {
        out.add(next);
        continue;
      }
      let last = this.#steps;
      for (let state: S | undefined = next; state !== undefined; ) {
        if ((++this.#steps & (checkInterval - 1)) === 0) checkBudget();
        if (state.hasMoved && isBlockEnd(state, this.#steps - last)) {
          last = this.#steps;
          if (!out.add(state)) break;
        }
        try {
          state = this.#advance(state, work);
          if (state !== undefined) state.hasMoved = true;
        } catch (split) {
          if (!(split instanceof CaseSplit)) throw split;
          const [first, ...rest]: readonly S[] = this.#halves(state as S, split);
          work.push(...rest);
          state = first;
        }
      }
    }
  }

  /** The halves are not stored again where they are: the precision of a store may undo the split. */
  #halves(state: S, split: CaseSplit): readonly S[] {
    const halves = this.#analysis.split(state, split);
    for (const half of halves) {
      half.hasMoved = false;
      half.hasSplit = true;
    }
    return halves;
  }

  /** Takes one step; undefined when the execution ends. */
  #advance(state: S, work: S[]): S | undefined {
    const { node, frame } = state;
    if (node === frame.fn.exit) return this.#analysis.leave(state, work);
    const first = node.leaving[0];
    if (first === undefined) return undefined;
    if (first.kind !== "assume") return this.#analysis.post(state, first, work);
    return this.#branch(state, node.leaving as readonly AssumeEdge[], work);
  }

  #branch(state: S, edges: readonly AssumeEdge[], work: S[]): S | undefined {
    const analysis = this.#analysis;
    const taken = analysis.branches(state, edges, work);
    const [first] = taken;
    if (first === undefined) return undefined;
    if (taken.length === 1) return analysis.post(state, first, work);
    state.hasSplit = true;
    for (let i = 1; i < taken.length; i++) {
      const edge = taken[i] as AssumeEdge;
      const other = analysis.post(analysis.fork(state), edge, work);
      if (other === undefined) continue;
      other.hasMoved = true;
      work.push(other);
    }
    return analysis.post(state, first, work);
  }
}
