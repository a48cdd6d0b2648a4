/**
 * Position of a node in an unrolled function: its position in the weak topological order, and the iterations of the
 * loops around it. Every edge leads to a later place, in lexicographic order: that of the next iteration when it
 * leads back to the head of a loop (Bourdoncle 1993).
 */
import {
  type CfaNode,
  type FunctionCfa,
  type WtoElement,
  weakTopologicalOrder,
} from "../../cfa/index.ts";

export interface LoopPosition {
  /** Heads of the loops around the node, outermost first; a head is in its own loop. */
  readonly heads: readonly CfaNode[];
  /** Positions of these loops in their enclosing components, then that of the node in the innermost one. */
  readonly positions: readonly number[];
}

export function loopPositions(fn: FunctionCfa): ReadonlyMap<CfaNode, LoopPosition> {
  const found = new Map<CfaNode, LoopPosition>();
  const walk = (
    elements: readonly WtoElement[],
    heads: readonly CfaNode[],
    outer: readonly number[],
  ): void => {
    for (const [index, element] of elements.entries()) {
      // The head of a loop has position 0 in it.
      const positions = [...outer, index + 1];
      if (element.kind === "node") {
        found.set(element.node, { heads, positions });
        continue;
      }
      const inner = [...heads, element.head];
      found.set(element.head, { heads: inner, positions: [...positions, 0] });
      walk(element.body, inner, positions);
    }
  };
  walk(weakTopologicalOrder(fn), [], []);
  return found;
}

/** The iterations of the loops around a node that an edge leads to. */
export function iterationsAfter(
  from: LoopPosition,
  iterations: readonly number[],
  to: LoopPosition,
  target: CfaNode,
): number[] {
  let isInside = true;
  return to.heads.map((head, level) => {
    isInside &&= from.heads[level] === head;
    if (!isInside) return 0;
    return (iterations[level] as number) + (head === target ? 1 : 0);
  });
}

/** Positions and iterations in turns, for comparison. */
export function orderOf({ positions }: LoopPosition, iterations: readonly number[]): number[] {
  return positions.flatMap((position, level) => {
    const iteration = iterations[level];
    return iteration === undefined ? [position] : [position, iteration];
  });
}
