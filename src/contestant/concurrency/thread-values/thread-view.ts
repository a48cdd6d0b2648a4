/** A place in the execution of a thread, and what its states see of memory there. */

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

  /** Where the thread may be when it has come to a node from here. */
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
  /** Is told of what threads keep to themselves. */
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

  /** The thread has gone on: a state of one view becomes one of another. */
  move(state: AbstractState, from: ThreadView, to: ThreadView): void {
    this.#change(state, from.mask, to.mask);
    state.shared = to;
    this.audit?.look(state, to.situation, (slot) => to.mask.seen[slot] === 0);
  }

  /** The thread lets go of its locks for a while. */
  release(state: AbstractState, { situation, mask }: ThreadView): void {
    const meanwhile = this.#interference.maskOf(situation, true);
    this.#change(state, mask, meanwhile);
    this.#change(state, meanwhile, mask);
  }

  /**
   * The thread begins: it sees what was published, and what nobody writes to. That of `main` sees variables as they are
   * initialised, and whoever allocates a block makes what is in it.
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

  /** The thread ends: whoever awaits it sees what it has written. Nothing is ordered after the end of the first one. */
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

  /** Blocks of which nothing was published are not there yet: whoever allocates them publishes what they hold. */
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
