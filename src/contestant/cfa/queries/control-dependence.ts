/**
 * Post-dominators (Cooper, Harvey, Kennedy: "A simple, fast dominance
 * algorithm", 2001, on the reversed graph) and control dependence (Ferrante,
 * Ottenstein, Warren: "The program dependence graph and its use in
 * optimization", TOPLAS 1987).
 */
import type { CfaNode, FunctionCfa } from "../model/cfa.ts";

export interface ControlDependence {
  /** The nearest node that every path from there to the exit passes; undefined where no path leads to the exit, and for the exit. */
  readonly postDominator: ReadonlyMap<CfaNode, CfaNode>;
  /** Branching nodes that decide whether control reaches the node on its way to the exit. */
  readonly decidedBy: ReadonlyMap<CfaNode, ReadonlySet<CfaNode>>;
}

export function controlDependence(cfa: FunctionCfa): ControlDependence {
  const postDominator = postDominators(cfa.exit);
  const decidedBy = new Map<CfaNode, Set<CfaNode>>();
  for (const branch of cfa.nodes) {
    if (branch.leaving.length < 2) continue;
    const end = postDominator.get(branch);
    for (const { target } of branch.leaving) {
      for (
        let node: CfaNode | undefined = target;
        node !== undefined && node !== end;
        node = postDominator.get(node)
      ) {
        const deciders = decidedBy.get(node) ?? new Set();
        decidedBy.set(node, deciders.add(branch));
      }
    }
  }
  return { postDominator, decidedBy };
}

function postDominators(exit: CfaNode): Map<CfaNode, CfaNode> {
  const postorder = postorderBackwards(exit);
  const numbers = new Map(postorder.map((node, number) => [node, number]));
  const number = (node: CfaNode): number => numbers.get(node) as number;
  const dominator = new Map<CfaNode, CfaNode>([[exit, exit]]);
  const meet = (one: CfaNode, other: CfaNode): CfaNode => {
    let [a, b] = [one, other];
    while (a !== b) {
      if (number(a) < number(b)) a = dominator.get(a) as CfaNode;
      else b = dominator.get(b) as CfaNode;
    }
    return a;
  };
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const node of postorder.toReversed()) {
      if (node === exit) continue;
      const known = node.leaving.map(({ target }) => target).filter((next) => dominator.has(next));
      const found = known.reduce(meet);
      if (dominator.get(node) === found) continue;
      dominator.set(node, found);
      isStable = false;
    }
  }
  dominator.delete(exit);
  return dominator;
}

/** Nodes with a path to the exit, in postorder of a depth-first search against the edges. */
function postorderBackwards(exit: CfaNode): CfaNode[] {
  const seen = new Set<CfaNode>([exit]);
  const stack: { readonly node: CfaNode; next: number }[] = [{ node: exit, next: 0 }];
  const postorder: CfaNode[] = [];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.node.entering[top.next++];
    if (edge === undefined) {
      postorder.push(top.node);
      stack.pop();
    } else if (!seen.has(edge.source)) {
      seen.add(edge.source);
      stack.push({ node: edge.source, next: 0 });
    }
  }
  return postorder;
}
