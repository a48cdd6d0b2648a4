/**
 * Abstraction: neighbouring nodes of a list become a segment, as long as the contents of their fields have a common
 * description (Dudka, Peringer, Vojnar, SAS 2013, section 5). A fold counts only when the graph before entails the
 * one after it.
 */
import { BlockTypes } from "./block-types.ts";
import { entails } from "./entailment.ts";
import { Fusion, Unfusible } from "./fusion.ts";
import type { Names } from "./materialisation.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import {
  dataEdges,
  edgeAt,
  type HasValue,
  type Link,
  linkValue,
  type ShapeObject,
  sameLink,
  withEdge,
} from "./shape-object.ts";
import { type ObjectId, ShapePointer } from "./shape-value.ts";

/** Greatest lower bound of the length of a segment that is recorded; more makes no difference. */
const MAX_LEAST = 2;

export interface FoldOptions {
  readonly names: Names;
  /** Number of single nodes that become a segment: fewer keep all their facts. */
  readonly leastNodes: number;
  /** Links of lists that were seen; grows. */
  readonly links: Map<number, Link[]>;
}

interface Neighbours {
  readonly first: ShapeObject;
  readonly second: ShapeObject;
  readonly link: Link;
}

interface Fold {
  readonly graph: ShapeGraph;
  /** How many of the two nodes lose facts. */
  readonly cost: 0 | 1 | 2;
}

/** The graph with all lists as short as possible; the folds that lose least are done first. */
export function folded(start: ShapeGraph, options: FoldOptions): ShapeGraph {
  let graph = start;
  for (;;) {
    let cheapest: Fold | undefined;
    for (const neighbours of candidates(graph, options.names.pointerBytes)) {
      const fold = foldedPair(graph, neighbours, options);
      if (fold === undefined || (cheapest !== undefined && cheapest.cost <= fold.cost)) continue;
      cheapest = fold;
      if (fold.cost === 0) break;
    }
    if (cheapest === undefined) return graph;
    graph = cheapest.graph;
  }
}

/** Neighbours in lists; doubly linked ones first, which give more information. */
function candidates(graph: ShapeGraph, pointerBytes: number): readonly Neighbours[] {
  const found: Neighbours[] = [];
  const types = new BlockTypes(graph);
  for (const first of graph.objects) {
    if (!isNode(first)) continue;
    for (const { offset: next, value, size } of first.edges) {
      if (!(value instanceof ShapePointer) || size !== pointerBytes || !value.isExact) continue;
      const { low: head, target } = value;
      if (target === first.id || head < 0) continue;
      const second = graph.object(target);
      if (!isNode(second) || second.size !== first.size || head >= second.size) continue;
      if (types.areDifferent(first.id, types, second.id)) continue;
      if (value.spec !== (second.segment === undefined ? "region" : "first")) continue;
      for (const link of linksOf(first, second, next, head, pointerBytes)) {
        found.push({ first, second, link });
      }
    }
  }
  const doubly = ({ link }: Neighbours): number => (link.previous === undefined ? 1 : 0);
  return found.sort((a, b) => doubly(a) - doubly(b));
}

function isNode({ isValid, storage, owner, isExactSize }: ShapeObject): boolean {
  return isValid && storage === "heap" && owner === undefined && isExactSize;
}

function linksOf(
  first: ShapeObject,
  second: ShapeObject,
  next: number,
  head: number,
  pointerBytes: number,
): readonly Link[] {
  const links: Link[] = [];
  for (const { offset: previous, value, size } of second.edges) {
    if (size !== pointerBytes || previous === next || !(value instanceof ShapePointer)) continue;
    if (value.target !== first.id || value.low !== head || !value.isExact) continue;
    if (value.spec !== (first.segment === undefined ? "region" : "last")) continue;
    // Each list is found in both directions: one is enough.
    if (next < previous) links.push({ next, previous, head });
  }
  if (!isLinkedBack(first, second)) links.push({ next, previous: undefined, head });
  const kinds = [first.segment, second.segment].flatMap((segment) => segment?.link ?? []);
  return links.filter((link) => kinds.every((kind) => sameLink(kind, link)));
}

function isLinkedBack(first: ShapeObject, second: ShapeObject): boolean {
  return second.edges.some(
    ({ value }) => value instanceof ShapePointer && value.target === first.id,
  );
}

