/**
 * The record of a symbolic execution: proof obligations, the choices of the environment, and further data for
 * proofs. Every entry is guarded by the path condition under which it happens.
 */

import type { LoopInvariants } from "../../analysis-core/index.ts";
import { Obligations } from "../../analysis-core/index.ts";
import type { CfaEdge, FunctionCfa } from "../../cfa/index.ts";
import type { Term } from "../../smt/index.ts";
import type { IndeterminateBase } from "./content-base.ts";
import type { State } from "./state.ts";

/** A value that the environment chooses, in the order of every path on which it is chosen. */
export interface InputEvent {
  readonly guard: Term;
  readonly edge: CfaEdge;
  /** The returned value, or the bytes of memory that became indeterminate. */
  readonly value: Term | IndeterminateBase;
  /** For memory: the bytes before this offset are not chosen. */
  readonly from?: number | Term;
}

/** A call within a recursion: the state holds the arguments in the parameters of the function. */
export interface RecursiveCall {
  readonly fn: FunctionCfa;
  readonly state: State;
}

export class ExecutionRecord {
  readonly obligations: Obligations<Term> = new Obligations();
  readonly inputs: InputEvent[] = [];
  /** Calls within recursions whose contracts are inferred. */
  readonly calls: RecursiveCall[] = [];
  /** Invariants of generalised loops. */
  readonly invariants: LoopInvariants[] = [];
  /** Variables for choices of the implementation, not of a counterexample: all of them are interchangeable. */
  readonly arbitrary: Term[] = [];
  /** All lists above, including any that are added there. */
  readonly #lists: readonly { length: number }[] = Object.values(this);

  /** A point to which {@link reset} can go back. */
  mark(): RecordMark {
    return this.#lists.map(({ length }) => length);
  }

  /** Forgets everything since the mark. */
  reset(mark: RecordMark): void {
    for (const [index, list] of this.#lists.entries()) list.length = mark[index] as number;
  }

  /** Forgets everything. */
  clear(): void {
    for (const list of this.#lists) list.length = 0;
  }
}

/** Created only by {@link ExecutionRecord.mark}. */
export type RecordMark = readonly number[];
