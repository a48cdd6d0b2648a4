/** The number of iterations for which loops are unrolled. */
import {
  type CfaNode,
  componentNodes,
  type FunctionCfa,
  type WtoElement,
} from "../../cfa/index.ts";
import type { State, SymbolicStackFrame } from "../../symbolic/index.ts";

/**
 * Loops of library functions end with a string or a line, most of which are short: their effect on a few characters
 * is one question, not one for each of them.
 */
const LIBRARY_BOUND = 16;

/** Number of iterations of a function's loops that are executed where a choice continues them. */
export function followedTurns({ isLibrary }: FunctionCfa, bound: number): number {
  return isLibrary ? Math.max(bound, LIBRARY_BOUND) : bound;
}

export type Loop = Extract<WtoElement, { kind: "component" }>;

/** Whether states wait inside of the loop but not at its head: it was entered by a jump. */
export function isEnteredElsewhere(loop: Loop, stackFrame: SymbolicStackFrame): boolean {
  const stack: WtoElement[] = [...loop.body];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.kind === "component") stack.push(...element.body);
    if (stackFrame.pending.has(element.kind === "node" ? element.node : element.head)) return true;
  }
  return false;
}

/**
 * Weight of an iteration in which no execution left a loop that has an exit: only errors and assumptions restrict
 * it, as in a counting loop.
 */
export const UNCHOSEN: number = 1 / 8;

/** Whether executions have left a loop since these states waited outside of it. */
export function hasLeft(
  before: ReadonlyMap<CfaNode, State>,
  head: CfaNode,
  { pending }: SymbolicStackFrame,
): boolean {
  return [...pending].some(([node, state]) => node !== head && before.get(node) !== state);
}

/** Whether there is an edge out of the loop. */
export function mayLeave(loop: Loop): boolean {
  const nodes = componentNodes(loop);
  return [...nodes].some(({ leaving }) => leaving.some(({ target }) => !nodes.has(target)));
}
