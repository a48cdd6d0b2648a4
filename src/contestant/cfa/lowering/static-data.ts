/** Initial contents of objects with static storage (C11 6.6p7-9, 6.7.9p4). */
import {
  type Expression as Ast,
  type CType,
  type Initializer,
  type StringLiteral,
  sizeOf,
} from "../../cfront/index.ts";

import type { BitField, Expression, InitialItem } from "../model/cfa.ts";
import { accessSize } from "../model/expression-properties.ts";
import { integer } from "../model/expressions.ts";
import { integerType, isInMemory, valueTypeOf } from "../model/value-types.ts";
import { partsOf } from "./lower-parts.ts";
import type { Lowering } from "./lowering.ts";
import { partsTypeOf } from "./parts-type.ts";

/** A part that is no constant for us: computed when the program starts. */
export interface ComputedItem {
  readonly offset: number;
  readonly bitField?: BitField;
  readonly type: CType;
  readonly value: Ast;
}
export interface StaticData {
  /** Ascending, without overlaps, zeros left out. */
  readonly constant: readonly InitialItem[];
  readonly computed: readonly ComputedItem[];
}

interface Part {
  readonly firstBit: number;
  readonly endBit: number;
  readonly content: { readonly constant: InitialItem } | { readonly computed: ComputedItem };
}

/** Splits an initialiser into constant and computed parts. Later items override earlier ones. */
export function staticData(lower: Lowering, initializer: Initializer): StaticData {
  const collector = new Collector(lower);
  collector.addAll(initializer, 0);
  return collector.finish();
}

class Collector {
  readonly #lower: Lowering;
  #parts: Part[] = [];
  #lastBit = 0;

  constructor(lower: Lowering) {
    this.#lower = lower;
  }

  addAll(initializer: Initializer, base: number): void {
    for (const { offset, type, bitField, value } of initializer.items) {
      const at = base + offset;
      if (value.kind === "string" && type.kind === "array") {
        this.#addString(at, type.element, value, sizeOf(type) ?? 0);
      } else if (isInMemory(type) || type.kind === "array") {
        if (!this.#addParts(at, type, value)) this.#addAggregate(at, type, value);
      } else {
        this.#addScalar(at, type, bitField, value);
      }
    }
  }

  /** Characters, as far as the array has room for them. */
  #addString(offset: number, element: CType, literal: StringLiteral, size: number): void {
    this.#erase(offset * 8, (offset + size) * 8);
    for (const item of stringItems(literal, element)) {
      if (item.offset >= size) break;
      this.#add({ constant: { ...item, offset: offset + item.offset } });
    }
  }

  /** GNU: a compound literal as the value of a part. */
  #addAggregate(offset: number, type: CType, value: Ast): void {
    const size = sizeOf(type) ?? 0;
    this.#erase(offset * 8, (offset + size) * 8);
    let bare = value;
    while (bare.kind === "cast") bare = bare.operand;
    const initializer = bare.kind === "compound-literal" ? bare.variable.initializer : undefined;
    if (initializer !== undefined) this.addAll(initializer, offset);
    else this.#add({ computed: { offset, type, value } }, size * 8);
  }

  /** A complex number or vector whose parts are constants; false for everything else. */
  #addParts(offset: number, type: CType, value: Ast): boolean {
    const partsType = partsTypeOf(type);
    if (partsType === undefined) return false;
    const parts = this.#lower.graph
      .attempt(() => partsOf(this.#lower, value))
      ?.map(linkTimeConstant);
    if (parts === undefined || parts.includes(undefined)) return false;
    for (const [index, part] of parts.entries()) {
      if (part === undefined) continue;
      const size = accessSize(part.type);
      this.#add({ constant: { offset: offset + index * size, value: part } });
    }
    return true;
  }

  #addScalar(offset: number, type: CType, bitField: BitField | undefined, ast: Ast): void {
    const lowered = this.#lower.graph.attempt(() => this.#lower.value(ast));
    const value = lowered === undefined ? undefined : linkTimeConstant(lowered);
    const place = bitField === undefined ? { offset } : { offset, bitField };
    if (value !== undefined) this.#add({ constant: { ...place, value } });
    else this.#add({ computed: { ...place, type, value: ast } }, (sizeOf(type) ?? 0) * 8);
  }

  #add(content: Part["content"], computedBits = 0): void {
    const item = "constant" in content ? content.constant : content.computed;
    const start = item.offset * 8 + (item.bitField?.bitOffset ?? 0);
    const bits =
      item.bitField?.bitWidth ??
      ("constant" in content ? accessSize(content.constant.value.type) * 8 : computedBits);
    this.#erase(start, start + bits);
    this.#parts.push({ firstBit: start, endBit: start + bits, content });
    this.#lastBit = Math.max(this.#lastBit, start + bits);
  }

  /** Removes the part that a later item overrides. */
  #erase(firstBit: number, endBit: number): void {
    if (firstBit >= this.#lastBit) return;
    this.#parts = this.#parts.filter((part) => part.endBit <= firstBit || part.firstBit >= endBit);
  }

  finish(): StaticData {
    const constant: InitialItem[] = [];
    const computed: ComputedItem[] = [];
    for (const { content } of this.#parts.sort((a, b) => a.firstBit - b.firstBit)) {
      if ("computed" in content) computed.push(content.computed);
      else if (!isZero(content.constant.value)) constant.push(content.constant);
    }
    return { constant, computed };
  }
}

/** All bits zero. */
function isZero(value: Expression): boolean {
  return (
    (value.kind === "integer" && value.value === 0n) ||
    (value.kind === "float" && value.bits === 0n)
  );
}

/** An integer or float constant, an address plus a constant (also as an integer of its width); else undefined. */
function linkTimeConstant(value: Expression): Expression | undefined {
  switch (value.kind) {
    case "integer":
    case "float":
    case "address":
      return value;
    case "binary":
      return value.type.kind === "pointer" &&
        value.left.kind === "address" &&
        value.right.kind === "integer"
        ? value
        : undefined;
    case "cast": {
      const inner = linkTimeConstant(value.operand);
      const keepsBits =
        inner?.type.kind === "pointer" &&
        value.type.kind === "int" &&
        inner.type.bits === value.type.bits;
      return keepsBits ? inner : undefined;
    }
    default:
      return undefined;
  }
}

/** The characters of a literal that are not zero, as integers of the element type. */
export function stringItems({ bytes }: StringLiteral, element: CType): InitialItem[] {
  const valueType = valueTypeOf(element);
  const type = valueType?.kind === "int" ? valueType : integerType(8, false);
  const width = type.bits / 8;
  const items: InitialItem[] = [];
  for (let offset = 0; offset + width <= bytes.length; offset += width) {
    let value = 0n;
    for (let i = width - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[offset + i] ?? 0);
    if (value !== 0n) items.push({ offset, value: integer(type, value) });
  }
  return items;
}
