/** Resolves accesses, and applies stores, copies and ends of lifetimes to the slots of a state. */

import type { Cell } from "../../../analysis-core/index.ts";
import {
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
import type { AbstractState } from "./abstract-state.ts";
import { isSummary, mayBeOneBlock } from "./allocation-sites.ts";
import { BlockEffects, forgetPointers, leastSize, zeroOf } from "./block-effects.ts";
import type { ValueCarriers } from "./carriers.ts";
import { ComparisonSplit } from "./comparison-split.ts";
import { type IntegerArithmetic, isSameType } from "./integer-arithmetic.ts";
import type { ProgramLayout } from "./program-layout.ts";
import type { UnknownValues } from "./unknown-values.ts";
import { ObjectPointer, UNBORN, type Value } from "./value.ts";

/** Indices with at most this many values are distinguished where memory is accessed. */
const MAX_INDEX_VALUES = 40;

export class MemoryEffects implements MemoryAlgebra<ValueCarriers> {
  readonly blocks: BlockEffects;
  readonly #layout: ProgramLayout;
  readonly #unknown: UnknownValues;
  readonly #integers: IntegerArithmetic;
  /** Evaluates expressions; set once there is a semantics of expressions. */
  readonly #compile: (expression: Expression) => Evaluation<ValueCarriers>;
  readonly #indices = new Map<Expression, readonly Evaluation<ValueCarriers>[]>();

  constructor(
    layout: ProgramLayout,
    unknown: UnknownValues,
    integers: IntegerArithmetic,
    compile: (expression: Expression) => Evaluation<ValueCarriers>,
  ) {
    this.blocks = new BlockEffects(layout, unknown);
    this.#layout = layout;
    this.#unknown = unknown;
    this.#integers = integers;
    this.#compile = compile;
  }

  // ------------------------------------------------------------------- places

  load(
    { address, type, bitField }: LoadExpression,
    pointer: Evaluation<ValueCarriers>,
  ): Evaluation<ValueCarriers> {
    const direct = bitField === undefined ? this.#directLoad(address, type) : undefined;
    if (direct !== undefined) return direct;
    const size = sizeInMemory(type, this.#layout.pointerBits);
    const place = this.place(address, pointer);
    return (state) => {
      const target = place(state, undefined, size);
      if (target === undefined || bitField !== undefined || target.low !== target.high) {
        return this.#unknown.any(state, type);
      }
      const { layout } = this.#layout.placeOf(target.object);
      const index = layout.at.get(target.low);
      const cell = index === undefined ? undefined : layout.cells[index];
      if (index === undefined || cell === undefined || cell.size !== size) {
        return this.#unknown.any(state, type);
      }
      const value = isSummary(target.object)
        ? this.blocks.readSummary(state, target.object, target.base, index)
        : state.read(target.base + index);
      if (isSameType(cell.type, type)) return value;
      return cell.type.kind === "int" && type.kind === "int"
        ? this.#integers.convert(state, value, type)
        : this.#unknown.any(state, type);
    };
  }

  /** A variable that is read with its own type. */
  #directLoad(address: Expression, type: ValueType): Evaluation<ValueCarriers> | undefined {
    if (address.kind !== "address" || address.target.kind === "function") return undefined;
    if (address.target.scalar === undefined) return undefined;
    const { slot, isStatic, layout } = this.#layout.placeOf(address.target);
    const cell = layout.cells[0];
    if (cell === undefined || !isSameType(cell.type, type)) return undefined;
    return isStatic
      ? (state) => state.read(slot)
      : ({ slots, frame }) => slots[frame.base + slot] as Value;
  }

  /** The place of an access; undefined (and recorded as incompleteness) when it is unknown. */
  place(
    address: Expression,
    pointer: Evaluation<ValueCarriers>,
  ): (
    state: AbstractState,
    frame: ValueCarriers["frame"],
    size: number,
  ) => ObjectPointer | undefined {
    const indices = this.#indicesOf(address);
    return (state, _frame, size) => this.#target(state, pointer(state), indices, size);
  }

  /** The place of an access through a pointer that was computed from an expression. */
  placeAt(
    state: AbstractState,
    pointer: Value,
    address: Expression | undefined,
    size: number,
  ): ObjectPointer | undefined {
    const indices = address === undefined ? [] : this.#indicesOf(address);
    return this.#target(state, pointer, indices, size);
  }

  #target(
    state: AbstractState,
    pointer: Value,
    indices: readonly Evaluation<ValueCarriers>[],
    size: number,
  ): ObjectPointer | undefined {
    if (!(pointer instanceof ObjectPointer)) {
      this.#unknown.incompleteness.add("access through a pointer that is not known");
      return undefined;
    }
    if (pointer.low !== pointer.high) this.#splitByIndex(state, indices);
    if (pointer.low < 0 || pointer.high + size > leastSize(state, pointer.object)) {
      this.#unknown.incompleteness.add(`possible access outside of '${pointer.object.name}'`);
    }
    return pointer;
  }

  /** Whether the known bytes from a place on have a zero among the first `most`, and nothing else is read. */
  isString(state: AbstractState, pointer: Value, most: number): boolean {
    if (most === 0) return true;
    if (!(pointer instanceof ObjectPointer) || pointer.low !== pointer.high) return false;
    const { object, base, low } = pointer;
    if (isSummary(object)) return false;
    const { cells, at } = this.#layout.placeOf(object).layout;
    for (let i = 0; i < most; i++) {
      const index = low + i < leastSize(state, object) ? at.get(low + i) : undefined;
      if (index === undefined || cells[index]?.size !== 1) return false;
      if (state.read(base + index) === 0) return true;
    }
    return true;
  }

  /** The integers in memory from which an address is computed. */
  #indicesOf(address: Expression): readonly Evaluation<ValueCarriers>[] {
    let loads = this.#indices.get(address);
    if (loads === undefined) {
      const found: Evaluation<ValueCarriers>[] = [];
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
  #splitByIndex(state: AbstractState, indices: readonly Evaluation<ValueCarriers>[]): void {
    for (const index of indices) {
      const value = index(state);
      if (!this.#unknown.isLasting(value)) continue;
      const { low, high } = state.rangeOf(value);
      if (BigInt(high) - BigInt(low) < MAX_INDEX_VALUES)
        throw new ComparisonSplit(value, "eq", low);
    }
  }

  // ------------------------------------------------------------------ changes

  store(
    { address, type, bitField }: ScalarTarget,
    pointer: Evaluation<ValueCarriers>,
  ): (state: AbstractState, frame: ValueCarriers["frame"], value: Value) => void {
    const place = this.place(address, pointer);
    const size = sizeInMemory(type, this.#layout.pointerBits);
    const isWhole = bitField === undefined;
    return (state, _frame, value) =>
      this.write(state, place(state, undefined, size), type, value, isWhole);
  }

  declare({ object }: DeclareEdge, state: AbstractState): void {
    const { slot, isStatic } = this.#layout.placeOf(object);
    this.forget(state, object, isStatic ? slot : state.frame.base + slot);
  }

  /** Pointers to the objects point nowhere, and the contents of their memory are unknown. */
  endScope({ objects }: EndScopeEdge, state: AbstractState): void {
    const ended = new Set(objects);
    const { base } = state.frame;
    forgetPointers(state, (pointer) => pointer.base >= base && ended.has(pointer.object));
    for (const object of objects)
      this.forget(state, object, base + this.#layout.placeOf(object).slot);
  }

  /** Writes a scalar; `place` undefined is an unknown place, which was already recorded as incompleteness. */
  write(
    state: AbstractState,
    place: ObjectPointer | undefined,
    type: ValueType,
    value: Value,
    isWhole = true,
  ): void {
    if (place === undefined) return;
    this.#checkWrite(place);
    const size = sizeInMemory(type, this.#layout.pointerBits);
    const { cells, at } = this.#layout.placeOf(place.object).layout;
    const index = place.low === place.high ? at.get(place.low) : undefined;
    const cell = index === undefined ? undefined : cells[index];
    if (index !== undefined && cell !== undefined && cell.size === size && isWhole) {
      const stored = this.#integers.retyped(state, value, type, cell.type);
      const { object, base } = place;
      if (isSummary(object)) this.blocks.writeSummary(state, object, base, index, stored);
      else state.write(base + index, stored);
    } else {
      this.havoc(state, place, size);
    }
  }

  /** Cells of the object that an access of the given size at the place may touch, with their slots. */
  #touched(place: ObjectPointer, size: number): { cell: Cell; slot: number }[] {
    const { cells } = this.#layout.placeOf(place.object).layout;
    const result: { cell: Cell; slot: number }[] = [];
    for (const [index, cell] of cells.entries()) {
      if (cell.offset < place.high + size && cell.offset + cell.size > place.low) {
        for (const slot of this.blocks.slotsOf(place.object, place.base, index)) {
          result.push({ cell, slot });
        }
      }
    }
    return result;
  }

  havoc(state: AbstractState, place: ObjectPointer, size: number): void {
    for (const { cell, slot } of this.#touched(place, size)) {
      if (state.slots[slot] !== UNBORN) state.write(slot, this.#unknown.any(state, cell.type));
    }
  }

  /** Overwrites bytes with unknown contents. */
  overwrite(state: AbstractState, place: ObjectPointer, size: number): void {
    this.#checkWrite(place);
    this.havoc(state, place, size);
  }

  #checkWrite({ object }: ObjectPointer): void {
    if (object.isReadOnly) this.#unknown.incompleteness.add(`possible write to '${object.name}'`);
  }

  /** Bytes between scalars are never known. */
  forgetBits(): void {
    // Cells are separate scalars, and have no padding except that of long doubles.
  }

  /** Sets bytes to zero. */
  clear(state: AbstractState, place: ObjectPointer | undefined, size: number): void {
    if (place === undefined) return;
    this.#checkWrite(place);
    if (place.low !== place.high || isSummary(place.object)) {
      this.havoc(state, place, size);
      return;
    }
    for (const { cell, slot } of this.#touched(place, size)) {
      const isInside = cell.offset >= place.low && cell.offset + cell.size <= place.low + size;
      state.write(slot, isInside ? zeroOf(cell.type) : this.#unknown.any(state, cell.type));
    }
  }

  copy(
    state: AbstractState,
    to: ObjectPointer | undefined,
    from: ObjectPointer | undefined,
    size: number,
    mayOverlap = false,
  ): void {
    if (to === undefined) return;
    this.#checkWrite(to);
    const isKnown = from !== undefined && to.low === to.high && from.low === from.high;
    if (!isKnown || isSummary(to.object) || isSummary(from.object)) {
      if (from !== undefined && !mayOverlap && mayBeNear(to, from, size)) {
        this.#unknown.incompleteness.add("copy between objects that may overlap");
      }
      this.havoc(state, to, size);
      return;
    }
    const isSame = to.object === from.object && to.base === from.base;
    const distance = Math.abs(to.low - from.low);
    if (isSame && distance !== 0 && distance < size && !mayOverlap) {
      this.#unknown.incompleteness.add("copy between overlapping objects");
    }
    const source = this.#layout.placeOf(from.object).layout;
    const updates = this.#touched(to, size).map(
      ({ cell, slot }): { slot: number; value: Value } => {
        const isInside = cell.offset >= to.low && cell.offset + cell.size <= to.low + size;
        const index = isInside ? source.at.get(cell.offset - to.low + from.low) : undefined;
        const twin = index === undefined ? undefined : source.cells[index];
        const value: Value =
          index === undefined || twin === undefined || twin.size !== cell.size
            ? this.#unknown.any(state, cell.type)
            : this.#integers.retyped(state, state.read(from.base + index), twin.type, cell.type);
        return { slot, value };
      },
    );
    for (const { slot, value } of updates) state.write(slot, value);
  }

  /** Makes the contents of an object indeterminate. */
  forget(state: AbstractState, object: MemoryObject, base: number): void {
    const { cells } = this.#layout.placeOf(object).layout;
    const last = cells.at(-1);
    const size = last === undefined ? object.size : last.offset + last.size;
    this.havoc(state, new ObjectPointer(object, base, 0), size);
  }

  /** Makes the targets of a pointer unknown. */
  forgetTarget(state: AbstractState, pointer: Value): void {
    if (pointer instanceof ObjectPointer) this.forget(state, pointer.object, pointer.base);
  }
}

/** Whether `size` bytes at each may overlap without being the same. */
function mayBeNear(a: ObjectPointer, b: ObjectPointer, size: number): boolean {
  if (a.low === b.low && a.high === a.low && b.high === b.low) return false;
  const isSame = a.object === b.object && a.base === b.base;
  if (!isSame) return mayBeOneBlock(a.object, b.object);
  return isSummary(a.object) || (a.low - b.high < size && b.low - a.high < size);
}
