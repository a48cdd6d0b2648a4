/** A place in the execution of a thread, and the memory that its states see there. */

import type {
  AbstractState,
  ProgramLayout,
  SharedMemory,
  UnknownValues,
} from "../../abstract-interpretation/index.ts";
import { UNBORN, type Value } from "../../abstract-interpretation/index.ts";
import type { CfaNode } from "../../cfa/index.ts";
import type { Situation } from "../race-freedom/situations.ts";
import type { GuardedRanges } from "./guarded-ranges.ts";
import type { Interference, Mask } from "./interference.ts";
import type { PublishedMemory } from "./published-memory.ts";

export class ThreadView implements SharedMemory {
  readonly id: number;
  readonly situation: Situation;
  readonly mask: Mask;
  readonly #views: ThreadViews;
  readonly #next = new Map<CfaNode, readonly ThreadView[]>();

  constructor(views: ThreadViews, id: number, situation: Situation, mask: Mask) {
    this.#views = views;
    this.id = id;
    this.situation = situation;
    this.mask = mask;
  }

  read(state: AbstractState, slot: number): Value {
    const isForeign = this.mask.foreign[slot] === 1;
    const value = isForeign ? this.#views.published(state, slot) : (state.slots[slot] as Value);
    return value === UNBORN ? this.#views.any(state, slot) : value;
  }

  written(state: AbstractState, slot: number): void {
    if (this.mask.seen[slot] === 1) this.#views.publish(state, slot);
    else this.#views.audit?.lookAt(state, this.situation, slot);
    if (this.mask.foreign[slot] === 1) state.slots[slot] = 0;
  }

  /** The views of the thread when it has reached a node from here. */
  successorsAt(node: CfaNode): readonly ThreadView[] {
    let next = this.#next.get(node);
    if (next === undefined) {
      const { successors } = this.situation;
      next = [...successors].filter((each) => each.node === node).map((s) => this.#views.of(s));
      this.#next.set(node, next);
    }
    return next;
  }
}

export class ThreadViews {
  readonly #interference: Interference;
  readonly #memory: PublishedMemory;
  readonly #unknown: UnknownValues;
  readonly #layout: ProgramLayout;
  readonly #views = new Map<Situation, ThreadView>();
  /** Called with the unpublished values of threads. */
  audit: GuardedRanges | undefined;

  constructor(
    interference: Interference,
    memory: PublishedMemory,
    unknown: UnknownValues,
    layout: ProgramLayout,
  ) {
    this.#interference = interference;
    this.#memory = memory;
    this.#unknown = unknown;
    this.#layout = layout;
  }

  of(situation: Situation): ThreadView {
    let view = this.#views.get(situation);
    if (view === undefined) {
      const mask = this.#interference.maskOf(situation);
      view = new ThreadView(this, this.#views.size, situation, mask);
      this.#views.set(situation, view);
    }
    return view;
  }

  /** Converts a state of one view to another one when the thread has continued. */
  move(state: AbstractState, from: ThreadView, to: ThreadView): void {
    this.#change(state, from.mask, to.mask);
    state.shared = to;
    this.audit?.look(state, to.situation, (slot) => to.mask.seen[slot] === 0);
  }

  /** Handles a temporary release of the thread's locks. */
  release(state: AbstractState, { situation, mask }: ThreadView): void {
    const meanwhile = this.#interference.maskOf(situation, true);
    this.#change(state, mask, meanwhile);
    this.#change(state, meanwhile, mask);
  }

  /**
   * Initialises a thread: it sees published values, and unwritten cells. The thread of `main` sees initial values,
   * and the thread that allocates a block creates its contents.
   */
  begin(state: AbstractState, view: ThreadView): void {
    const { slots } = state;
    const { thread } = view.situation.context;
    for (const { slot, accesses, allocator } of this.#interference.cells) {
      const isSeen =
        allocator === undefined
          ? thread.parent !== undefined && accesses.some(({ isWrite }) => isWrite)
          : allocator !== thread.key;
      if (!isSeen) continue;
      slots[slot] = view.mask.foreign[slot] === 1 ? 0 : this.published(state, slot);
    }
    for (const site of this.#layout.sites) {
      if (site.isShared) slots[site.sizeSlot("newest")] = site.objects.newest.size;
    }
    state.shared = view;
  }

  /**
   * Handles the end of a thread: a thread that awaits it sees its writes. Nothing is ordered after the end of the
   * first one.
   */
  end(state: AbstractState, { mask, situation }: ThreadView): void {
    if (situation.context.thread.parent === undefined) return;
    for (const { slot } of this.#interference.cells) {
      if (mask.seen[slot] === 0) this.publish(state, slot);
    }
  }

  publish(state: AbstractState, slot: number): void {
    const value = state.slots[slot] as Value;
    if (value !== UNBORN) this.#memory.publish(state, slot, value);
  }

  /** Blocks without published values are not allocated yet: the allocating thread publishes their contents. */
  published(state: AbstractState, slot: number): Value {
    const type = this.#layout.typeOfStatic(slot);
    const value = this.#memory.read(state, slot, type, this.#unknown);
    return slot >= this.#layout.firstBlockSlot && !this.#memory.has(slot) ? UNBORN : value;
  }

  any(state: AbstractState, slot: number): Value {
    return this.#unknown.any(state, this.#layout.typeOfStatic(slot));
  }

  #change(state: AbstractState, from: Mask, to: Mask): void {
    if (from === to) return;
    const { slots } = state;
    for (const { slot } of this.#interference.cells) {
      if (from.seen[slot] === 0 && to.seen[slot] === 1) this.publish(state, slot);
      const [was, is] = [from.foreign[slot], to.foreign[slot]];
      if (was === is) continue;
      slots[slot] = is === 1 ? 0 : this.published(state, slot);
    }
  }
}
