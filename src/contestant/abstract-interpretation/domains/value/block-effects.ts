/**
 * Operations on blocks of the heap and of `alloca`: allocation, reads, writes and ends, one allocation site at a
 * time (allocation-sites.ts). A pointer to a block that may have ended is unknown, so targets of known pointers are
 * alive. The older blocks of a site are many: each read returns a fresh value, and a write to one of them does not
 * replace the contents of the others.
 */
import {
  type FunctionCfa,
  isTracked,
  type MemoryObject,
  type ValueType,
} from "../../../cfa/index.ts";
import type { IntrinsicCall } from "../../../semantics/index.ts";
import { hull } from "../interval/range.ts";
import { type AbstractState, type Frame, joinKnown } from "./abstract-state.ts";
import { type AllocationSite, isBlock } from "./allocation-sites.ts";
import { isNumeric } from "./integer-arithmetic.ts";
import type { ProgramLayout } from "./program-layout.ts";
import type { UnknownValues } from "./unknown-values.ts";
import { ANY, FloatPattern, IntegerSymbol, ObjectPointer, UNBORN, type Value } from "./value.ts";

export class BlockEffects {
  readonly #layout: ProgramLayout;
  readonly #unknown: UnknownValues;

  constructor(layout: ProgramLayout, unknown: UnknownValues) {
    this.#layout = layout;
    this.#unknown = unknown;
  }

  /** The site of a call that makes a block; undefined when there are too many of them. */
  siteOf({ edge }: IntrinsicCall): AllocationSite | undefined {
    return this.#layout.sites.find((site) => site.edge === edge);
  }

  /** Allocates a new block. The previous newest one becomes one of the older ones. */
  make(state: AbstractState, site: AllocationSite, size: Value, isZero: boolean): ObjectPointer {
    const { layout, slots, objects } = site;
    for (let i = 0; i < site.width; i++) {
      const newest = state.slots[slots.newest + i] as Value;
      if (newest === UNBORN) continue;
      const older = state.slots[slots.older + i] as Value;
      state.slots[slots.older + i] = older === UNBORN ? newest : this.#joined(state, older, newest);
    }
    for (const [index, value] of state.slots.entries()) {
      if (!(value instanceof ObjectPointer) || !leadsTo(value, site)) continue;
      if (value.object === objects.older) continue;
      state.slots[index] = new ObjectPointer(objects.older, slots.older, value.low, value.high);
    }
    for (const [index, { type }] of layout.cells.entries()) {
      state.slots[slots.newest + index] = isZero ? zeroOf(type) : this.#unknown.any(state, type);
    }
    state.slots[site.sizeSlot("newest")] = size;
    return new ObjectPointer(objects.newest, slots.newest, 0);
  }

  /** The only block of a site that threads share. */
  makeShared(
    state: AbstractState,
    site: AllocationSite,
    size: Value,
    isZero: boolean,
  ): ObjectPointer {
    const { layout, slots, objects } = site;
    for (const [index, { type }] of layout.cells.entries()) {
      state.write(slots.newest + index, isZero ? zeroOf(type) : this.#unknown.any(state, type));
    }
    state.slots[site.sizeSlot("newest")] = size;
    return new ObjectPointer(objects.newest, slots.newest, 0);
  }

  isBorn(state: AbstractState, site: AllocationSite, recency: "newest" | "older"): boolean {
    return state.slots[site.sizeSlot(recency)] !== UNBORN;
  }

  /** Ends the block that a pointer points to; false when it is not known to be the start of a live block. */
  end(state: AbstractState, pointer: Value, isAutomatic: boolean): boolean {
    if (!(pointer instanceof ObjectPointer) || !isBlock(pointer.object)) {
      // It may be any block whose pointers are lost.
      if (isAutomatic) this.#endSites(state, ({ isAutomatic: ends }) => ends, false);
      return false;
    }
    const { site, recency } = pointer.object;
    const isStart = pointer.low === 0 && pointer.high === 0 && site.isAutomatic === isAutomatic;
    if (recency !== "newest" || !isStart) {
      this.#endSites(state, (one) => one === site, false);
      return false;
    }
    const { objects, slots } = site;
    const isHit = ({ object }: ObjectPointer): boolean =>
      object === objects.newest || object === objects.either;
    forgetPointers(state, isHit);
    state.slots.fill(UNBORN, slots.newest, slots.newest + site.width);
    return true;
  }

  /** Blocks of `alloca` end with the function that allocated them. */
  leave(state: AbstractState, fn: FunctionCfa): void {
    this.#endSites(state, (site) => site.isAutomatic && site.fn === fn, true);
  }

  /** Makes pointers to blocks of sites unknown; all of the blocks, or some of them, have ended. */
  #endSites(
    state: AbstractState,
    hasEnded: (site: AllocationSite) => boolean,
    isAll: boolean,
  ): void {
    for (const site of this.#layout.sites) {
      if (!hasEnded(site)) continue;
      forgetPointers(state, (pointer) => leadsTo(pointer, site));
      if (!isAll) continue;
      state.slots.fill(UNBORN, site.slots.newest, site.slots.newest + 2 * site.width);
    }
  }