/** Undefined when the two have no common description. */
function foldedPair(
  graph: ShapeGraph,
  neighbours: Neighbours,
  options: FoldOptions,
): Fold | undefined {
  const { first, second, link } = neighbours;
  const { names, links } = options;
  const result = graph.fork();
  const id = names.newObject();
  const fusion = new Fusion(graph, graph, result, {
    names,
    base: id,
    links,
    isCareful: false,
    widen: (_left, both) => both,
  });
  try {
    fusion.bind(first.id, second.id, id);
    const data = (object: ShapeObject): readonly HasValue[] =>
      dataEdges(object.edges, link, names.pointerBytes);
    const fused = ownPointers(fusion.edges(data(first), data(second)), id);
    for (const object of [...result.objects]) {
      if (!graph.has(object.id)) result.put({ ...object, edges: ownPointers(object.edges, id) });
    }
    if (!isWorthIt(graph, neighbours, fusion, options)) return undefined;
    addSegment(result, neighbours, id, fused, names.pointerBytes);
    for (const consumed of [...fusion.fromLeft.keys(), ...fusion.fromRight.keys()]) {
      result.remove(consumed);
    }
    redirect(result, neighbours, id);
  } catch (reason) {
    if (reason instanceof Unfusible) return undefined;
    throw reason;
  }
  if (!isClosed(result) || !entails(graph, result, names.pointerBytes)) return undefined;
  const known = links.get(first.size) ?? [];
  if (!known.some((each) => sameLink(each, link))) links.set(first.size, [...known, link]);
  const { losesLeft, losesRight } = fusion;
  return { graph: result, cost: losesLeft && losesRight ? 2 : losesLeft || losesRight ? 1 : 0 };
}

/** Pointers from objects owned by a node to the node: found as pointers to both nodes. */
function ownPointers(edges: readonly HasValue[], id: ObjectId): readonly HasValue[] {
  return edges.map((edge) =>
    edge.value instanceof ShapePointer && edge.value.target === id
      ? { ...edge, value: edge.value.to(id, "own") }
      : edge,
  );
}

/** Where both nodes lose facts, there must be three of them; single nodes also have to reach the minimal number. */
function isWorthIt(
  graph: ShapeGraph,
  { first, second, link }: Neighbours,
  { losesLeft, losesRight }: Fusion,
  { leastNodes, names }: FoldOptions,
): boolean {
  const isBegun = first.segment !== undefined || second.segment !== undefined;
  const needed = Math.max(isBegun ? 2 : leastNodes, losesLeft && losesRight ? 3 : 2);
  let count = 2;
  const seen = new Set([first.id, second.id]);
  const walk = (from: ShapeObject, offset: number | undefined): void => {
    let at = from;
    for (; offset !== undefined && count < needed; count++) {
      const value = linkValue(at, offset, names.pointerBytes);
      if (!(value instanceof ShapePointer) || value.low !== link.head) return;
      if (seen.has(value.target)) return;
      const next = graph.object(value.target);
      if (!isNode(next) || next.size !== first.size) return;
      if (linkValue(next, link.next, names.pointerBytes) === undefined) return;
      seen.add(next.id);
      at = next;
    }
  };
  walk(second, link.next);
  walk(first, link.previous);
  if (link.previous === undefined) {
    for (let at: ShapeObject | undefined = first; at !== undefined && count < needed; ) {
      const before: ShapeObject | undefined = [...graph.objects].find((object) => {
        if (seen.has(object.id) || !isNode(object) || object.size !== first.size) return false;
        const value = linkValue(object, link.next, names.pointerBytes);
        return value instanceof ShapePointer && value.target === at?.id;
      });
      if (before !== undefined) {
        seen.add(before.id);
        count++;
      }
      at = before;
    }
  }
  return count >= needed;
}

function addSegment(
  result: ShapeGraph,
  { first, second, link }: Neighbours,
  id: ObjectId,
  data: readonly HasValue[],
  pointerBytes: number,
): void {
  let edges = data;
  const ends: readonly (readonly [number | undefined, ShapeObject])[] = [
    [link.next, second],
    [link.previous, first],
  ];
  for (const [offset, end] of ends) {
    if (offset === undefined) continue;
    const edge = edgeAt(end.edges, offset, pointerBytes);
    if (edge === undefined) throw new Unfusible("a list without a known end");
    edges = withEdge(edges, edge);
  }
  const parts = [first, second].map((part) => ({
    id: part.id,
    isSegment: part.segment !== undefined,
  }));
  result.trace?.folded(id, parts);
  const count = (first.segment?.least ?? 1) + (second.segment?.least ?? 1);
  result.put({
    ...first,
    id,
    segment: { link, least: Math.min(count, MAX_LEAST) },
    edges,
  });
}

/** Redirects pointers to the two nodes to the ends of the segment. */
function redirect(result: ShapeGraph, { first, second, link }: Neighbours, id: ObjectId): void {
  result.replaceValues(({ value }) => {
    if (!(value instanceof ShapePointer)) return value;
    if (value.target === first.id) {
      if (value.spec === "last" || value.spec === "own")
        throw new Unfusible("the middle of a list");
      return value.to(id, "first");
    }
    if (value.target === second.id) {
      if (link.previous === undefined || value.spec === "first" || value.spec === "own") {
        throw new Unfusible("the middle of a list");
      }
      return value.to(id, "last");
    }
    return value;
  });
}

/** Whether all pointers point to objects of the graph. */
function isClosed(graph: ShapeGraph): boolean {
  for (const { edges } of graph.objects) {
    for (const { value } of edges) {
      if (value instanceof ShapePointer && !graph.has(value.target)) return false;
    }
  }
  return true;
}
