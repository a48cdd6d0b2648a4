/** Objects of symbolic memory graphs, and the has-value edges that leave them. Never changed. */
import type { ValueType } from "../../../cfa/index.ts";
import type { ObjectId, ShapeValue } from "./shape-value.ts";

/** Where the nodes of a list hold their pointers, in bytes from the start of a node. */
export interface Link {
  readonly next: number;
  /** Undefined: singly linked. */
  readonly previous: number | undefined;
  /** Where the pointers of the neighbours lead. */
  readonly head: number;
}

/** A part of a list: nodes of which all is alike but what each of them owns. */
export interface Segment {
  readonly link: Link;
  /** Least number of nodes: 0, 1 or 2. */
  readonly least: number;
}

/** Bytes `[offset, offset + size)` hold a value. Zero stands for zero bytes of any number and type. */
export interface HasValue {
  readonly offset: number;
  readonly size: number;
  /** Of what was written; undefined for zero bytes. */
  readonly type: ValueType | undefined;
  readonly value: ShapeValue;
}

export interface ShapeObject {
  readonly id: ObjectId;
  readonly name: string;
  readonly storage: "static" | "automatic" | "heap";
  /** Depth of the stack frame with which an automatic object ends; 0 for others. */
  readonly depth: number;
  /** Bytes that it has at least. */
  readonly size: number;
  readonly isExactSize: boolean;
  /** False when its lifetime has ended; it stays for as long as pointers lead there. */
  readonly isValid: boolean;
  readonly isReadOnly: boolean;
  /** May share its storage with others (C11 6.4.5p7). */
  readonly isLiteral: boolean;
  /** The segment each node of which owns one of it; undefined: there is one (level 0). */
  readonly owner: ObjectId | undefined;
  readonly segment: Segment | undefined;
  /** In ascending offsets, without overlaps. What no edge speaks of is indeterminate. */
  readonly edges: readonly HasValue[];
}

/** A zero block between two offsets. */
export function zeroBlock(from: number, to: number): HasValue {
  return { offset: from, size: to - from, type: undefined, value: 0 };
}

/** Drops what `[from, to)` holds; rests of zero blocks stay. */
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

/** What bytes hold as a whole; undefined when nothing is known of them, or only of parts. */
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
