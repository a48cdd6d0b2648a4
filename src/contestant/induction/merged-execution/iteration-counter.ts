/**
 * A counter of iterations that the program does not have. A loop that moves by a step that is not constant, as `i
 * += k`, has invariants about the number of steps: `i == n * k`. Nothing in the program depends on the counter, so
 * facts proved with it hold without it (an auxiliary variable in the sense of Owicki, Gries, CACM 19(5), 1976).
 */

import { invariant } from "../../../ground/util/errors.ts";
import type { TermManager } from "../../smt/index.ts";
import type { MemoryAccess, Region, State, SymbolicMemory } from "../../symbolic/index.ts";
import { Pointer } from "../../symbolic/index.ts";

const BYTES = 4;

export class IterationCounter {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #access: MemoryAccess;
  #region: Region | undefined;
  /** Whether invariants of the loop need the counter. */
  isNeeded = false;

  constructor(context: {
    readonly manager: TermManager;
    readonly memory: SymbolicMemory;
    readonly access: MemoryAccess;
  }) {
    this.#manager = context.manager;
    this.#memory = context.memory;
    this.#access = context.access;
  }

  /** Whether the loop was found to need the counter, and has none: never after {@link begin}. */
  get isMissing(): boolean {
    return this.isNeeded && this.#region === undefined;
  }

  begin(): void {
    this.#region = this.#memory.newRegion("automatic", "iterations", { size: BYTES });
  }

  /** The state before the first iteration. */
  enter(state: State): State {
    const region = this.#region;
    if (region === undefined) return state;
    const entry = state.fork();
    this.#access.writeAt(entry, region, 0, BYTES, this.#manager.constant(BYTES * 8, 0));
    return entry;
  }

  /** After one more iteration. */
  advance(back: State): void {
    const region = this.#region;
    if (region === undefined) return;
    const count = this.#access.readAt(back, region, 0, BYTES);
    invariant(!(count instanceof Pointer), "an iteration counter is a number");
    const next = this.#manager.add(count, this.#manager.constant(BYTES * 8, 1));
    this.#access.writeAt(back, region, 0, BYTES, next);
  }
}
