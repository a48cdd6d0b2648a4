/** Cells of an object: the scalars it is made of. */
import { type MemoryObject, sizeInMemory, type ValueType, valueTypeOf } from "../cfa/index.ts";

import { type CType, sizeOf } from "../cfront/index.ts";

export interface Cell {
  readonly offset: number;
  readonly size: number;
  readonly type: ValueType;
}

export interface ObjectLayout {
  /** In ascending offsets. Bytes in no cell are always unknown; opaque objects have no cells. */
  readonly cells: readonly Cell[];
  /** Index of the cell at an offset. */
  readonly at: ReadonlyMap<number, number>;
}

/** Objects with more cells are opaque. */
const MAX_CELLS = 400;

class Opaque extends Error {}

/** @param leavesUnions - whether bytes of unions lie in no cell; otherwise a union makes the object opaque */
export function layoutOf(
  object: MemoryObject,
  pointerBits: number,
  leavesUnions = false,
): ObjectLayout {
  const cells: Cell[] = [];
  try {
    if (object.scalar !== undefined) {
      const size = sizeInMemory(object.scalar, pointerBits);
      cells.push({ offset: 0, size, type: object.scalar });
    } else {
      collect(object.type, 0, pointerBits, cells, leavesUnions);
    }
  } catch (error) {
    if (!(error instanceof Opaque)) throw error;
    cells.length = 0;
  }
  return { cells, at: new Map(cells.map(({ offset }, index) => [offset, index])) };
}

function collect(
  type: CType,
  offset: number,
  pointerBits: number,
  cells: Cell[],
  leavesUnions: boolean,
): void {
  if (cells.length > MAX_CELLS) throw new Opaque();
  const scalar = valueTypeOf(type);
  if (scalar !== undefined) {
    cells.push({ offset, size: sizeInMemory(scalar, pointerBits), type: scalar });
    return;
  }
  if (type.kind === "array") {
    const size = sizeOf(type.element);
    if (size === undefined || size === 0 || type.length === undefined) throw new Opaque();
    for (let i = 0; i < type.length; i++) {
      collect(type.element, offset + i * size, pointerBits, cells, leavesUnions);
    }
    return;
  }
  if (type.kind === "union" && leavesUnions) return;
  if (type.kind !== "struct") throw new Opaque();
  const { fields } = type.definition;
  if (fields === undefined) throw new Opaque();
  for (const field of fields) {
    if (field.bitWidth !== undefined) throw new Opaque();
    collect(field.type, offset + field.offset, pointerBits, cells, leavesUnions);
  }
}
