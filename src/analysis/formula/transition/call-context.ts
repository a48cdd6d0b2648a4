/** Chains of calls in a transition system, and where executions find state variables there. */
import type { CallEdge, CfaNode, FunctionCfa } from "../../../cfa/index.ts";
import type { SymbolicStackFrame } from "../symbolic-stack-frame.ts";
import type { Location, StateVariable } from "./transition-system.ts";

/** A chain of calls; the stack frame serves as the pattern of those that really run. */
export interface Context {
  readonly stackFrame: SymbolicStackFrame;
  readonly caller: Context | undefined;
  /** The call in the caller. */
  readonly edge: CallEdge | undefined;
  readonly called: Map<string, Context>;
  readonly locations: Map<CfaNode, ContextLocation>;
  /** Whether it was called within an atomic block. */
  readonly isAtomic: boolean;
}

export interface ContextLocation extends Location {
  readonly node: CfaNode;
  readonly context: Context;
  readonly cells: readonly Cell[];
}

/** A state variable with the place where executions find it. */
export interface Cell {
  readonly variable: StateVariable;
  readonly size: number;
  readonly owner: Context | undefined;
  /** Where the function of the owner leaves its result. */
  readonly isResult?: true;
}

/** A stack frame that runs in a step, with its pattern. */
export interface Frame {
  readonly context: Context;
  readonly stackFrame: SymbolicStackFrame;
  readonly caller: Frame | undefined;
}

/** The functions that run there, the innermost one first. */
export function stackOf({ stackFrame, caller }: Context): readonly FunctionCfa[] {
  return [stackFrame.function, ...(caller === undefined ? [] : stackOf(caller))];
}

/** Calls from the owner of an object to the innermost context. */
export function depthOf(owner: Context, innermost: Context): number {
  let depth = 0;
  for (let c: Context | undefined = innermost; c !== undefined && c !== owner; c = c.caller)
    depth++;
  return depth;
}
