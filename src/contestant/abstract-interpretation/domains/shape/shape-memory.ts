/** Resolves accesses, and applies stores, copies and ends of lifetimes to a graph. */
import {
  accessSize,
  type BitField,
  type DeclareEdge,
  type EndScopeEdge,
  type Expression,
  type LoadExpression,
  type MemoryObject,
  operandsOf,
  sizeInMemory,
  type ValueType,
} from "../../../cfa/index.ts";
import type { Evaluation, MemoryAlgebra, ScalarTarget } from "../../../semantics/index.ts";
import { fullRange, range } from "../interval/range.ts";
import { ComparisonSplit } from "../value/comparison-split.ts";
import { FloatPattern, isInteger } from "../value/value.ts";
import type { ShapeCarriers } from "./carriers.ts";
import type { ShapeContext } from "./shape-context.ts";
import { edgeAt, type HasValue, withEdge, withoutBytes, zeroBlock } from "./shape-object.ts";
import { SegmentSplit, type ShapeState } from "./shape-state.ts";
import { isNumber, type ObjectId, ShapePointer, type ShapeValue } from "./shape-value.ts";

/** Indices with at most this many values are distinguished where memory is accessed. */
const MAX_INDEX_VALUES = 40;

type Indices = readonly Evaluation<ShapeCarriers>[];

export class ShapeMemory implements MemoryAlgebra<ShapeCarriers> {
  readonly #context: ShapeContext;
  /** Evaluates expressions; set once there is a semantics of expressions. */
  readonly #compile: (expression: Expression) => Evaluation<ShapeCarriers>;
  readonly #indices = new Map<Expression, Indices>();

  constructor(
    context: ShapeContext,
    compile: (expression: Expression) => Evaluation<ShapeCarriers>,
  ) {
    this.#context = context;
    this.#compile = compile;
  }

  /** The object that a name denotes in the innermost stack frame. */
  named(state: ShapeState, object: MemoryObject): ObjectId {
    const { statics, frames } = state.graph;
    const id = statics.get(object) ?? frames.at(-1)?.objects.get(object);
    if (id === undefined) return this.#context.doubt("unsupported", `'${object.name}' elsewhere`);
    return id;
  }

  // ------------------------------------------------------------------- places

  /**
   * The place of an access.
   * @throws SegmentSplit where it is a node of a segment
   */
  target(
    state: ShapeState,
    pointer: ShapeValue,
    size: number,
    indices: Indices = [],
  ): ShapePointer {
    const { doubt } = this.#context;
    if (pointer === 0) return doubt("dereference", "possible access through a null pointer");
    if (!(pointer instanceof ShapePointer)) {
      return doubt("dereference", "access through a pointer that is not known");
    }
    const object = state.graph.object(pointer.target);
    if (object.segment !== undefined) {
      if (pointer.spec === "first" || pointer.spec === "last") {
        throw new SegmentSplit(object.id, pointer.spec);
      }
      return doubt("unsupported", "a node inside of a segment");
    }
    if (!object.isValid) {
      return doubt("dereference", `possible access to '${object.name}' after its lifetime`);
    }
    if (!pointer.isExact) this.#splitByIndex(state, indices);
    if (pointer.low < 0 || pointer.high + size > object.size) {
      return doubt("dereference", `possible access outside of '${object.name}'`);
    }
    return pointer;
  }

