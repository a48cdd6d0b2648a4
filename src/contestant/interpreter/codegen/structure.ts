/**
 * Turns a graph of basic blocks into nested loops and labelled blocks, which
 * JavaScript engines compile to good machine code (Ramsey: "Beyond Relooper:
 * recursive translation of unstructured control flow to structured control
 * flow", ICFP 2022). Blocks that leave a loop are placed behind it, so that
 * loops in sequence do not become nested loops.
 */

/** A step of the output: open or close a construct, or write the code of a block. */
export type Step =
  | { readonly kind: "open-loop" | "open-block"; readonly block: number }
  | { readonly kind: "close" }
  | { readonly kind: "block"; readonly block: number };

export interface Structure {
  /** Undefined when the graph is irreducible or nests too deeply for a parser. */
  readonly tree: StructureTree | undefined;
  /** Blocks to which an edge leads back, in any depth-first order; every cycle has one. */
  readonly loopHeads: ReadonlySet<number>;
}

export interface StructureTree {
  /** How to jump: `continue` to loop heads behind, `break` to labelled blocks ahead, else written in place. */
  jump(from: number, to: number): "continue" | "break" | "inline";
  /** The constructs that are opened before the code of a block, and after it. */
  before(block: number): readonly Step[];
  after(block: number): readonly Step[];
  /** Number of blocks in the dominator subtree. */
  weight(block: number): number;
}

export function structure(graph: readonly (readonly number[])[]): Structure {
  const order = reversePostorder(graph);
  const rank = new Int32Array(graph.length).fill(-1);
  order.forEach((block, i) => {
    rank[block] = i;
  });
  const predecessors: number[][] = graph.map(() => []);
  const loopHeads = new Set<number>();
  const rankOf = (block: number): number => rank[block] as number;
  for (const from of order) {
    for (const to of graph[from] as readonly number[]) {
      (predecessors[to] as number[]).push(from);
      if (rankOf(to) <= rankOf(from)) loopHeads.add(to);
    }
  }
  const idom = dominators(order, rankOf, predecessors);
  const backEdges = order.flatMap((from) =>
    (graph[from] as readonly number[])
      .filter((to) => rankOf(to) <= rankOf(from))
      .map((to) => [from, to] as const),
  );
  const isReducible = backEdges.every(([from, to]) => dominates(idom, rankOf, to, from));
  if (!isReducible) return { tree: undefined, loopHeads };
  const loops = loopsOf(rankOf, predecessors, backEdges);
  return {
    tree: buildTree(order, rankOf, predecessors, idom, loops, loopHeads),
    loopHeads,
  };
}

function reversePostorder(graph: readonly (readonly number[])[]): number[] {
  const seen = new Uint8Array(graph.length);
  const postorder: number[] = [];
  const stack: { block: number; next: number }[] = [{ block: 0, next: 0 }];
  seen[0] = 1;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const successor = (graph[top.block] as readonly number[])[top.next++];
    if (successor === undefined) {
      postorder.push(top.block);
      stack.pop();
    } else if (seen[successor] === 0) {
      seen[successor] = 1;
      stack.push({ block: successor, next: 0 });
    }
  }
  return postorder.reverse();
}

/** Immediate dominators (Cooper, Harvey, Kennedy: "A simple, fast dominance algorithm", 2001). */
function dominators(
  order: readonly number[],
  rankOf: (block: number) => number,
  predecessors: readonly (readonly number[])[],
): Int32Array {
  const idom = new Int32Array(predecessors.length).fill(-1);
  idom[0] = 0;
  const intersect = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y) {
      while (rankOf(x) > rankOf(y)) x = idom[x] as number;
      while (rankOf(y) > rankOf(x)) y = idom[y] as number;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const block of order) {
      if (block === 0) continue;
      let best = -1;
      for (const from of predecessors[block] as readonly number[]) {
        if (idom[from] !== -1) best = best < 0 ? from : intersect(best, from);
      }
      if (best !== idom[block]) {
        idom[block] = best;
        changed = true;
      }
    }
  }
  return idom;
}

function dominates(
  idom: Int32Array,
  rankOf: (block: number) => number,
  a: number,
  b: number,
): boolean {
  let at = b;
  while (rankOf(at) > rankOf(a)) at = idom[at] as number;
  return at === a;
}

