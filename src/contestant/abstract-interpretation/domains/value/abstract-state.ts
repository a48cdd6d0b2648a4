/** A state of the value analysis: a set of executions that stand at one node with one call stack. */

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

/** A frame of the call stack, and where its objects lie. */
export interface Frame extends StackFrame {
  readonly layout: FunctionLayout;
  /** Slot of its first cell. */
  readonly base: number;
  readonly caller: Frame | undefined;
}

/** What led to a state, latest first: inputs that were taken, values of symbols that were settled, blocks that were passed. */
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
      /** A block was passed that was explored by itself (block-reducer.ts). */
      readonly kind: "block";
      /** At its exit, down to what led to its entry. */
      readonly inside: InputHistory | undefined;
      readonly entered: InputHistory | undefined;
      /** What symbols within are called behind it. */
      readonly renamed: ReadonlyMap<IntegerSymbol, IntegerSymbol>;
      readonly before: InputHistory | undefined;
    };

/** What other threads do to memory while a thread is at one place of its execution. */
export interface SharedMemory {
  /** What a read of a cell gives: what others may have written, too, where they may. */
  read(state: AbstractState, slot: number): Value;
  /** A cell of the state has got a value: others may see it. */
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
  /** Depth of the stack frame in which its executions went different ways and may meet again; 0: nowhere. */
  partedAt = 0;
  /** The edge on which its executions violate the property. */
  violation: CfaEdge | undefined;
  /** In programs with threads: what others do to memory while the thread is where it is. */
  shared: SharedMemory | undefined;
  /** How many states were joined with the first one that was stored here. */
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

  /** What a read of a cell gives. */
  read(slot: number): Value {
    return this.shared === undefined ? (this.slots[slot] as Value) : this.shared.read(this, slot);
  }

  /** A cell gets a value. */
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

  /** What other threads write is in no relation to what this one has read. */
  relate(symbol: IntegerSymbol, from: IntegerSymbol, offset: bigint, bits: number): void {
    if (this.shared === undefined) this.#offsets = this.#offsets.with(symbol, from, offset, bits);
  }

  /** Where a symbol is among those that differ from it by constants, as far as that is known. */
  offsetOf(value: Value): SymbolOffset | undefined {
    return this.#offsets.placeOf(value);
  }

  /** Whether two symbols have equal values, as far as their difference tells. */
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

  /** Whether it stands for one content of memory only. */
  isExact(): boolean {
    return this.slots.every((value) => {
      if (value instanceof ObjectPointer) return value.low === value.high;
      return !(value instanceof IntegerSymbol || value instanceof FloatRange || value === ANY);
    });
  }

  /** Whether every execution of the other state is one of this. Both stand at one node with one stack. */
  covers(other: AbstractState): boolean {
    const matches = new Map<IntegerSymbol, Value>();
    /** Of each group of symbols the first one. */
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
   * The join of two states at one node with one stack. Cells keep one symbol
   * only where they hold equal values in both.
   * @param widen - what to take instead of the hull of an old and a larger new range
   * @param widens - whether floats and pointers that are not as before may be any
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
      // What one of both does not have is as in the other.
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

/** What stands for the newest and the older blocks of the site to which two pointers lead. */
function eitherOf(a: ObjectPointer, b: ObjectPointer): BlockObject | undefined {
  const isOne = isBlock(a.object) && isBlock(b.object) && a.object.site === b.object.site;
  return isOne ? (a.object as BlockObject).site.objects.either : undefined;
}

/** A value that may be either, where they are no two integers. @param widens - as in {@link AbstractState.join} */
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
    // A bound that has moved once may move again, for as long as the object is.
    const low = b.low >= a.low ? a.low : widens ? -Infinity : b.low;
    const high = b.high <= a.high ? a.high : widens ? Infinity : b.high;
    const base = isSame || !isBlock(object) ? a.base : object.site.slots.older;
    return new ObjectPointer(object, base, low, high);
  }
  return ANY;
}
