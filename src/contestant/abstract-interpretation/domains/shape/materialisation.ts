/** Takes a node out of a segment, so that it can be accessed separately. */
import { Interruption } from "../../../analysis-core/index.ts";
import { IntegerSymbol, isInteger } from "../value/value.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import {
  type HasValue,
  linkValue,
  type Segment,
  type ShapeObject,
  withEdge,
} from "./shape-object.ts";
import { type ObjectId, ShapePointer, type ShapeValue } from "./shape-value.ts";

/** A source of new names. */
export interface Names {
  readonly pointerBytes: number;
  newObject(): ObjectId;
  newSymbol(): IntegerSymbol;
}

export type SegmentEnd = "first" | "last";

export function segmentOf({ segment }: ShapeObject): Segment {
  if (segment === undefined) throw new Error("no segment");
  return segment;
}

/** An address of the node that follows the end of an empty segment, given the address in its end node. */
export function beyond(
  graph: ShapeGraph,
  segment: ObjectId,
  end: SegmentEnd,
  low: number,
  high: number,
  pointerBytes: number,
): ShapeValue | undefined {
  const object = graph.object(segment);
  const { link } = segmentOf(object);
  const offset = end === "first" ? link.next : link.previous;
  const value = offset === undefined ? undefined : linkValue(object, offset, pointerBytes);
  if (value instanceof ShapePointer) {
    // A ring without nodes has no address.
    if (value.target === segment) return undefined;
    return value.moved(low - link.head, high - link.head);
  }
  return low === link.head && high === link.head ? value : undefined;
}

/** Removes a segment without nodes: pointers to its ends become pointers to its neighbours. */
export function spliceOut(graph: ShapeGraph, id: ObjectId, pointerBytes: number): void {
  const redirect = (value: ShapeValue): ShapeValue => {
    if (!(value instanceof ShapePointer) || value.target !== id) return value;
    const { spec, low, high } = value;
    const other =
      spec === "first" || spec === "last"
        ? beyond(graph, id, spec, low, high, pointerBytes)
        : undefined;
    if (other === undefined) throw new Interruption("a list segment without a known neighbour");
    return other;
  };
  graph.trace?.wasEmpty(id);
  const owned = ownedTransitively(graph, id);
  graph.replaceValues(
    ({ value }) => redirect(value),
    (holder) => holder.id !== id && !owned.has(holder.id),
  );
  graph.remove(id);
  for (const each of owned) graph.remove(each);
}

export function ownedTransitively(graph: ShapeGraph, id: ObjectId): Set<ObjectId> {
  const found = new Set<ObjectId>();
  const visit = (owner: ObjectId): void => {
    for (const { id: each } of graph.ownedBy(owner)) {
      if (found.has(each)) continue;
      found.add(each);
      visit(each);
    }
  };
  visit(id);
  return found;
}

/** Splits a segment with at least one node into a node at its end and the rest. */
export function materialise(
  graph: ShapeGraph,
  id: ObjectId,
  end: SegmentEnd,
  names: Names,
): ObjectId {
  const { pointerBytes } = names;
  const before = graph.object(id);
  const { link, least } = segmentOf(before);
  graph.trace?.taken(id);
  const node = names.newObject();
  // All pointers to the end, including those from the segment itself (in a ring), point to the node now.
  graph.replaceValues(({ value }) =>
    value instanceof ShapePointer && value.target === id && value.spec === end
      ? value.to(node, "region")
      : value,
  );
  const segment = graph.object(id);
  const edges = copyOwned(graph, segment, node, names);
  const pointer = (target: ObjectId, spec: "region" | SegmentEnd): ShapeValue =>
    new ShapePointer(target, spec, link.head);
  const type = { kind: "pointer", bits: (8 * pointerBytes) as 32 | 64 } as const;
  const edge = (offset: number, value: ShapeValue): HasValue => ({
    offset,
    size: pointerBytes,
    type,
    value,
  });
  let nodeEdges = edges;
  let restEdges = segment.edges;
  if (end === "first") {
    nodeEdges = withEdge(nodeEdges, edge(link.next, pointer(id, "first")));
    if (link.previous !== undefined) {
      restEdges = withEdge(restEdges, edge(link.previous, pointer(node, "region")));
    }
  } else {
    if (link.previous === undefined) throw new Error("the last node of a singly linked segment");
    nodeEdges = withEdge(nodeEdges, edge(link.previous, pointer(id, "last")));
    restEdges = withEdge(restEdges, edge(link.next, pointer(node, "region")));
  }
  graph.put({ ...segment, id: node, segment: undefined, edges: nodeEdges });
  graph.put({
    ...segment,
    edges: restEdges,
    segment: { link, least: Math.max(least - 1, 0) },
  });
  return node;
}

/** Copies of all objects that a node owns, for one node; its own edges with pointers to the copies. */
function copyOwned(
  graph: ShapeGraph,
  segment: ShapeObject,
  node: ObjectId,
  names: Names,
): readonly HasValue[] {
  const copies = new Map<ObjectId, ObjectId>();
  const symbols = new Map<IntegerSymbol, IntegerSymbol>();
  const owned = [...ownedTransitively(graph, segment.id)].map((id) => graph.object(id));
  for (const { id } of owned) copies.set(id, names.newObject());
  const newOwner = (owner: ObjectId): ObjectId | undefined =>
    owner === segment.id ? segment.owner : copies.get(owner);
  const translated = (value: ShapeValue): ShapeValue => {
    if (value instanceof IntegerSymbol) {
      const owner = graph.ownerOf(value);
      if (owner === undefined || (owner !== segment.id && !copies.has(owner))) return value;
      let copy = symbols.get(value);
      if (copy === undefined) {
        copy = names.newSymbol();
        symbols.set(value, copy);
        graph.addSymbol(copy, graph.rangeOf(value));
        graph.own(copy, newOwner(owner));
      }
      return copy;
    }
    if (isInteger(value) || !(value instanceof ShapePointer)) return value;
    if (value.target === segment.id) return value.spec === "own" ? value.to(node, "region") : value;
    const copy = copies.get(value.target);
    return copy === undefined ? value : value.to(copy, value.spec);
  };
  const translatedEdges = (edges: readonly HasValue[]): readonly HasValue[] =>
    edges.map((edge) => ({ ...edge, value: translated(edge.value) }));
  for (const object of owned) {
    const owner = newOwner(object.owner as ObjectId);
    graph.put({
      ...object,
      id: copies.get(object.id) as ObjectId,
      owner,
      edges: translatedEdges(object.edges),
    });
  }
  return translatedEdges(segment.edges);
}