  /** The integers in memory from which an address is computed. */
  indicesOf(address: Expression | undefined): Indices {
    if (address === undefined) return [];
    let loads = this.#indices.get(address);
    if (loads === undefined) {
      const found: Evaluation<ShapeCarriers>[] = [];
      const visit = (part: Expression): void => {
        if (part.kind !== "load") operandsOf(part).forEach(visit);
        else if (part.type.kind === "int") found.push(this.#compile(part));
      };
      visit(address);
      loads = found;
      this.#indices.set(address, loads);
    }
    return loads;
  }

  /** Splits the executions by the value of an index, when it has few. */
  #splitByIndex(state: ShapeState, indices: Indices): void {
    for (const index of indices) {
      const value = index(state);
      if (!isNumber(value) || !this.#context.unknown.isLasting(value)) continue;
      const { low, high } = state.rangeOf(value);
      if (BigInt(high) - BigInt(low) < MAX_INDEX_VALUES) {
        throw new ComparisonSplit(value, "eq", low);
      }
    }
  }

  place(
    address: Expression,
    pointer: Evaluation<ShapeCarriers>,
  ): (state: ShapeState, frame: ShapeCarriers["frame"], size: number) => ShapePointer {
    const indices = this.indicesOf(address);
    return (state, _frame, size) => this.target(state, pointer(state), size, indices);
  }

  // ------------------------------------------------------------------ reading

  load(
    { address, type, bitField }: LoadExpression,
    pointer: Evaluation<ShapeCarriers>,
  ): Evaluation<ShapeCarriers> {
    const indices = this.indicesOf(address);
    const size = accessSize(type, bitField);
    return (state) => {
      const place = this.target(state, pointer(state), size, indices);
      if (bitField !== undefined) return this.#bitField(state, place, size, bitField, type);
      return this.read(state, place, type);
    };
  }

  /** The contents of a place; a value that is known to be unique stays the same when it is read again. */
  read(state: ShapeState, place: ShapePointer, type: ValueType): ShapeValue {
    const { pointerBytes } = this.#context;
    if (!place.isExact) return this.#context.any(state, type);
    const { edges } = state.graph.object(place.target);
    const edge = edgeAt(edges, place.low, sizeInMemory(type, 8 * pointerBytes));
    return edge === undefined ? this.#context.any(state, type) : this.#retyped(state, edge, type);
  }

  #retyped(state: ShapeState, { value, type: from }: HasValue, to: ValueType): ShapeValue {
    if (value === 0) return to.kind === "float" ? new FloatPattern(0n) : 0;
    if (from === undefined) return this.#context.any(state, to);
    // Pointers are unsigned integers of their width.
    if (isUnsigned(from) && isUnsigned(to)) return value;
    if (from.kind === to.kind) {
      if (from.kind !== "int" || to.kind !== "int" || from.signed === to.signed) {
        const isOther = from.kind === "float" && to.kind === "float" && from.format !== to.format;
        return isOther ? this.#context.any(state, to) : value;
      }
      if (isInteger(value)) {
        const { low, high } = fullRange(to);
        if (low <= value && value <= high) return value;
      }
    }
    return this.#context.any(state, to);
  }

