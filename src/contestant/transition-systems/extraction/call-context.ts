/** Chains of calls in a transition system, and the locations of state variables in executions. */
import type { CallEdge, CfaNode, FunctionCfa, ThreadedProgram } from "../../cfa/index.ts";
import type { SymbolicStackFrame } from "../../symbolic/index.ts";
import type { BlockLoop, Location, StateVariable } from "./transition-system.ts";

/** A chain of calls; its stack frame is the pattern of the frames that are executed. */
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

/** A state variable with its place in memory during execution. */
export interface Cell {
  readonly variable: StateVariable;
  readonly size: number;
  readonly owner: Context | undefined;
  /** The place of the result of the owner's function. */
  readonly isResult?: true;
}

/** A stack frame that is executed in a step, with its pattern. */
export interface Frame {
  readonly context: Context;
  readonly stackFrame: SymbolicStackFrame;
  readonly caller: Frame | undefined;
}

/** The outermost element of a chain of calls. */
export function rootOf<T extends { readonly caller: T | undefined }>(innermost: T): T {
  let root = innermost;
  while (root.caller !== undefined) root = root.caller;
  return root;
}

/** The functions of the call stack, innermost first. */
export function stackOf({ stackFrame, caller }: Context): readonly FunctionCfa[] {
  return [stackFrame.function, ...(caller === undefined ? [] : stackOf(caller))];
}

/** Number of calls from the owner of an object to the innermost context. */
export function depthOf(owner: Context, innermost: Context): number {
  let depth = 0;
  for (let c: Context | undefined = innermost; c !== undefined && c !== owner; c = c.caller)
    depth++;
  return depth;
}

/** Whether a thread has returned from its start function, or a block has been left. */
export function isEnd({ node, context }: ContextLocation): boolean {
  if (context.loop !== undefined) return !context.loop.nodes.has(node);
  return context.caller === undefined && node === context.stackFrame.function.exit;
}

/** Neither a loop of the function, nor a call of it by others. */
export function isFunctionItself({ caller, loop }: Context): boolean {
  return caller === undefined && loop === undefined;
}

/** New stack frames for an execution of a chain of calls. */
export function framesOf(context: Context): Frame {
  const caller = context.caller === undefined ? undefined : framesOf(context.caller);
  return { context, stackFrame: context.stackFrame.fork(caller?.stackFrame), caller };
}

/** Whether another thread may continue at a node. */
export function isVisible(
  threaded: ThreadedProgram | undefined,
  { isAtomic }: Context,
  node: CfaNode,
): boolean {
  if (threaded === undefined) return false;
  if (threaded.creations.has(node) || threaded.ends.has(node)) return true;
  return !isAtomic && threaded.visible.has(node) && !threaded.atomic.has(node);
}
