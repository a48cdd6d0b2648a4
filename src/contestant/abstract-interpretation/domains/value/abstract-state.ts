/** A state of the value analysis: a set of executions at one node with one call stack. */

import type { StackFrame } from "../../../analysis-core/index.ts";
import type { CfaEdge, CfaNode, ComparisonOperator } from "../../../cfa/index.ts";
import type { EdgeState } from "../../framework/edge-analysis.ts";
import { FLOAT_INTERVALS } from "../float-interval/float-interval-lattice.ts";
import { contains, hull, type Range, range, restrict } from "../interval/range.ts";
import { type BlockObject, isBlock } from "./allocation-sites.ts";
import type { FunctionLayout } from "./program-layout.ts";
import { type SymbolOffset, SymbolOffsets } from "./symbol-offsets.ts";
import type { SymbolRanges } from "./symbol-ranges.ts";
import {
  ANY,
  FloatRange,
  type Integer,
  IntegerSymbol,
  isInteger,
  ObjectPointer,
  sameKnownValue,
  UNBORN,
  type Value,
} from "./value.ts";

/** A frame of the call stack, and the location of its objects. */
export interface Frame extends StackFrame {
  readonly layout: FunctionLayout;
  /** Slot of its first cell. */
  readonly base: number;
  readonly caller: Frame | undefined;
}

/**
 * The events on the path to a state, latest first: inputs that were taken, values of symbols that were determined,
 * blocks that were passed.
 */
export type InputHistory =
  | {
      readonly kind: "input";
      readonly edge: CfaEdge;
      readonly bits: number;
      readonly value: Value;
      readonly before: InputHistory | undefined;
    }
  | {
      readonly kind: "settled";
      readonly symbol: IntegerSymbol;
      readonly value: Integer;
      readonly before: InputHistory | undefined;
    }
  | {
      /** A block was passed that was explored separately (block-reducer.ts). */
      readonly kind: "block";
      /** At its exit, back to the history of its entry. */
      readonly inside: InputHistory | undefined;
      readonly entered: InputHistory | undefined;
      /** The names behind the block of symbols within it. */
      readonly renamed: ReadonlyMap<IntegerSymbol, IntegerSymbol>;
      readonly before: InputHistory | undefined;
    };

/** The effects of other threads on memory while a thread is at one place of its execution. */
export interface SharedMemory {
  /** The value that a read of a cell returns, which includes possible writes of others. */
  read(state: AbstractState, slot: number): Value;
  /** Called when a cell of the state has been written: others may read the value. */
  written(state: AbstractState, slot: number): void;
}

export class AbstractState implements EdgeState, SymbolRanges {
  node: CfaNode;
  frame: Frame;
  readonly slots: Value[];
  #ranges: Map<IntegerSymbol, Range>;
  #sharesRanges = false;
  #offsets = SymbolOffsets.NONE;
  history: InputHistory | undefined;
  hasSplit = false;
  hasMoved = false;
  /** Depth of the stack frame in which its executions diverged and may meet again; 0: none. */
  partedAt = 0;
  /** The edge on which its executions violate the property. */
  violation: CfaEdge | undefined;
  /** In programs with threads: the effects of other threads at the thread's current place. */
  shared: SharedMemory | undefined;
  /** Number of states that were joined with the first one stored here. */
  joins = 0;

  constructor(
    node: CfaNode,
    frame: Frame,
    slots: Value[],
    ranges: Map<IntegerSymbol, Range>,
    history: InputHistory | undefined,
  ) {
    this.node = node;
    this.frame = frame;
    this.slots = slots;
    this.#ranges = ranges;
    this.history = history;
  }

  fork(): AbstractState {
    this.#sharesRanges = true;
    const copy = new AbstractState(
      this.node,
      this.frame,
      this.slots.slice(),
      this.#ranges,
      this.history,
    );
    copy.#sharesRanges = true;
    copy.#offsets = this.#offsets;
    copy.hasSplit = this.hasSplit;
    copy.hasMoved = this.hasMoved;
    copy.partedAt = this.partedAt;
    copy.shared = this.shared;
    return copy;
  }

  // ------------------------------------------------------------------- memory

  /** The value that a read of a cell returns. */
  read(slot: number): Value {
    return this.shared === undefined ? (this.slots[slot] as Value) : this.shared.read(this, slot);
  }

  /** Writes a value to a cell. */
  write(slot: number, value: Value): void {
    this.slots[slot] = value;
    this.shared?.written(this, slot);
  }