interface Loops {
  /** Head of the innermost loop of a block (of a head: its own), or -1. */
  readonly headOf: Int32Array;
  /** Head of the next loop outside of the loop with this head, or -1. */
  readonly outerOf: Int32Array;
}

/** Natural loops of a reducible graph; loops with the same head are one. */
function loopsOf(
  rankOf: (block: number) => number,
  predecessors: readonly (readonly number[])[],
  backEdges: readonly (readonly [number, number])[],
): Loops {
  const headOf = new Int32Array(predecessors.length).fill(-1);
  const outerOf = new Int32Array(predecessors.length).fill(-1);
  const latches = new Map<number, number[]>();
  for (const [from, head] of backEdges) latches.set(head, [...(latches.get(head) ?? []), from]);
  const heads = [...latches.keys()].sort((a, b) => rankOf(b) - rankOf(a));
  /** The outermost head known so far of the loop that a block is in. */
  const outermost = (block: number): number => {
    let head = headOf[block] as number;
    while (head >= 0 && (outerOf[head] as number) >= 0) head = outerOf[head] as number;
    return head;
  };
  // Inner heads have greater ranks and come first; a found loop is entered through its head only.
  for (const head of heads) {
    const work = [...(latches.get(head) as number[])];
    for (let block = work.pop(); block !== undefined; block = work.pop()) {
      const inner = outermost(block);
      if (inner === head || block === head) continue;
      if (inner < 0) headOf[block] = head;
      else outerOf[inner] = head;
      work.push(...(predecessors[inner < 0 ? block : inner] as readonly number[]));
    }
    headOf[head] = head;
  }
  return { headOf, outerOf };
}

/** Deeper nesting than this is left to a switch. */
const MAX_DEPTH = 150;

function buildTree(
  order: readonly number[],
  rankOf: (block: number) => number,
  predecessors: readonly (readonly number[])[],
  idom: Int32Array,
  loops: Loops,
  loopHeads: ReadonlySet<number>,
): StructureTree | undefined {
  const { headOf, outerOf } = loops;
  const isInLoop = (block: number, head: number): boolean => {
    let at = headOf[block] as number;
    while (at >= 0 && at !== head) at = outerOf[at] as number;
    return at === head;
  };
  /** Head of the outermost loop that contains `inside` but not `outside`, or -1. */
  const loopLeft = (inside: number, outside: number): number => {
    let left = -1;
    for (let at = headOf[inside] as number; at >= 0; at = outerOf[at] as number) {
      if (!isInLoop(outside, at)) left = at;
    }
    return left;
  };
  const merges = new Map<number, number[]>();
  const exits = new Map<number, number[]>();
  const labelled = new Set<number>();
  const weights = new Int32Array(predecessors.length).fill(1);
  for (const block of order) {
    if (block === 0) continue;
    const parent = idom[block] as number;
    const left = loopLeft(parent, block);
    const forward = (predecessors[block] as readonly number[]).filter(
      (from) => rankOf(from) < rankOf(block),
    );
    if (left < 0 && forward.length < 2) continue;
    labelled.add(block);
    const [map, key] = left < 0 ? [merges, parent] : [exits, left];
    map.set(key, [...(map.get(key) ?? []), block]);
  }
  for (const block of [...order].reverse()) {
    if (block !== 0) {
      const parent = idom[block] as number;
      weights[parent] = (weights[parent] as number) + (weights[block] as number);
    }
  }
  const opened = (map: Map<number, number[]>, block: number): Step[] =>
    [...(map.get(block) ?? [])].reverse().map((b) => ({ kind: "open-block", block: b }));
  const closed = (map: Map<number, number[]>, block: number): Step[] =>
    (map.get(block) ?? []).flatMap((b) => [{ kind: "close" }, { kind: "block", block: b }]);
  const tree: StructureTree = {
    jump: (from, to) =>
      rankOf(to) <= rankOf(from) ? "continue" : labelled.has(to) ? "break" : "inline",
    before: (block) => [
      ...opened(exits, block),
      ...(loopHeads.has(block) ? [{ kind: "open-loop", block } as const] : []),
      ...opened(merges, block),
    ],
    after: (block) => [
      ...closed(merges, block),
      ...(loopHeads.has(block) ? [{ kind: "close" } as const] : []),
      ...closed(exits, block),
    ],
    weight: (block) => weights[block] as number,
  };
  const isDeep = order.some((block) => tree.before(block).length > MAX_DEPTH);
  return isDeep ? undefined : tree;
}
