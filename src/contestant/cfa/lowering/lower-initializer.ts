/** Lowers the initialisation of automatic objects (C11 6.7.9). */
import {
  type Expression as Ast,
  type CType,
  type InitializerItem,
  sizeOf,
  type Variable,
} from "../../cfront/index.ts";

import type { Expression, MemoryObject } from "../model/cfa.ts";
import { canFail } from "../model/expression-properties.ts";
import { addressOf, offsetBy, zero } from "../model/expressions.ts";
import { paddingAfter } from "../model/padding.ts";
import { valueTypeOf } from "../model/value-types.ts";
import { emitConflict } from "./emit-conflict.ts";
import { assignTo } from "./lower-assignment.ts";
import type { Lowering, Place } from "./lowering.ts";
import { paddingIn } from "./record-copy.ts";
import { mayHaveEffects } from "./side-effects.ts";

/** Declares the variable's object and gives it its initial value, if it has one. */
export function initializeLocal(lower: Lowering, variable: Variable): void {
  const object = lower.names.objectOf(variable);
  lower.graph.emit({ kind: "declare", object });
  const items = variable.initializer?.items;
  if (items === undefined) return;
  const address = addressOf(object, lower.pointer);
  const first = items[0];
  const values = [...new Set(items.map(({ value }) => value))];
  const conflict = lower.names.order?.conflictOfItems(values);
  if (conflict !== undefined) emitConflict(lower, conflict);
  const overridden = [...(variable.initializer?.overridden ?? []), ...overriddenValues(items)];
  if (!overridden.every((value) => isSilent(lower, value))) {
    lower.unsupported("an initialiser that a later one overrides (C11 6.7.9p19)", variable.type);
  }
  if (object.scalar !== undefined && first === undefined) {
    lower.graph.emit({ kind: "assign", address, value: zero(object.scalar) });
    return;
  }
  const isWhole = first !== undefined && items.length === 1 && covers(first, object);
  if (!isWhole && object.size > 0) {
    const padding = paddingAfter(object.type, items);
    const clear = { kind: "clear", address, size: object.size } as const;
    lower.graph.emit(padding.length === 0 ? clear : { ...clear, padding });
  }
  const firstParts = new Map<Ast, Place>();
  for (const item of items) {
    const place = partOf(address, item);
    const evaluated = firstParts.get(item.value);
    if (evaluated !== undefined && mayHaveEffects(item.value)) {
      copyPart(lower, evaluated, place, item.type);
    } else {
      firstParts.set(item.value, place);
      initializePart(lower, place, item, !isWhole);
    }
  }
}

/** Values of items that later items overwrite, if only in part. */
function overriddenValues(items: readonly InitializerItem[]): Ast[] {
  const places = items.map((item, order) => {
    const { offset, bitField, type, value } = item;
    const start = offset * 8 + (bitField?.bitOffset ?? 0);
    return { order, value, start, end: start + (bitField?.bitWidth ?? bytesOf(type, value) * 8) };
  });
  const isAscending = places.every(({ start }, index) => start >= (places[index - 1]?.end ?? 0));
  if (isAscending) return [];
  const found: Ast[] = [];
  let last: (typeof places)[number] | undefined;
  for (const place of places.sort((a, b) => a.start - b.start || a.order - b.order)) {
    if (last !== undefined && place.start < last.end && place.value !== last.value) {
      found.push(place.order < last.order ? place.value : last.value);
    }
    if (last === undefined || place.end > last.end) last = place;
  }
  return found;
}

/** Whether it cannot be observed if the value is evaluated. */
function isSilent(lower: Lowering, value: Ast): boolean {
  if (mayHaveEffects(value) || lower.names.hasThreads) return false;
  if (value.kind === "string") return true;
  const isScalar = valueTypeOf(value.type) !== undefined;
  const lowered = lower.attempt(value, () =>
    isScalar ? lower.value(value) : lower.place(value).address,
  );
  return lowered !== undefined && !canFail(lowered);
}

function partOf(base: Expression, { offset, bitField }: InitializerItem): Place {
  const address = offsetBy(base, offset);
  return bitField === undefined ? { address } : { address, bitField };
}

/** The value of a range of elements is evaluated once; the others get that of the first. */
function copyPart(lower: Lowering, from: Place, to: Place, type: CType): void {
  const valueType = valueTypeOf(type);
  if (valueType === undefined) {
    const size = sizeOf(type) ?? 0;
    const addresses = { to: to.address, from: from.address };
    if (size > 0) lower.graph.emit({ kind: "copy", ...addresses, size, ...paddingIn(type) });
    return;
  }
  lower.graph.emit({ kind: "assign", ...to, value: { kind: "load", type: valueType, ...from } });
}

/** Whether the item covers the whole object. */
function covers(item: InitializerItem, object: MemoryObject): boolean {
  if (item.offset !== 0 || item.bitField !== undefined) return false;
  return bytesOf(item.type, item.value) === object.size;
}

/** Bytes that an item sets. */
function bytesOf(type: CType, value: Ast): number {
  const size = sizeOf(type) ?? 0;
  return value.kind === "string" && type.kind === "array"
    ? Math.min(size, value.bytes.length)
    : size;
}

function initializePart(
  lower: Lowering,
  place: Place,
  { type, value }: InitializerItem,
  isCleared: boolean,
): void {
  const { address } = place;
  if (type.kind === "array" || value.kind === "string") {
    const size = bytesOf(type, value);
    const from = lower.place(value).address;
    if (size > 0) lower.graph.emit({ kind: "copy", to: address, from, size });
    return;
  }
  if (isCleared && isZero(lower, type, value)) return;
  assignTo(lower, place, type, value);
}

function isZero(lower: Lowering, type: CType, value: Ast): boolean {
  // Only plain literals: a negative zero of floating type is not all zero bits.
  if (valueTypeOf(type)?.kind === "float") return false;
  const constant = lower.attempt(value, () => lower.value(value));
  return constant?.kind === "integer" && constant.value === 0n;
}
