/**
 * Padding: bits of an object that no scalar in it uses (C11 6.2.6.1p6). Their contents are
 * unspecified whenever the object is assigned as a whole.
 */
import {
  type CType,
  type InitializerItem,
  type RecordDefinition,
  sizeOf,
} from "../../cfront/index.ts";

import type { BitField } from "./cfa.ts";

/** Bits `[from, to)`. */
interface BitRange {
  readonly from: number;
  readonly to: number;
}

/** Bytes of an x87 number, which is stored in more. */
const X87_BYTES = 10;

const known = new WeakMap<RecordDefinition, readonly BitField[]>();

/** The padding of an object of the type, in ascending order. */
export function paddingOf(type: CType): readonly BitField[] {
  if (type.kind !== "struct" && type.kind !== "union") return holesBetween(type, usedBits(type, 0));
  let padding = known.get(type.definition);
  if (padding === undefined) {
    padding = holesBetween(type, usedBits(type, 0));
    known.set(type.definition, padding);
  }
  return padding;
}

/**
 * The padding of an automatic object after its initialisation: parts without an initialiser are
 * zero, padding included, as in static objects (6.7.9p10, p21). For a union with an initial value
 * that is all but the initialised member.
 */
export function paddingAfter(type: CType, items: readonly InitializerItem[]): readonly BitField[] {
  return items.length === 0 ? [] : holesBetween(type, givenBits(type, 0, items));
}

function holesBetween(type: CType, used: readonly BitRange[]): readonly BitField[] {
  const holes: BitField[] = [];
  const end = 8 * (sizeOf(type) ?? 0);
  let at = 0;
  for (const { from, to } of [...used, { from: end, to: end }].sort((a, b) => a.from - b.from)) {
    if (from > at) holes.push({ bitOffset: at, bitWidth: from - at });
    at = Math.max(at, to);
  }
  return holes;
}

/** Bits that scalars in an object at `base` use, neighbours joined. */
function usedBits(type: CType, base: number): BitRange[] {
  const size = sizeOf(type) ?? 0;
  const whole = [{ from: 8 * base, to: 8 * (base + size) }];
  switch (type.kind) {
    case "struct":
    case "union": {
      const { fields = [], vector } = type.definition;
      return vector !== undefined
        ? whole
        : joined(fields.flatMap((field) => fieldBits(field, base)));
    }
    case "array": {
      const step = sizeOf(type.element) ?? 0;
      if (step === 0 || isSolid(type.element)) return whole;
      const parts: BitRange[] = [];
      for (let at = 0; at < size; at += step) parts.push(...usedBits(type.element, base + at));
      return parts;
    }
    case "complex":
      return isSolid(type.element)
        ? whole
        : [...usedBits(type.element, base), ...usedBits(type.element, base + size / 2)];
    case "float":
      return type.name === "ldouble" && size > X87_BYTES
        ? [{ from: 8 * base, to: 8 * (base + X87_BYTES) }]
        : whole;
    default:
      return whole;
  }
}

type Field = NonNullable<RecordDefinition["fields"]>[number];

function fieldBits({ name, type, offset, bitOffset, bitWidth }: Field, base: number): BitRange[] {
  if (bitWidth === undefined) return usedBits(type, base + offset);
  // Unnamed bit-fields are padding (6.7.2.1p12).
  if (name === undefined) return [];
  const from = 8 * (base + offset) + (bitOffset ?? 0);
  return [{ from, to: from + bitWidth }];
}

function isSolid(type: CType): boolean {
  return paddingOf(type).length === 0;
}

function joined(ranges: readonly BitRange[]): BitRange[] {
  const result: BitRange[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to) {
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    } else if (to > from) result.push({ from, to });
  }
  return result;
}

/** Bits with a known value in an object at `base` that is initialised by items with offsets from the whole. */
function givenBits(type: CType, base: number, items: readonly InitializerItem[]): BitRange[] {
  const size = sizeOf(type) ?? 0;
  const whole = [{ from: 8 * base, to: 8 * (base + size) }];
  // Nothing mentions it: it is all zero.
  if (items.length === 0) return whole;
  // All of it gets a value.
  if (
    items.some((item) => item.offset === base && item.bitField === undefined && covers(item, type))
  ) {
    return usedBits(type, base);
  }
  if (type.kind === "array") {
    const step = sizeOf(type.element) ?? 0;
    if (step === 0 || isSolid(type.element)) return whole;
    const byElement = new Map<number, InitializerItem[]>();
    for (const item of items) {
      const index = Math.floor((item.offset - base) / step);
      byElement.set(index, [...(byElement.get(index) ?? []), item]);
    }
    return Array.from({ length: size / step }, (_, index) =>
      givenBits(type.element, base + index * step, byElement.get(index) ?? []),
    ).flat();
  }
  if (type.kind !== "struct" && type.kind !== "union") return usedBits(type, base);
  const { fields = [], vector } = type.definition;
  if (vector !== undefined) return whole;
  const parts = fields.map((field) => ({ field, inside: itemsIn(field, base, items) }));
  const given =
    type.kind === "struct"
      ? parts
      : // The last one of the members that hold all items is as good as any other.
        parts.filter(({ inside }) => inside.length === items.length).slice(0, 1);
  return given.flatMap(({ field, inside }) =>
    field.bitWidth === undefined
      ? givenBits(field.type, base + field.offset, inside)
      : fieldBits(field, base),
  );
}

function covers(item: InitializerItem, type: CType): boolean {
  return (
    item.value.kind !== "string" &&
    sizeOf(item.type) === sizeOf(type) &&
    item.type.kind === type.kind
  );
}

function itemsIn(field: Field, base: number, items: readonly InitializerItem[]): InitializerItem[] {
  const from = base + field.offset;
  const to = from + (sizeOf(field.type) ?? 0);
  return items.filter(({ offset, type, bitField }) => {
    if (field.bitWidth !== undefined) {
      return bitField !== undefined && offset === from && isSameField(bitField, field);
    }
    const end = bitField === undefined ? offset + (sizeOf(type) ?? 0) : offset;
    return offset >= from && end <= to && (bitField === undefined || isAggregate(field.type));
  });
}

function isSameField({ bitOffset, bitWidth }: BitField, field: Field): boolean {
  return bitOffset === (field.bitOffset ?? 0) && bitWidth === field.bitWidth;
}

function isAggregate({ kind }: CType): boolean {
  return kind === "struct" || kind === "union" || kind === "array";
}
