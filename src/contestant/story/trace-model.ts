import type { MemoryPicture } from "../analysis-core/index.ts";
import type { VariableValue } from "./step-values.ts";

/** A place in a file of the program; line and column count from 1. */
export interface TracePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly function: string;
}

/** A value that the environment chose. */
export interface TraceInput extends TracePlace {
  /** The function that returned it, or the variable that was not initialised. */
  readonly from: string;
  /** Decimal, or a C floating constant, `nan`, `inf`. */
  readonly value: string;
}

export interface TraceStep extends TracePlace {
  readonly kind: "statement" | "branch" | "call" | "return" | "violation";
  /** Number of stack frames; 1 in `main`. */
  readonly depth: number;
  /** The source of the step on one line, shortened. */
  readonly source: string;
  /** Number of the executing thread in a program with threads, 0 for `main`. */
  readonly thread?: number;
  /** The thread that the statement creates. */
  readonly creates?: number;
  /** Other threads run before the statement ends; its effect is a later step. */
  readonly isInterrupted?: true;
  /** Outcome of a branch: `true`, `false`, a case value or `default`. */
  readonly outcome?: string;
  /** The function that a call enters or a return leaves. */
  readonly callee?: string;
  /** The changes of the step: parameters of a call, the value of a return. */
  readonly changes: readonly { readonly name: string; readonly value: string }[];
  /** The choices of the environment during the step. */
  readonly inputs: readonly { readonly from: string; readonly value: string }[];
  /** The values of local and global variables after the step; only on request. */
  readonly values?: readonly VariableValue[];
  /**
   * Heap blocks after the step, and the variables that lead to them; like {@link values}, where
   * there are blocks.
   */
  readonly memory?: MemoryPicture;
}

export interface TraceThread {
  readonly number: number;
  /** The function of the program in which it begins. */
  readonly function: string;
}

export interface Trace {
  /** All choices of the environment, in order; at most {@link MAX_INPUTS}. */
  readonly inputs: readonly TraceInput[];
  readonly inputCount: number;
  /**
   * The text that the execution read from standard input, as far as it can be reconstructed; absent
   * when it read none.
   */
  readonly stdin?: string;
  /** Threads in the order of their creation, that of `main` first; absent without threads. */
  readonly threads?: readonly TraceThread[];
  /**
   * The first and the last steps when there are many; the last is the violation. The steps before
   * it are those of the other threads that take part: the earlier access of a race, others that
   * wait for ever.
   */
  readonly steps: readonly TraceStep[];
  /** Number of steps that were left out after the first `FIRST_STEPS`. */
  readonly omittedSteps: number;
}