  // ------------------------------------------------------------------ symbols

  rangeOf(value: Integer | IntegerSymbol): Range {
    return value instanceof IntegerSymbol
      ? (this.#ranges.get(value) as Range)
      : range(value, value);
  }

  addSymbol(symbol: IntegerSymbol, values: Range): void {
    this.#writableRanges().set(symbol, values);
  }

  /** There is no relation between values written by other threads and values read by this one. */
  relate(symbol: IntegerSymbol, from: IntegerSymbol, offset: bigint, bits: number): void {
    if (this.shared === undefined) this.#offsets = this.#offsets.with(symbol, from, offset, bits);
  }

  /** The position of a symbol among those that differ from it by constants, as far as it is known. */
  offsetOf(value: Value): SymbolOffset | undefined {
    return this.#offsets.placeOf(value);
  }

  /** Whether two symbols have equal values, if their difference is known. */
  areEqual(a: IntegerSymbol, b: IntegerSymbol): boolean | undefined {
    if (this.#offsets.isEmpty) return undefined;
    const both = hull(this.rangeOf(a), this.rangeOf(b));
    return this.#offsets.areEqual(a, b, BigInt(both.high) - BigInt(both.low));
  }

  #writableRanges(): Map<IntegerSymbol, Range> {
    if (this.#sharesRanges) {
      this.#ranges = new Map(this.#ranges);
      this.#sharesRanges = false;
    }
    return this.#ranges;
  }

  /** Restricts to executions where the comparison holds; false when there are none. */
  assume(symbol: IntegerSymbol, operator: ComparisonOperator, bound: Integer): boolean {
    const left = restrict(this.rangeOf(symbol), operator, bound);
    if (left === undefined) return false;
    if (left.low === left.high) this.#settle(symbol, left.low);
    else this.#writableRanges().set(symbol, left);
    return true;
  }

  #settle(symbol: IntegerSymbol, value: Integer): void {
    const { slots } = this;
    for (let i = 0; i < slots.length; i++) if (slots[i] === symbol) slots[i] = value;
    this.#writableRanges().delete(symbol);
    this.history = { kind: "settled", symbol, value, before: this.history };
  }

  /** Forgets values that no later step reads, and symbols that no slot holds. */
  prune(): void {
    const { slots } = this;
    let node = this.node;
    for (let frame: Frame | undefined = this.frame; frame !== undefined; frame = frame.caller) {
      for (const slot of frame.layout.deadAt(node)) slots[frame.base + slot] = 0;
      node = frame.call?.target ?? node;
    }
    if (this.#ranges.size === 0) {
      this.#offsets = SymbolOffsets.NONE;
      return;
    }
    const used = new Set<Value>();
    for (const value of slots) if (value instanceof IntegerSymbol) used.add(value);
    this.#offsets = this.#offsets.only((symbol) => used.has(symbol));
    for (const [symbol, { low }] of this.#ranges) {
      if (used.has(symbol)) continue;
      this.#writableRanges().delete(symbol);
      this.history = { kind: "settled", symbol, value: low, before: this.history };
    }
  }

  // ------------------------------------------------------- coverage and joins

  /** Whether it represents only one content of memory. */
  isExact(): boolean {
    return this.slots.every((value) => {
      if (value instanceof ObjectPointer) return value.low === value.high;
      return !(value instanceof IntegerSymbol || value instanceof FloatRange || value === ANY);
    });
  }

