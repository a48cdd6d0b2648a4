/**
 * Reduces a state to the part that a block needs, and expands its exit states for the caller (the operators
 * `reduce` and `expand` of Wonisch, Wehrheim, ICFEM 2012). The part consists of static objects and locals of the
 * block's own function that its edges mention, and the targets of their pointers; frames of callers are left out. A
 * symbol that occurs both inside and outside of the part gets an extra slot behind the frame, so that facts that
 * the block finds about it are known behind the block.
 */

import { pushFrame } from "../../../analysis-core/index.ts";
import type { PartitionKey } from "../../framework/reached-set.ts";
import type { Range } from "../interval/range.ts";
import { AbstractState } from "./abstract-state.ts";
import type { ValueBlock } from "./block-extent.ts";
import type { PlacedObject, ProgramLayout } from "./program-layout.ts";
import { IntegerSymbol, ObjectPointer, UNBORN, type Value } from "./value.ts";

/** A state that has been reduced for a block. */
export interface Entered {
  /** Its function has no caller. */
  readonly state: AbstractState;
  /** Equal for states that differ only in the names of symbols. */
  readonly key: PartitionKey;
  /** In the order of their slots: those of equal keys correspond. */
  readonly symbols: readonly IntegerSymbol[];
  /** Symbols with extra slots, in their order. */
  readonly shared: readonly IntegerSymbol[];
  /** Slots of the whole state that are kept. */
  readonly kept: ReadonlySet<number>;
}

export class BlockReducer {
  readonly #layout: ProgramLayout;
  readonly #newSymbol: () => IntegerSymbol;
  readonly #keyOf: (state: AbstractState) => PartitionKey;

  /** @param keyOf - equal for states that represent the same executions */
  constructor(
    layout: ProgramLayout,
    newSymbol: () => IntegerSymbol,
    keyOf: (state: AbstractState) => PartitionKey,
  ) {
    this.#layout = layout;
    this.#newSymbol = newSymbol;
    this.#keyOf = keyOf;
  }

  /**
   * The part of the state that the block needs; undefined when that includes frames of callers, or when these have
   * pointers into its frame.
   */
  reduce(state: AbstractState, block: ValueBlock): Entered | undefined {
    const kept = this.#keptOf(state, block);
    if (kept === undefined) return undefined;
    const { frame, slots } = state;
    const { staticSize } = this.#layout;
    const root = { ...pushFrame(frame.fn, undefined, undefined), layout: frame.layout };
    const shift = staticSize - frame.base;
    const own: Value[] = [];
    for (let slot = 0; slot < slots.length; slot++) {
      if (slot >= staticSize && slot < frame.base) continue;
      const value = slots[slot] as Value;
      own.push(kept.has(slot) ? moved(value, frame.base, shift) : UNBORN);
    }
    const leftOut = new Set(slots.filter((_, slot) => !kept.has(slot)));
    const symbols = symbolsIn(own);
    const shared = symbols.filter((symbol) => leftOut.has(symbol));
    own.push(...shared);
    const ranges = new Map(symbols.map((symbol) => [symbol, state.rangeOf(symbol)]));
    const reduced = new AbstractState(
      state.node,
      { ...root, caller: undefined, base: staticSize },
      own,
      ranges,
      state.history,
    );
    reduced.hasSplit = state.hasSplit;
    return { state: reduced, key: this.#keyOf(reduced), symbols, shared, kept };
  }

  /**
   * The states that leave a block when a whole state enters it.
   * @param entered - the reduction of the whole state
   * @param explored - the state for which the block was explored; its key is the same
   */
  expand(
    whole: AbstractState,
    entered: Entered,
    explored: Entered,
    exit: AbstractState,
  ): AbstractState {
    const { frame } = whole;
    const { staticSize } = this.#layout;
    const shift = frame.base - staticSize;
    const names = new Map<Value, IntegerSymbol>();
    for (const [index, symbol] of explored.symbols.entries()) {
      names.set(symbol, entered.symbols[index] as IntegerSymbol);
    }
    const nameOf = (symbol: IntegerSymbol): IntegerSymbol => {
      const known = names.get(symbol) ?? this.#newSymbol();
      names.set(symbol, known);
      return known;
    };
    const ranges = new Map<IntegerSymbol, Range>();
    const told = (value: Value): Value => {
      if (!(value instanceof IntegerSymbol)) return moved(value, staticSize, shift);
      const name = nameOf(value);
      ranges.set(name, exit.rangeOf(value));
      return name;
    };
    // The values at the exit of symbols that also occur outside.
    const firstShared = staticSize + frame.layout.size;
    const became = new Map<Value, Value>();
    for (const [index, symbol] of entered.shared.entries()) {
      became.set(symbol, told(exit.slots[firstShared + index] as Value));
    }
    const slots = whole.slots.map((before, slot): Value => {
      if (entered.kept.has(slot)) {
        return told(exit.slots[slot < staticSize ? slot : slot - shift] as Value);
      }
      const value = became.get(before) ?? before;
      if (value instanceof IntegerSymbol && !ranges.has(value)) {
        ranges.set(value, whole.rangeOf(value));
      }
      return value;
    });
    const history = {
      kind: "block" as const,
      inside: exit.history,
      entered: explored.state.history,
      renamed: names as ReadonlyMap<IntegerSymbol, IntegerSymbol>,
      before: whole.history,
    };
    return new AbstractState(exit.node, frame, slots, ranges, history);
  }

  /** Slots of a state that a block needs. */
  #keptOf(state: AbstractState, { objects }: ValueBlock): ReadonlySet<number> | undefined {
    const { frame, slots } = state;
    const { staticSize } = this.#layout;
    // The first slot is that of the function's result.
    const kept = new Set([frame.base]);
    const waiting: number[] = [frame.base];
    const keep = (placed: PlacedObject, base: number): void => {
      for (let i = 0; i < placed.layout.cells.length; i++) {
        const slot = base + i;
        if (kept.has(slot)) continue;
        kept.add(slot);
        waiting.push(slot);
      }
    };
    for (const placed of this.#layout.statics) {
      if (objects.has(placed.object)) keep(placed, placed.slot);
    }
    for (const placed of frame.layout.objects) {
      if (objects.has(placed.object)) keep(placed, frame.base + placed.slot);
    }
    // Grows on the way.
    for (const slot of waiting) {
      const value = slots[slot];
      if (!(value instanceof ObjectPointer)) continue;
      const { object, base } = value;
      if (base >= staticSize && base < frame.base) return undefined;
      keep(this.#layout.placeOf(object), base);
    }
    const isSeenElsewhere = slots.some(
      (value, slot) =>
        value instanceof ObjectPointer && value.base >= frame.base && !kept.has(slot),
    );
    return isSeenElsewhere ? undefined : kept;
  }
}

/**
 * A value whose pointers are adjusted to moved objects.
 * @param from - first slot of the moved objects
 */
function moved(value: Value, from: number, by: number): Value {
  if (!(value instanceof ObjectPointer) || value.base < from) return value;
  return new ObjectPointer(value.object, value.base + by, value.low, value.high);
}

function symbolsIn(slots: readonly Value[]): readonly IntegerSymbol[] {
  return [...new Set(slots.filter((value) => value instanceof IntegerSymbol))];
}