  /** Fields of a zero block are zero; others may have any value of their width. */
  #bitField(
    state: ShapeState,
    { target, low, isExact }: ShapePointer,
    size: number,
    { bitWidth }: BitField,
    type: ValueType,
  ): ShapeValue {
    const { edges } = state.graph.object(target);
    if (isExact && edgeAt(edges, low, size)?.value === 0) return 0;
    if (type.kind !== "int") return this.#context.any(state, type);
    const bits = type.signed ? bitWidth - 1 : bitWidth;
    if (bits > 32) return this.#context.any(state, type);
    return this.#context.within(state, range(type.signed ? -(2 ** bits) : 0, 2 ** bits - 1));
  }

  // ------------------------------------------------------------------ writing

  store(
    { address, type, bitField }: ScalarTarget,
    pointer: Evaluation<ShapeCarriers>,
  ): (state: ShapeState, frame: ShapeCarriers["frame"], value: ShapeValue) => void {
    const indices = this.indicesOf(address);
    const size = accessSize(type, bitField);
    return (state, _frame, value) => {
      const place = this.target(state, pointer(state), size, indices);
      if (bitField === undefined) this.write(state, place, type, value);
      else this.overwrite(state, place, size);
    };
  }

  write(state: ShapeState, place: ShapePointer, type: ValueType, value: ShapeValue): void {
    const size = sizeInMemory(type, 8 * this.#context.pointerBytes);
    this.#checkWrite(state, place);
    if (!place.isExact) {
      this.overwrite(state, place, size);
      return;
    }
    const { graph } = state;
    const { edges, size: bytes } = graph.object(place.target);
    const isZero =
      value === 0 || (value instanceof FloatPattern && value.bits === 0n && !isLong(type));
    const edge: HasValue = isZero
      ? zeroBlock(place.low, Math.min(place.low + size, bytes))
      : { offset: place.low, size, type, value };
    graph.update(place.target, { edges: withEdge(edges, edge) });
  }

  #checkWrite(state: ShapeState, { target }: ShapePointer): void {
    const { isReadOnly, name } = state.graph.object(target);
    if (isReadOnly) this.#context.doubt("undefined", `possible write to '${name}'`);
  }

  /** Overwrites bytes with unknown contents. */
  overwrite(state: ShapeState, place: ShapePointer, size: number): void {
    this.#checkWrite(state, place);
    state.graph.forgetBytes(place.target, place.low, place.high + size);
  }

  clear(state: ShapeState, place: ShapePointer, size: number): void {
    if (!place.isExact) {
      this.overwrite(state, place, size);
      return;
    }
    this.#checkWrite(state, place);
    const { edges } = state.graph.object(place.target);
    const block = zeroBlock(place.low, place.low + size);
    state.graph.update(place.target, { edges: withEdge(edges, block) });
  }

  copy(
    state: ShapeState,
    to: ShapePointer,
    from: ShapePointer,
    size: number,
    mayOverlap = false,
  ): void {
    const { graph } = state;
    if (!to.isExact || !from.isExact) {
      this.overwrite(state, to, size);
      return;
    }
    this.#checkWrite(state, to);
    const distance = Math.abs(to.low - from.low);
    const isOverlap = to.target === from.target && distance !== 0 && distance < size;
    if (isOverlap && !mayOverlap) {
      this.#context.doubt("undefined", "copy between overlapping objects");
    }
    const moved = edgesWithin(graph.object(from.target).edges, from.low, size).map((edge) => ({
      ...edge,
      offset: edge.offset - from.low + to.low,
    }));
    const rest = withoutBytes(graph.object(to.target).edges, to.low, to.low + size);
    const edges = moved.reduce((all, edge) => withEdge(all, edge), rest);
    graph.update(to.target, { edges });
  }

  forgetBits(state: ShapeState, place: ShapePointer, bits: readonly BitField[]): void {
    for (const { bitOffset, bitWidth } of bits) {
      const from = Math.floor(bitOffset / 8);
      const to = Math.ceil((bitOffset + bitWidth) / 8);
      state.graph.forgetBytes(place.target, place.low + from, place.high + to);
    }
  }

  // ---------------------------------------------------------------- lifetimes

  declare({ object }: DeclareEdge, state: ShapeState): void {
    const { graph } = state;
    const known = graph.object(this.named(state, object));
    if (known.isValid) {
      graph.update(known.id, { edges: [] });
      return;
    }
    // The block is entered again: a new object with the same name.
    const id = this.#context.newObject();
    graph.put({ ...known, id, isValid: true, edges: [] });
    const frame = graph.frames.at(-1);
    if (frame === undefined) return;
    const objects = new Map(frame.objects).set(object, id);
    graph.frames = [...graph.frames.slice(0, -1), { ...frame, objects }];
  }

  endScope({ objects }: EndScopeEdge, state: ShapeState): void {
    for (const object of objects) state.graph.invalidate(this.named(state, object));
  }
}

function isUnsigned(type: ValueType): boolean {
  return type.kind === "pointer" || (type.kind === "int" && !type.signed);
}

/** x87 numbers have bytes in memory that do not belong to the value. */
function isLong(type: ValueType): boolean {
  return type.kind === "float" && type.format === "ldouble";
}

/** The edges within a part of an object; of zero blocks that reach out of it, the part inside. */
export function edgesWithin(
  edges: readonly HasValue[],
  from: number,
  size: number,
): readonly HasValue[] {
  const to = from + size;
  return edges.flatMap((edge): readonly HasValue[] => {
    const end = edge.offset + edge.size;
    if (edge.value === 0) {
      const [low, high] = [Math.max(edge.offset, from), Math.min(end, to)];
      return low < high ? [zeroBlock(low, high)] : [];
    }
    return edge.offset >= from && end <= to ? [edge] : [];
  });
}
