/**
 * A drawing of a symbolic memory graph: lists as one box, members by their names where the types of variables
 * determine them.
 */

import type { MemoryPicture, PicturedCell, PicturedObject } from "../../../analysis-core/index.ts";
import type { MemoryObject } from "../../../cfa/index.ts";
import type { CType } from "../../../cfront/index.ts";
import { ANY, FunctionPointer, IntegerSymbol, isInteger } from "../value/value.ts";
import { memberAt, typesIn } from "./block-types.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import type { HasValue, Segment, ShapeObject } from "./shape-object.ts";
import { type ObjectId, ShapePointer, type ShapeValue } from "./shape-value.ts";

interface Named {
  readonly object: MemoryObject;
  /** `static`, or the name of the function. */
  readonly place: string;
}

/** @param functions - names of the functions of the graph's frames, from `main` inwards */
export function pictureOf(graph: ShapeGraph, functions: readonly string[]): MemoryPicture {
  const named = new Map<ObjectId, Named>();
  for (const [object, id] of graph.statics) named.set(id, { object, place: "static" });
  for (const [index, { objects }] of graph.frames.entries()) {
    for (const [object, id] of objects) named.set(id, { object, place: functions[index] ?? "" });
  }
  const types = typesIn(graph, () => true);
  const all = [...graph.objects];
  const isTarget = new Set(all.flatMap(({ edges }) => edges.map(({ value }) => targetOf(value))));
  const shown = all.filter(({ id, storage, edges }) => {
    if (storage === "heap") return true;
    const leads = edges.some(({ value }) => value instanceof ShapePointer);
    return (named.get(id)?.object.variable !== undefined && leads) || isTarget.has(id);
  });
  const objects = shown.map((object): PicturedObject => {
    const { id, isValid, segment, owner, size } = object;
    const name = named.get(id);
    const cells = object.edges.map((edge) => cellOf(graph, object, edge, types.get(id)));
    const state = isValid ? ("live" as const) : ("freed" as const);
    if (name !== undefined) {
      return { id, kind: "variable", title: name.object.name, detail: name.place, state, cells };
    }
    const bytes = `${object.isExactSize ? "" : "at least "}${size} bytes`;
    const owned = owner === undefined ? {} : { owner };
    if (segment === undefined) {
      const title = owner === undefined ? "block" : "block of each node";
      return { id, kind: "block", title, detail: bytes, state, cells, ...owned };
    }
    const title = owner === undefined ? "list" : "list of each node";
    return { id, kind: "list", title, detail: lengthOf(segment), state, cells, ...owned };
  });
  return { objects, omitted: 0 };
}

function lengthOf({ least }: Segment): string {
  return least === 0 ? "any number of nodes" : `${least} or more nodes`;
}

function targetOf(value: ShapeValue): ObjectId | undefined {
  return value instanceof ShapePointer ? value.target : undefined;
}

function cellOf(
  graph: ShapeGraph,
  { segment, size: whole }: ShapeObject,
  { offset, size, value }: HasValue,
  type: CType | undefined,
): PicturedCell {
  const member = type === undefined ? undefined : memberAt(type, offset, size);
  const link =
    offset === segment?.link.next ? "next" : offset === segment?.link.previous ? "previous" : "";
  const bytes = offset === 0 && size === whole ? "" : `bytes ${offset} to ${offset + size - 1}`;
  const isPointer = member === undefined ? link !== "" : member.type.kind === "pointer";
  const shown = value === 0 && isPointer ? { value: "NULL" } : shownValue(graph, value);
  return { label: member?.path ?? (link || bytes), ...shown };
}

function shownValue(graph: ShapeGraph, value: ShapeValue): Pick<PicturedCell, "value" | "target"> {
  if (value instanceof ShapePointer) {
    const { target, spec, low, high } = value;
    const end = spec === "last" ? "last" : spec === "own" ? "its node" : "";
    const offset = low === high ? (low === 0 ? "" : `+${low}`) : `+${low}…${high}`;
    return { value: [end, offset].filter(Boolean).join(" ") || "•", target };
  }
  if (value instanceof IntegerSymbol) {
    const { low, high } = graph.rangeOf(value);
    return { value: `${low}…${high}` };
  }
  if (value instanceof FunctionPointer) return { value: value.symbol.name };
  return { value: value === ANY ? "any" : isInteger(value) ? String(value) : "a float" };
}
