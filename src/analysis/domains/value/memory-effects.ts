/** How stores, copies and ends of lifetimes change the slots of a state. */
import type { MemoryObject, ValueType } from "../../../cfa/model/cfa.ts";
import { sizeInMemory } from "../../../cfa/model/scalar-layout.ts";
import type { Cell } from "../../core/object-layout.ts";
import type { AbstractState } from "./abstract-state.ts";
import type { Doubts, ExpressionEvaluator } from "./expression-evaluator.ts";
import type { ProgramLayout } from "./program-layout.ts";
import { ANY, FloatPattern, ObjectPointer, type Value } from "./value.ts";

export class MemoryEffects {
  readonly #layout: ProgramLayout;
  readonly #evaluator: ExpressionEvaluator;
  readonly #doubts: Doubts;

  constructor(layout: ProgramLayout, evaluator: ExpressionEvaluator, doubts: Doubts) {
    this.#layout = layout;
    this.#evaluator = evaluator;
    this.#doubts = doubts;
  }

  /** Writes a scalar; `place` undefined is a place that nobody knows, of which a doubt tells already. */
  store(
    state: AbstractState,
    place: ObjectPointer | undefined,
    type: ValueType,
    value: Value,
    isWhole = true,
  ): void {
    if (place === undefined) return;
    if (place.object.isReadOnly) this.#doubts.add(`possible write to '${place.object.name}'`);
    const size = sizeInMemory(type, this.#layout.pointerBits);
    const { cells, at } = this.#layout.placeOf(place.object).layout;
    const index = place.low === place.high ? at.get(place.low) : undefined;
    const cell = index === undefined ? undefined : cells[index];
    if (index !== undefined && cell !== undefined && cell.size === size && isWhole) {
      state.slots[place.base + index] = this.#evaluator.retyped(state, value, type, cell.type);
    } else {
      this.havoc(state, place, size);
    }
  }

  /** Cells of the object that an access of so many bytes at the place may touch, with their slots. */
  #touched(place: ObjectPointer, size: number): { cell: Cell; slot: number }[] {
    const { cells } = this.#layout.placeOf(place.object).layout;
    const result: { cell: Cell; slot: number }[] = [];
    for (const [index, cell] of cells.entries()) {
      if (cell.offset < place.high + size && cell.offset + cell.size > place.low) {
        result.push({ cell, slot: place.base + index });
      }
    }
    return result;
  }

  havoc(state: AbstractState, place: ObjectPointer, size: number): void {
    for (const { cell, slot } of this.#touched(place, size)) {
      state.slots[slot] = this.#evaluator.unknown(state, cell.type);
    }
  }

  /** Sets bytes to zero. */
  clear(state: AbstractState, place: ObjectPointer | undefined, size: number): void {
    if (place === undefined) return;
    if (place.low !== place.high) {
      this.havoc(state, place, size);
      return;
    }
    for (const { cell, slot } of this.#touched(place, size)) {
      const isInside = cell.offset >= place.low && cell.offset + cell.size <= place.low + size;
      state.slots[slot] = isInside ? zeroOf(cell.type) : this.#evaluator.unknown(state, cell.type);
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
    if (to.object.isReadOnly) this.#doubts.add(`possible write to '${to.object.name}'`);
    const isKnown = from !== undefined && to.low === to.high && from.low === from.high;
    if (!isKnown) {
      this.havoc(state, to, size);
      return;
    }
    const isSame = to.object === from.object && to.base === from.base;
    const distance = Math.abs(to.low - from.low);
    if (isSame && distance !== 0 && distance < size && !mayOverlap) {
      this.#doubts.add("copy between overlapping objects");
    }
    const source = this.#layout.placeOf(from.object).layout;
    const updates = this.#touched(to, size).map(
      ({ cell, slot }): { slot: number; value: Value } => {
        const isInside = cell.offset >= to.low && cell.offset + cell.size <= to.low + size;
        const index = isInside ? source.at.get(cell.offset - to.low + from.low) : undefined;
        const twin = index === undefined ? undefined : source.cells[index];
        const value: Value =
          index === undefined || twin === undefined || twin.size !== cell.size
            ? this.#evaluator.unknown(state, cell.type)
            : this.#evaluator.retyped(
                state,
                state.slots[from.base + index] as Value,
                twin.type,
                cell.type,
              );
        return { slot, value };
      },
    );
    for (const { slot, value } of updates) state.slots[slot] = value;
  }

  /** Contents of an object become indeterminate. */
  forget(state: AbstractState, object: MemoryObject, base: number): void {
    this.havoc(state, new ObjectPointer(object, base, 0), object.size);
  }

  /** Pointers to what has ended designate nothing. */
  endObjects(state: AbstractState, hasEnded: (pointer: ObjectPointer) => boolean): void {
    const { slots } = state;
    for (let i = 0; i < slots.length; i++) {
      const value = slots[i];
      if (value instanceof ObjectPointer && hasEnded(value)) slots[i] = ANY as Value;
    }
  }
}

export function zeroOf(type: ValueType): Value {
  return type.kind === "float" ? new FloatPattern(0n) : 0;
}
