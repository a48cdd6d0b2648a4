import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CfaNode } from "../model/cfa.ts";
import { GraphBuilder, reversePostorder } from "../model/graph.ts";
import { componentHeads, type WtoElement, weakTopologicalOrder } from "./weak-topological-order.ts";

/** A graph of skip edges; the first node is the entry. */
function graphOf(size: number, edges: readonly (readonly [number, number])[]): CfaNode[] {
  const graph = new GraphBuilder("test");
  const nodes = [graph.entry];
  while (nodes.length < size) nodes.push(graph.newNode());
  for (const [from, to] of edges) {
    graph.connect(nodes[from] as CfaNode, { kind: "skip" }, nodes[to] as CfaNode);
  }
  return nodes;
}

function show(order: readonly WtoElement[], nodes: readonly CfaNode[]): string {
  return order
    .map((element) =>
      element.kind === "node"
        ? nodes.indexOf(element.node)
        : `(${[nodes.indexOf(element.head), show(element.body, nodes)].join(" ").trim()})`,
    )
    .join(" ");
}

/** Position of every node, and the heads of the components around it (and of its own). */
function layOut(
  order: readonly WtoElement[],
): Map<CfaNode, { position: number; heads: Set<CfaNode> }> {
  const found = new Map<CfaNode, { position: number; heads: Set<CfaNode> }>();
  const visit = (elements: readonly WtoElement[], heads: ReadonlySet<CfaNode>): void => {
    for (const element of elements) {
      if (element.kind === "node") {
        expect(found.has(element.node)).toBe(false);
        found.set(element.node, { position: found.size, heads: new Set(heads) });
        continue;
      }
      const inner = new Set([...heads, element.head]);
      expect(found.has(element.head)).toBe(false);
      found.set(element.head, { position: found.size, heads: inner });
      visit(element.body, inner);
    }
  };
  visit(order, new Set());
  return found;
}

describe("weakTopologicalOrder", () => {
  it("finds the order of Bourdoncle's example (his figure 1)", () => {
    const nodes = graphOf(9, [
      [1, 2],
      [2, 3],
      [2, 8],
      [3, 4],
      [4, 5],
      [4, 7],
      [5, 6],
      [6, 5],
      [6, 7],
      [7, 3],
      [7, 8],
      [0, 1],
    ]);
    const [entry] = nodes;
    expect(show(weakTopologicalOrder({ entry: entry as CfaNode }), nodes)).toBe(
      "0 1 2 (3 4 (5 6) 7) 8",
    );
  });

  it("omits what cannot be reached and marks self-loops as components", () => {
    const nodes = graphOf(4, [
      [0, 1],
      [1, 1],
      [3, 1],
      [1, 2],
    ]);
    const order = weakTopologicalOrder({ entry: nodes[0] as CfaNode });
    expect(show(order, nodes)).toBe("0 (1) 2");
    expect([...componentHeads(order)]).toEqual([nodes[1]]);
  });

  it("manages a chain and a nest of 10000 nodes", () => {
    const size = 10000;
    const chain = Array.from({ length: size - 1 }, (_, i) => [i, i + 1] as const);
    const back = Array.from({ length: size - 1 }, (_, i) => [size - 1, i + 1] as const);
    const nodes = graphOf(size, chain);
    expect(weakTopologicalOrder({ entry: nodes[0] as CfaNode })).toHaveLength(size);
    const nested = graphOf(size, [...chain, ...back.slice(0, 20)]);
    expect(componentHeads(weakTopologicalOrder({ entry: nested[0] as CfaNode })).size).toBe(20);
  });

  it("puts every edge forward, or back to the head of a component around its source", () => {
    const graphs = fc.integer({ min: 1, max: 12 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        edges: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 3 * size }),
      }),
    );
    fc.assert(
      fc.property(graphs, ({ size, edges }) => {
        const [entry] = graphOf(size, edges) as [CfaNode];
        const places = layOut(weakTopologicalOrder({ entry }));
        const reachable = reversePostorder(entry);
        expect(new Set(places.keys())).toEqual(new Set(reachable));
        for (const edge of reachable.flatMap((node) => node.leaving)) {
          const [source, target] = [places.get(edge.source), places.get(edge.target)];
          const isForward = (source?.position ?? 0) < (target?.position ?? 0);
          expect(isForward || source?.heads.has(edge.target)).toBe(true);
        }
      }),
      { seed: 20260101, numRuns: 500 },
    );
  });
});
