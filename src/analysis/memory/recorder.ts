/**
 * What a symbolic execution reports: each record is guarded by the path
 * condition under which it happens. The verdict is a question about the
 * satisfiability of these guards.
 */
import type { CfaEdge, CfaNode, FunctionCfa } from "../../cfa/model/cfa.ts";
import type { Term } from "../../smt/term.ts";
import type { InvariantText } from "../core/loop-invariants.ts";
import type { IndeterminateBase } from "./content-base.ts";
import type { State } from "./state.ts";

/** A call within a recursion: the state holds the arguments in the parameters of the function. */
export interface RecursiveCall {
  readonly fn: FunctionCfa;
  readonly state: State;
}

/** Undefined behaviour that properties of memory speak of: an invalid access, or an invalid free. */
export type MemoryError = "dereference" | "free";

export interface GuardedEvent {
  readonly guard: Term;
  readonly reason: string;
  readonly edge: CfaEdge | undefined;
  /** Of undefined behaviour: what it violates for certain. */
  readonly error?: MemoryError;
}

/** A value that the environment chooses, in the order of every path on which it is chosen. */
export interface InputEvent {
  readonly guard: Term;
  readonly edge: CfaEdge;
  /** The returned value, or the bytes of memory that became indeterminate. */
  readonly value: Term | IndeterminateBase;
  /** Of memory: the bytes before this offset are no choice. */
  readonly from?: number;
}

export class Recorder {
  /** Violations of the property: calls of the error function, or overflows. */
  readonly violations: { readonly guard: Term; readonly edge: CfaEdge | undefined }[] = [];
  /** Executions that were not followed to their end: loop and recursion bounds. */
  readonly cuts: GuardedEvent[] = [];
  /** Executions that reach something without a model. */
  readonly unsupported: GuardedEvent[] = [];
  /** Executions whose behaviour C leaves undefined from here on. */
  readonly undefinedBehaviour: GuardedEvent[] = [];
  /** Operations that C leaves undefined and that were given any result: what is proved holds whichever it is. */
  readonly unspecified: { readonly guard: Term }[] = [];
  /** Assertions (invariants of a witness) that do not hold; `assertion` tells them apart. */
  readonly failedAssertions: (GuardedEvent & { readonly assertion: object })[] = [];
  readonly inputs: InputEvent[] = [];
  /** Calls within recursions whose contracts are looked for. */
  readonly calls: RecursiveCall[] = [];
  /** Invariants of generalised loops, once for every activation in which the loop is reached. */
  readonly invariants: { readonly node: CfaNode; readonly invariants: readonly InvariantText[] }[] =
    [];
  /** All lists from above: a field that is added there is among them. */
  readonly #lists: readonly unknown[][] = Object.values(this);

  /** A point to which {@link reset} can go back. */
  mark(): RecorderMark {
    return this.#lists.map((list) => list.length);
  }

  /** Forgets everything recorded since the mark. */
  reset(mark: RecorderMark): void {
    for (const [index, list] of this.#lists.entries()) list.length = mark[index] as number;
  }

  /** Forgets everything. */
  clear(): void {
    for (const list of this.#lists) list.length = 0;
  }
}

export type RecorderMark = readonly number[];
