import type { AssumeEdge, CfaEdge, CfaNode, FunctionCfa } from "../../cfa/index.ts";

/** Edges that are executed one after the other, and the continuation. */
export interface Block {
  /** Its first node. */
  readonly start: CfaNode;
  readonly edges: readonly CfaEdge[];
  readonly end: BlockEnd;
}
export type BlockEnd =
  | { readonly kind: "goto"; readonly target: number }
  | {
      readonly kind: "branch";
      readonly edges: readonly AssumeEdge[];
      readonly targets: readonly number[];
    }
  /** The last edge is a return edge, or one that ends the run. */
  | { readonly kind: "stop" }
  /** The function's exit node: control reached the closing brace. */
  | { readonly kind: "exit" }
  /** A node without one determined continuation in the CFA. */
  | { readonly kind: "stuck" };

/**
 * Basic blocks of the nodes reachable from the entry, which is block 0; edges of `endsBlock` are
 * the last in theirs.
 */
export function basicBlocks(
  cfa: FunctionCfa,
  endsBlock: (edge: CfaEdge) => boolean = () => false,
): readonly Block[] {
  const entering = countEntering(cfa.entry);
  const numbers = new Map<CfaNode, number>([[cfa.entry, 0]]);
  const leaders = [cfa.entry];
  const blockAt = (node: CfaNode): number => {
    let number = numbers.get(node);
    if (number === undefined) {
      number = leaders.length;
      numbers.set(node, number);
      leaders.push(node);
    }
    return number;
  };
  const blocks: Block[] = [];
  for (let i = 0; i < leaders.length; i++) {
    blocks.push(blockFrom(leaders[i] as CfaNode, cfa.exit, entering, blockAt, endsBlock));
  }
  return blocks;
}

export function successors(block: Block): readonly number[] {
  switch (block.end.kind) {
    case "goto":
      return [block.end.target];
    case "branch":
      return block.end.targets;
    default:
      return [];
  }
}

function endsRun(edge: CfaEdge): boolean {
  return edge.kind === "return" || edge.kind === "unsupported";
}

/** Reachable nodes, with the number of reachable edges that lead to each. */
function countEntering(entry: CfaNode): ReadonlyMap<CfaNode, number> {
  const counts = new Map<CfaNode, number>([[entry, 1]]);
  const work = [entry];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    for (const edge of node.leaving) {
      if (endsRun(edge)) continue;
      const seen = counts.get(edge.target);
      counts.set(edge.target, (seen ?? 0) + 1);
      if (seen === undefined) work.push(edge.target);
    }
  }
  return counts;
}

function blockFrom(
  leader: CfaNode,
  exit: CfaNode,
  entering: ReadonlyMap<CfaNode, number>,
  blockAt: (node: CfaNode) => number,
  endsBlock: (edge: CfaEdge) => boolean,
): Block {
  const edges: CfaEdge[] = [];
  let node = leader;
  for (;;) {
    if (node === exit) return { start: leader, edges, end: { kind: "exit" } };
    const assumes = node.leaving.filter((edge) => edge.kind === "assume");
    if (assumes.length > 0 && assumes.length === node.leaving.length) {
      const targets = assumes.map((edge) => blockAt(edge.target));
      return { start: leader, edges, end: { kind: "branch", edges: assumes, targets } };
    }
    const edge = node.leaving[0];
    if (edge === undefined || node.leaving.length > 1)
      return { start: leader, edges, end: { kind: "stuck" } };
    edges.push(edge);
    if (endsRun(edge)) return { start: leader, edges, end: { kind: "stop" } };
    if (entering.get(edge.target) !== 1 || edge.target === leader || endsBlock(edge)) {
      return { start: leader, edges, end: { kind: "goto", target: blockAt(edge.target) } };
    }
    node = edge.target;
  }
}
