/**
 * The value analysis, edge by edge: location, call stack, and for every cell a value, an interval or a float
 * interval, with equalities between cells. The components of this product share one state for speed.
 */
import { type AssumeEdge, type CfaEdge, NEGATED } from "../../../cfa/index.ts";
import type { CaseSplit, EdgeAnalysis } from "../../framework/edge-analysis.ts";
import type { AbstractState } from "./abstract-state.ts";
import { ComparisonSplit } from "./comparison-split.ts";
import type { Transfer } from "./transfer.ts";

export class ValueEdges implements EdgeAnalysis<AbstractState> {
  readonly #transfer: Transfer;

  /** @param transfer - whose `onViolation` is {@link markViolation} */
  constructor(transfer: Transfer) {
    this.#transfer = transfer;
  }

  initial(): AbstractState {
    return this.#transfer.initial();
  }

  fork(state: AbstractState): AbstractState {
    return state.fork();
  }

  branches(
    state: AbstractState,
    edges: readonly AssumeEdge[],
    others: AbstractState[],
  ): readonly AssumeEdge[] {
    const { evaluator } = this.#transfer;
    const taken: AssumeEdge[] = [];
    evaluator.beginStep();
    for (const edge of edges) {
      const holds = evaluator.compileTest(edge.condition)(state);
      if (evaluator.overflow) {
        state.violation = edge;
        others.push(state);
        return [];
      }
      if (holds === undefined || holds === edge.truth) taken.push(edge);
    }
    return taken;
  }

  post(state: AbstractState, edge: CfaEdge, others: AbstractState[]): AbstractState | undefined {
    if (edge.kind === "assume") {
      // Comparisons were split off before; other conditions give no facts about values.
      state.node = edge.target;
      return state;
    }
    return this.#after(state, this.#transfer.step(state, edge), others);
  }

  leave(state: AbstractState, others: AbstractState[]): AbstractState | undefined {
    return this.#after(state, this.#transfer.leave(state), others);
  }

  #after(
    state: AbstractState,
    goesOn: boolean,
    others: AbstractState[],
  ): AbstractState | undefined {
    if (goesOn) return state;
    if (state.violation !== undefined) others.push(state);
    return undefined;
  }

  split(state: AbstractState, by: CaseSplit): readonly AbstractState[] {
    if (!(by instanceof ComparisonSplit)) throw new Error("a case split of another domain");
    const { symbol, operator, bound } = by;
    const other = state.fork();
    const halves: AbstractState[] = [];
    if (state.assume(symbol, operator, bound)) halves.push(state);
    if (other.assume(symbol, NEGATED[operator], bound)) halves.push(other);
    return halves;
  }

  isTarget({ violation }: AbstractState): boolean {
    return violation !== undefined;
  }
}

/** Marks a state as a target because of a violation. */
export function markViolation(state: AbstractState, edge: CfaEdge): void {
  state.violation = edge;
}