  // ----------------------------------------------------------------- contents

  /** The slots of a cell in all blocks that an object represents. */
  slotsOf(object: MemoryObject, base: number, index: number): readonly number[] {
    if (!isBlock(object) || object.recency !== "either") return [base + index];
    const { slots } = object.site;
    return [slots.newest + index, slots.older + index];
  }

  /** The contents of a cell of one of several blocks. */
  readSummary(state: AbstractState, object: MemoryObject, base: number, index: number): Value {
    const [first, second] = this.slotsOf(object, base, index);
    const value = state.slots[first as number] as Value;
    const both =
      second === undefined ? value : this.#joined(state, value, state.slots[second] as Value);
    // Another block may hold another value of the range.
    return both instanceof IntegerSymbol ? this.#unknown.within(state, state.rangeOf(both)) : both;
  }

  /** Writes a value to one of several blocks. */
  writeSummary(
    state: AbstractState,
    object: MemoryObject,
    base: number,
    index: number,
    value: Value,
  ): void {
    for (const slot of this.slotsOf(object, base, index)) {
      const before = state.slots[slot] as Value;
      if (before !== UNBORN) state.slots[slot] = this.#joined(state, before, value);
    }
  }

  #joined(state: AbstractState, a: Value, b: Value): Value {
    if (a === UNBORN || a === b) return b;
    if (b === UNBORN) return a;
    if (!isNumeric(a) || !isNumeric(b)) return joinKnown(a, b, false);
    return this.#unknown.within(state, hull(state.rangeOf(a), state.rangeOf(b)));
  }

  // -------------------------------------------------------------------- leaks

  /** Whether a heap block may be alive. */
  hasBlocks(state: AbstractState): boolean {
    return this.#layout.sites.some(
      (site) =>
        !site.isAutomatic &&
        (this.isBorn(state, site, "newest") || this.isBorn(state, site, "older")),
    );
  }

  /**
   * Whether pointers in variables certainly reach every heap block, directly or through other blocks. This is
   * unknown for the older blocks.
   * @param hasEnded - `main` has returned, and its variables hold nothing
   */
  keepsAll(state: AbstractState, hasEnded: boolean): boolean {
    const { sites, firstBlockSlot } = this.#layout;
    const born = sites.filter((site) => !site.isAutomatic && this.isBorn(state, site, "newest"));
    if (sites.some((site) => !site.isAutomatic && this.isBorn(state, site, "older"))) return false;
    if (born.length === 0) return true;
    const kept = new Set<AllocationSite>();
    const work: Value[] = state.slots.slice(0, firstBlockSlot);
    if (!hasEnded) work.push(...rootsIn(state));
    for (let value = work.pop(); value !== undefined; value = work.pop()) {
      if (!(value instanceof ObjectPointer) || !isBlock(value.object)) continue;
      const { site, recency } = value.object;
      const isInside = value.low >= 0 && value.high <= leastSize(state, value.object);
      if (recency !== "newest" || !isInside || kept.has(site)) continue;
      kept.add(site);
      const { newest } = site.slots;
      work.push(...state.slots.slice(newest, newest + site.layout.cells.length));
    }
    return born.every((site) => kept.has(site));
  }
}

/** The minimal size of an object in bytes. */
export function leastSize(state: AbstractState, object: MemoryObject): number {
  if (!isBlock(object)) return object.size;
  const { site, recency } = object;
  const of = (which: "newest" | "older"): number => {
    const size = state.slots[site.sizeSlot(which)] as Value;
    if (size === UNBORN) return Number.POSITIVE_INFINITY;
    return isNumeric(size) ? Number(state.rangeOf(size).low) : 0;
  };
  return recency === "either" ? Math.min(of("newest"), of("older")) : of(recency);
}

/** The contents of frames: variables, in scope or not, results that are being returned, and live temporaries. */
function rootsIn(state: AbstractState): Value[] {
  const roots: Value[] = [];
  let { node } = state;
  for (let frame: Frame | undefined = state.frame; frame !== undefined; frame = frame.caller) {
    const { base, layout } = frame;
    roots.push(state.slots[base] as Value);
    const dead = new Set(layout.deadAt(node));
    for (const { object, slot, layout: cells } of layout.objects) {
      const isRead = isTracked(object) && !dead.has(slot);
      if (object.kind === "temporary" && !isRead) continue;
      roots.push(...state.slots.slice(base + slot, base + slot + cells.cells.length));
    }
    node = frame.call?.target ?? node;
  }
  return roots;
}

function leadsTo({ object }: ObjectPointer, site: AllocationSite): boolean {
  return isBlock(object) && object.site === site;
}

/** Pointers to ended objects point nowhere. */
export function forgetPointers(
  { slots }: AbstractState,
  hasEnded: (pointer: ObjectPointer) => boolean,
): void {
  for (let i = 0; i < slots.length; i++) {
    const value = slots[i];
    if (value instanceof ObjectPointer && hasEnded(value)) slots[i] = ANY as Value;
  }
}

export function zeroOf(type: ValueType): Value {
  return type.kind === "float" ? new FloatPattern(0n) : 0;
}
