/** Numbers in memory that ranking functions consist of, and their names: in C where it has a name for them. */

import {
  composedText,
  type InvariantText,
  type RankingText,
} from "../../../analysis-core/index.ts";
import {
  type Member,
  type MemoryObject,
  memberAt,
  memberBehind,
  type ValueType,
  valueTypeOf,
} from "../../../cfa/index.ts";
import { sizeOf } from "../../../cfront/index.ts";
import type { Term } from "../../../smt/index.ts";
import type { MemoryCell, Region, State } from "../../../symbolic/index.ts";
import { Pointer } from "../../../symbolic/index.ts";
import type { RankingContext, Scalar } from "./ranking-function.ts";

/** A scalar in memory as a number. */
export interface Numeral {
  readonly cell: MemoryCell;
  readonly isSigned: boolean;
  readonly bits: number;
  readonly text: RankingText | undefined;
}

export function numberIn(
  context: RankingContext,
  cell: MemoryCell,
  state: State,
): Term | undefined {
  const value = context.access.readAt(state, cell.region, cell.offset, cell.size);
  if (value instanceof Pointer) return undefined;
  return value.width === cell.size * 8 && cell.size <= 8 ? value : undefined;
}

export function scalarOf(context: RankingContext, { cell, isSigned, bits, text }: Numeral): Scalar {
  return { read: (state) => numberIn(context, cell, state), isSigned, bits, text };
}

/** The numbers that a cell may represent; both signs where no type is known. */
export function numeralsOf(cell: MemoryCell, state: State): readonly Numeral[] {
  const named = placeOf(cell, state);
  if (named !== undefined) {
    const { type, text } = named;
    if (type.kind === "pointer") return [];
    const isFloat = type.kind === "float";
    // The bits of floating-point numbers are compared, which is an order other than C's.
    const said: RankingText = isFloat
      ? { ...composedText(`the bit pattern of ${text.text}`, text), isWords: true }
      : text;
    return [{ cell, isSigned: isFloat || type.signed, bits: cell.size * 8, text: said }];
  }
  return [true, false].map((isSigned) => ({
    cell,
    isSigned,
    bits: cell.size * 8,
    text: bytesText(cell),
  }));
}

/** `the value at byte 4 of s`, or the same for memory without a name. */
function bytesText({ region, offset }: MemoryCell): RankingText {
  const { object } = region;
  const name = object?.variable === undefined ? "an object without a name" : object.name;
  return {
    text: `the value at byte ${offset} of ${name}`,
    objects: object === undefined ? [] : [object],
    isWords: true,
  };
}

/** A C expression for the contents of a cell: a variable or a member, or what a pointer variable points to. */
function placeOf(
  { region, offset, size }: MemoryCell,
  state: State,
): { readonly type: ValueType; readonly text: InvariantText } | undefined {
  const { object } = region;
  if (object?.variable !== undefined) {
    const member = memberAt(object.type, offset, undefined);
    return said(member && { ...member, path: object.name + member.path }, object, size);
  }
  for (const [other, content] of state.contents) {
    const pointer = pointerVariable(other);
    if (pointer?.type.kind !== "pointer") continue;
    const value = content.chunks.get(0)?.value;
    if (!(value instanceof Pointer) || value.targets.length !== 1) continue;
    const [target] = value.targets;
    if (target?.region !== region || target.offset.op !== "constant") continue;
    const distance = offset - Number(target.offset.value);
    const place = said(
      memberBehind(pointer.name, pointer.type.target, distance, undefined),
      pointer,
      size,
    );
    if (place?.type.kind === "int") return place;
  }
  return undefined;
}

/** The path to the part, if it is a scalar of the given size. */
function said(
  member: Member | undefined,
  object: MemoryObject,
  size: number,
): { readonly type: ValueType; readonly text: InvariantText } | undefined {
  if (member === undefined || sizeOf(member.type) !== size) return undefined;
  const type = valueTypeOf(member.type);
  if (type === undefined) return undefined;
  return { type, text: { text: member.path, objects: [object] } };
}

function pointerVariable({ object, hasEnded }: Region): MemoryObject | undefined {
  if (hasEnded || object?.variable === undefined) return undefined;
  return object.scalar?.kind === "pointer" ? object : undefined;
}
