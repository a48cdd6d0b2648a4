/**
 * Selects the loops that are separate blocks (Wonisch, Wehrheim, ICFEM 2012): inner loops, since they are entered
 * repeatedly, with a single exit. They have only the variables that they mention.
 */

import { BlockExtents } from "../../abstract-interpretation/index.ts";
import {
  type CfaNode,
  type CfaProgram,
  type WtoElement,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import type { BlockLoop } from "../extraction/transition-system.ts";

/** By their heads. */
export function blockLoops(program: CfaProgram): ReadonlyMap<CfaNode, BlockLoop> {
  const extents = new BlockExtents(program, () => false);
  const loops = new Map<CfaNode, BlockLoop>();
  for (const fn of program.functions.values()) {
    for (const head of innerHeads(weakTopologicalOrder(fn))) {
      const extent = extents.loops.get(head);
      if (extent?.loop === undefined) continue;
      const nodes = withWayOut(extent.loop);
      const [exit, ...others] = exitsOf(nodes);
      // The result of a function is not a variable of the loop.
      if (exit === undefined || others.length > 0 || exit === fn.exit) continue;
      loops.set(head, { fn, head, nodes, exit, objects: extent.objects });
    }
  }
  return loops;
}

function innerHeads(order: readonly WtoElement[]): readonly CfaNode[] {
  const headsIn = (element: WtoElement): readonly CfaNode[] =>
    element.kind === "node" ? [] : [element.head, ...element.body.flatMap(headsIn)];
  return order.flatMap((element) => headsIn(element).slice(1));
}

function exitsOf(nodes: ReadonlySet<CfaNode>): readonly CfaNode[] {
  const targets = [...nodes].flatMap(({ leaving }) => leaving.map(({ target }) => target));
  return [...new Set(targets.filter((target) => !nodes.has(target)))];
}

/** A loop with the edges that end the scopes of its variables where it is left by `break`. */
function withWayOut(loop: ReadonlySet<CfaNode>): ReadonlySet<CfaNode> {
  const nodes = new Set(loop);
  let exits = exitsOf(nodes);
  for (;;) {
    const isOnWay = ({ leaving: [edge, ...others] }: CfaNode): boolean =>
      others.length === 0 && (edge?.kind === "skip" || edge?.kind === "end-scope");
    const onWay = exits.length > 1 ? exits.filter(isOnWay) : [];
    if (onWay.length === 0) return nodes;
    for (const node of onWay) nodes.add(node);
    exits = exitsOf(nodes);
  }
}
