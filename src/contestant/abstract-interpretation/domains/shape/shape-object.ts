/** Objects of symbolic memory graphs, and their has-value edges. Immutable. */
import type { ValueType } from "../../../cfa/index.ts";
import type { ObjectId, ShapeValue } from "./shape-value.ts";

/** The positions of the link fields of a list, in bytes from the start of a node. */
export interface Link {
  readonly next: number;
  /** Undefined: singly linked. */
  readonly previous: number | undefined;
  /** The offset to which the pointers of the neighbours point. */
  readonly head: number;
}

/** A part of a list: nodes that are equal except for the objects that each of them owns. */
export interface Segment {
  readonly link: Link;
  /** Least number of nodes: 0, 1 or 2. */
  readonly least: number;
}

/** Bytes `[offset, offset + size)` hold a value. Zero represents zero bytes of any number and type. */
export interface HasValue {
  readonly offset: number;
  readonly size: number;
  /** Type of the written value; undefined for zero bytes. */
  readonly type: ValueType | undefined;
  readonly value: ShapeValue;
}

export interface ShapeObject {
  readonly id: ObjectId;
  readonly name: string;
  readonly storage: "static" | "automatic" | "heap";
  /** Depth of the stack frame with which an automatic object ends; 0 for others. */
  readonly depth: number;
  /** Minimal size in bytes. */
  readonly size: number;
  readonly isExactSize: boolean;
  /** False when its lifetime has ended; it is kept as long as pointers point to it. */
  readonly isValid: boolean;
  readonly isReadOnly: boolean;
  /** May share its storage with others (C11 6.4.5p7). */
  readonly isLiteral: boolean;
  /** The segment each node of which owns an instance; undefined: there is one (level 0). */
  readonly owner: ObjectId | undefined;
  readonly segment: Segment | undefined;
  /** In ascending offsets, without overlaps. Bytes without an edge are indeterminate. */
  readonly edges: readonly HasValue[];
}

/** A zero block between two offsets. */
export function zeroBlock(from: number, to: number): HasValue {
  return { offset: from, size: to - from, type: undefined, value: 0 };
}

/** Removes the contents of `[from, to)`; rests of zero blocks stay. */
export function withoutBytes(
  edges: readonly HasValue[],
  from: number,
  to: number,
): readonly HasValue[] {
  const kept: HasValue[] = [];
  for (const edge of edges) {
    const end = edge.offset + edge.size;
    if (end <= from || edge.offset >= to) kept.push(edge);
    else if (edge.value === 0) {
      if (edge.offset < from) kept.push(zeroBlock(edge.offset, from));
      if (end > to) kept.push(zeroBlock(to, end));
    }
  }
  return kept;
}

/** Overwrites bytes. */
export function withEdge(edges: readonly HasValue[], edge: HasValue): readonly HasValue[] {
  if (edge.size === 0) return edges;
  const kept = withoutBytes(edges, edge.offset, edge.offset + edge.size);
  const fresh = edge.value === 0 ? zeroBlock(edge.offset, edge.offset + edge.size) : edge;
  return [...kept, fresh].sort((a, b) => a.offset - b.offset);
}

/** Whether all bytes of `[from, to)` are zero. */
export function areZero(edges: readonly HasValue[], from: number, to: number): boolean {
  let at = from;
  for (const { offset, size, value } of edges) {
    if (at >= to) break;
    if (offset + size <= at) continue;
    if (offset > at || value !== 0) return false;
    at = offset + size;
  }
  return at >= to;
}

/** The value of bytes as a whole; undefined when it is unknown, or known only in parts. */
export function edgeAt(
  edges: readonly HasValue[],
  offset: number,
  size: number,
): HasValue | undefined {
  const exact = edges.find((edge) => edge.offset === offset && edge.size === size);
  if (exact !== undefined) return exact;
  return areZero(edges, offset, offset + size) ? zeroBlock(offset, offset + size) : undefined;
}

/** The value of a link field, which has the size of a pointer. */
export function linkValue(
  { edges }: ShapeObject,
  offset: number,
  pointerBytes: number,
): ShapeValue | undefined {
  return edgeAt(edges, offset, pointerBytes)?.value;
}

/** Edges of a node without its link fields. */
export function dataEdges(
  edges: readonly HasValue[],
  { next, previous }: Link,
  pointerBytes: number,
): readonly HasValue[] {
  const rest = withoutBytes(edges, next, next + pointerBytes);
  return previous === undefined ? rest : withoutBytes(rest, previous, previous + pointerBytes);
}

export function sameLink(a: Link, b: Link): boolean {
  return a.next === b.next && a.previous === b.previous && a.head === b.head;
}
