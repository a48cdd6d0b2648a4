/** Place of a thread in its unrolled program: the calls that have not returned, a node, and iterations of loops. */
import type { CallEdge, CfaNode, FunctionCfa } from "../../cfa/index.ts";
import type { SymbolicStackFrame } from "../../symbolic/index.ts";

/** A call of a function at a place of the caller: always with the same memory. */
export interface Activation {
  readonly fn: FunctionCfa;
  readonly frame: SymbolicStackFrame;
  /** Undefined for the start function of the thread. */
  readonly caller: { readonly place: ThreadPlace; readonly edge: CallEdge } | undefined;
  /** Whether it is called within an atomic block. */
  readonly isAtomic: boolean;
  /** The order of the caller; places within come after that place, and before the next one. */
  readonly order: readonly number[];
}

export interface ThreadPlace {
  readonly activation: Activation;
  readonly node: CfaNode;
  readonly iterations: readonly number[];
  /** Every step leads to a place that is greater in lexicographic order. */
  readonly order: readonly number[];
  /** Equal for equal places of a thread. */
  readonly key: string;
}

/** Lexicographic; prefixes come first. */
export function compareOrders(a: readonly number[], b: readonly number[]): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** `undefined`: the thread has not begun. */
export type Standing = ThreadPlace | "ended" | undefined;

export function compareStandings(a: Standing, b: Standing): number {
  if (a === b) return 0;
  if (a === undefined || b === "ended") return -1;
  if (b === undefined || a === "ended") return 1;
  return compareOrders(a.order, b.order);
}

/** Number of times an edge was followed back to the head of the innermost loop. */
export function lastIteration({ iterations }: ThreadPlace): number {
  return iterations.at(-1) ?? 0;
}

/** Activations of a function that have not returned. */
export function depthOf(fn: FunctionCfa, activation: Activation | undefined): number {
  let depth = 0;
  for (let a = activation; a !== undefined; a = a.caller?.place.activation) {
    if (a.fn === fn) depth++;
  }
  return depth;
}

/** Whether the thread may reach the node again. */
export function isInLoop(place: ThreadPlace): boolean {
  for (let one: ThreadPlace | undefined = place; one !== undefined; ) {
    if (one.iterations.length > 0) return true;
    one = one.activation.caller?.place;
  }
  return false;
}
