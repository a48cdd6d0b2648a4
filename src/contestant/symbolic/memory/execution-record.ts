/**
 * What a symbolic execution writes down on its way: proof obligations, the
 * choices of the environment, and what proofs need beside them. Everything is
 * guarded by the path condition under which it happens.
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
  /** Of memory: the bytes before this offset are no choice. */
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
  /** Calls within recursions whose contracts are looked for. */
  readonly calls: RecursiveCall[] = [];
  /** Invariants of generalised loops. */
  readonly invariants: LoopInvariants[] = [];
  /** Variables for what implementations choose, but no counterexample: nothing tells one from another. */
  readonly arbitrary: Term[] = [];
  /** All lists from above: a field that is added there is among them. */
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

/** Made by {@link ExecutionRecord.mark} only. */
export type RecordMark = readonly number[];