  /** Whether every execution of the other state is one of this. Both are at one node with one call stack. */
  covers(other: AbstractState): boolean {
    const matches = new Map<IntegerSymbol, Value>();
    /** The first symbol of each group. */
    const firsts = new Map<IntegerSymbol, IntegerSymbol>();
    for (const [index, value] of this.slots.entries()) {
      const theirs = other.slots[index] as Value;
      if (value === ANY || theirs === UNBORN) continue;
      if (value instanceof FloatRange && theirs instanceof FloatRange) {
        if (FLOAT_INTERVALS.leq(theirs, value)) continue;
        return false;
      }
      if (value instanceof ObjectPointer && theirs instanceof ObjectPointer) {
        if (coversPointer(value, theirs)) continue;
        return false;
      }
      if (!(value instanceof IntegerSymbol)) {
        if (!sameKnownValue(value, theirs)) return false;
        continue;
      }
      const matched = matches.get(value);
      if (matched !== undefined) {
        if (matched !== theirs) return false;
        continue;
      }
      if (!isInteger(theirs) && !(theirs instanceof IntegerSymbol)) return false;
      if (!contains(this.rangeOf(value), other.rangeOf(theirs))) return false;
      matches.set(value, theirs);
      const place = this.#offsets.placeOf(value);
      if (place === undefined) continue;
      const first = firsts.get(place.base) ?? value;
      firsts.set(place.base, first);
      const apart = this.#offsets.difference(value, first, place.bits);
      const theirFirst = matches.get(first) as Value;
      if (apart !== other.#offsets.difference(theirs, theirFirst, place.bits)) return false;
    }
    return true;
  }

  /**
   * The join of two states at one node with one call stack. Cells keep one symbol only where they hold equal values
   * in both.
   * @param widen - replaces the hull of an old and a larger new range
   * @param widens - whether floats and pointers that have changed may become any
   * @param either - a range with both
   */
  static join(
    old: AbstractState,
    fresh: AbstractState,
    newSymbol: () => IntegerSymbol,
    widen: (before: Range, joined: Range) => Range,
    widens: boolean,
    either: (a: Range, b: Range) => Range = hull,
  ): AbstractState {
    const joined = new AbstractState(
      old.node,
      old.frame,
      old.slots.slice(),
      new Map(),
      fresh.history,
    );
    joined.joins = old.joins + 1;
    joined.shared = old.shared;
    const pairs = new Map<Value, Map<Value, IntegerSymbol>>();
    for (const [index, a] of old.slots.entries()) {
      const b = fresh.slots[index] as Value;
      if (!(a instanceof IntegerSymbol) && sameKnownValue(a, b)) continue;
      // A value that only one of both has is used for the other as well.
      const x = a === UNBORN ? b : a;
      const y = b === UNBORN ? a : b;
      if (!isNumeric(x) || !isNumeric(y)) {
        joined.slots[index] = joinKnown(x, y, widens);
        continue;
      }
      if (x === y && isInteger(x)) {
        joined.slots[index] = x;
        continue;
      }
      let row = pairs.get(a);
      if (row === undefined) {
        row = new Map();
        pairs.set(a, row);
      }
      let symbol = row.get(b);
      if (symbol === undefined) {
        symbol = newSymbol();
        row.set(b, symbol);
        const before = (a === UNBORN ? fresh : old).rangeOf(x);
        const both = either(before, (b === UNBORN ? old : fresh).rangeOf(y));
        joined.addSymbol(symbol, contains(before, both) ? before : widen(before, both));
      }
      joined.slots[index] = symbol;
    }
    return joined;
  }
}

function isNumeric(value: Value): value is Integer | IntegerSymbol {
  return isInteger(value) || value instanceof IntegerSymbol;
}

/** Whether a pointer may have every value of another one. */
function coversPointer(a: ObjectPointer, b: ObjectPointer): boolean {
  const coversObject = a.object === b.object ? a.base === b.base : eitherOf(a, b) === a.object;
  return coversObject && a.low <= b.low && b.high <= a.high;
}

/** The summary of the newest and the older blocks of the allocation site to which two pointers point. */
function eitherOf(a: ObjectPointer, b: ObjectPointer): BlockObject | undefined {
  const isOne = isBlock(a.object) && isBlock(b.object) && a.object.site === b.object.site;
  return isOne ? (a.object as BlockObject).site.objects.either : undefined;
}

/**
 * A value that may be either, unless both are integers.
 * @param widens - as in {@link AbstractState.join}
 */
export function joinKnown(a: Value, b: Value, widens: boolean): Value {
  if (sameKnownValue(a, b)) return a;
  if (a instanceof FloatRange && b instanceof FloatRange) {
    return widens ? FLOAT_INTERVALS.widen(a, b) : FLOAT_INTERVALS.join(a, b);
  }
  if (a instanceof ObjectPointer && b instanceof ObjectPointer) {
    if (coversPointer(a, b)) return a;
    const isSame = a.object === b.object && a.base === b.base;
    const object = isSame ? a.object : eitherOf(a, b);
    if (object === undefined) return ANY;
    // A bound that has moved once may move again, up to the size of the object.
    const low = b.low >= a.low ? a.low : widens ? -Infinity : b.low;
    const high = b.high <= a.high ? a.high : widens ? Infinity : b.high;
    const base = isSame || !isBlock(object) ? a.base : object.site.slots.older;
    return new ObjectPointer(object, base, low, high);
  }
  return ANY;
}
