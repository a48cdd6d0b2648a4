/** Chains of calls in a transition system, and where executions find state variables there. */
import type { CallEdge, CfaNode, FunctionCfa } from "../../cfa/index.ts";
import type { SymbolicStackFrame } from "../../symbolic/index.ts";
import type { BlockLoop, Location, StateVariable } from "./transition-system.ts";

/** A chain of calls; the stack frame serves as the pattern of those that really run. */
export interface Context {
  readonly stackFrame: SymbolicStackFrame;
  readonly caller: Context | undefined;
  /** The block that is executed, when it is a loop of the function. */
  readonly loop: BlockLoop | undefined;
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

/** Where a chain of calls begins. */
export function rootOf<T extends { readonly caller: T | undefined }>(innermost: T): T {
  let root = innermost;
  while (root.caller !== undefined) root = root.caller;
  return root;
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

/** Where a thread has returned from the function that it began with, or a loop that is a block is left. */
export function isEnd({ node, context }: ContextLocation): boolean {
  if (context.loop !== undefined) return !context.loop.nodes.has(node);
  return context.caller === undefined && node === context.stackFrame.function.exit;
}

/** Not a loop of it, nor a call of it by others. */
export function isFunctionItself({ caller, loop }: Context): boolean {
  return caller === undefined && loop === undefined;
}
