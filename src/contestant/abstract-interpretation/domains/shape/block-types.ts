/**
 * Guesses the structures of blocks from the types of variables and of members. They are not facts about memory,
 * which may hold anything: pictures name members by them, and nodes of different structures are not considered
 * nodes of one list.
 */
import type { CType, RecordType } from "../../../cfront/index.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import type { ShapeObject } from "./shape-object.ts";
import { type ObjectId, ShapePointer } from "./shape-value.ts";

/** @param fits - whether a block may be taken for a structure to which a pointer points by its type */
export function typesIn(
  graph: ShapeGraph,
  fits: (block: ShapeObject, type: RecordType) => boolean,
): ReadonlyMap<ObjectId, CType> {
  const types = new Map<ObjectId, CType>();
  for (const [object, id] of graph.statics) types.set(id, object.type);
  for (const { objects } of graph.frames) {
    for (const [object, id] of objects) types.set(id, object.type);
  }
  for (const [id, type] of types) {
    if (!graph.has(id)) continue;
    for (const { offset, size, value } of graph.object(id).edges) {
      if (!(value instanceof ShapePointer) || value.low !== 0 || types.has(value.target)) continue;
      const pointed = memberAt(type, offset, size)?.type;
      if (pointed?.kind !== "pointer" || pointed.target.kind !== "struct") continue;
      if (fits(graph.object(value.target), pointed.target)) {
        types.set(value.target, pointed.target);
      }
    }
  }
  return types;
}

/**
 * Decides which blocks have different structures; a pointer to the first member of one does not determine its type.
 */
export class BlockTypes {
  readonly #types: ReadonlyMap<ObjectId, CType>;

  constructor(graph: ShapeGraph) {
    this.#types = typesIn(graph, ({ size }, { definition }) => definition.size === size);
  }

  areDifferent(id: ObjectId, others: BlockTypes, other: ObjectId): boolean {
    const [a, b] = [this.#types.get(id), others.#types.get(other)];
    return a?.kind === "struct" && b?.kind === "struct" && a.definition !== b.definition;
  }
}
/** The scalar member at an offset; undefined where there is none of that size. */
export function memberAt(
  type: CType,
  offset: number,
  size: number,
): { readonly path: string; readonly type: CType } | undefined {
  if (type.kind === "struct") {
    const field = type.definition.fields?.findLast(
      (candidate) => candidate.bitWidth === undefined && candidate.offset <= offset,
    );
    if (field === undefined) return undefined;
    const inner = memberAt(field.type, offset - field.offset, size);
    if (inner === undefined) return undefined;
    const path = [field.name ?? "", inner.path].filter(Boolean).join(".");
    return { path, type: inner.type };
  }
  const isScalar = type.kind === "pointer" || type.kind === "integer" || type.kind === "float";
  return isScalar && offset === 0 && type.size === size ? { path: "", type } : undefined;
}
