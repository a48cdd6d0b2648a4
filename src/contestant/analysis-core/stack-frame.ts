/** Where control stands: a location, and the stack frames of functions that lead to it. */
import type { CallEdge, CfaNode, FunctionCfa } from "../cfa/index.ts";

/** A stack frame of a function. Immutable. */
export interface StackFrame {
  readonly fn: FunctionCfa;
  readonly caller: StackFrame | undefined;
  /** The call edge that it returns to; undefined for `main`. */
  readonly call: CallEdge | undefined;
  /** 1 for `main`. */
  readonly depth: number;
  /** Identifies the call stack: equal for equal sequences of calls. */
  readonly key: string;
}

/** The part that all abstract states have: the location and the call stack. */
export interface Position {
  readonly node: CfaNode;
  readonly frame: StackFrame;
}

/** The frame of a function that is called; without a caller that of `main`. */
export function pushFrame(
  fn: FunctionCfa,
  caller: StackFrame | undefined,
  call: CallEdge | undefined,
): StackFrame {
  const key = caller === undefined ? "" : `${caller.key}${call?.id}/`;
  return { fn, caller, call, depth: (caller?.depth ?? 0) + 1, key };
}
