/** The data of a run for systematic exploration besides memory and threads. */
import type { AddressSpace } from "../address-space.ts";
import { Halt } from "../codegen/writer.ts";
import { type Conflict, Segments, type Stand } from "./segments.ts";
import { StateDescription } from "./state-description.ts";
import { ThreadMemory } from "./thread-memory.ts";

/** Ranges of addresses of mutable static objects, as words. */
export interface WordRange {
  readonly start: number;
  readonly end: number;
}

const CONFLICT = new Halt({ kind: "diverted" });

export class ExplorationState implements Stand {
  readonly memory: ThreadMemory;
  readonly segments: Segments;
  /** By place: 1 where threads that come to an access are stopped before it. */
  readonly visible: Uint8Array;
  /** `[points]`: switch points that the present segment has passed. */
  readonly passedPoints: Int32Array = new Int32Array(1);
  /** `[iterations]`: of loops, in the present segment. */
  readonly loops: Int32Array = new Int32Array(1);
  /** `[place]`: the last switch point. */
  readonly point: Int32Array = new Int32Array(1);
  /** The conflict that ended the last run. */
  conflict: Conflict | undefined;
  /**
   * Where the last run ended in an atomic block, or because its continuation is unknown: the place
   * before that.
   */
  placeOfEnd: number | undefined;
  #isForced = true;
  readonly #words: Int32Array;
  readonly #shadowWords: Int32Array;
  readonly #statics: readonly WordRange[];
  readonly #description = new StateDescription();
  #leftOut: ReadonlySet<number> = new Set();

  /** @param places - number of places where threads are suspended */
  constructor(
    space: AddressSpace,
    statics: readonly WordRange[],
    places: number,
    findsRaces: boolean,
  ) {
    this.memory = new ThreadMemory(space);
    this.segments = new Segments(findsRaces);
    this.visible = new Uint8Array(places);
    this.#words = new Int32Array(space.buffer);
    this.#shadowWords = new Int32Array(space.shadow.buffer);
    this.#statics = statics;
  }

  get place(): number {
    return this.point[0] as number;
  }

  get isFirst(): boolean {
    return this.passedPoints[0] === 0;
  }

  /** Points of the present turn in runs that stop at all of them; -1: there is no such turn. */
  get points(): number {
    return (this.passedPoints[0] as number) - (this.#isForced ? 1 : 0);
  }

  reset(): void {
    this.memory.reset();
    this.segments.reset();
    this.conflict = undefined;
    this.placeOfEnd = undefined;
    this.begin(0, 0, true);
  }

  /**
   * A thread runs, and this is its turn with that number.
   * @param isForced - it is the only one: other runs end this turn at the first point after the
   * creation of another
   */
  begin(thread: number, turn: number, isForced: boolean): void {
    this.#isForced = isForced;
    this.memory.select(thread);
    this.segments.begin(thread, turn);
    this.passedPoints[0] = 0;
    this.loops[0] = 0;
  }

  access(address: number, size: number, isWrite: boolean): void {
    this.#refuse(this.segments.access(address, size, isWrite, this));
  }

  /** An access that never counts as one of the program, so that it has no races. */
  model(address: number, size: number, isWrite: boolean): void {
    this.#refuse(this.segments.accessAtomically(address, size, isWrite, this));
  }

  /** @param isAlone - there is no other thread */
  enterAtomic(isAlone: boolean): void {
    this.segments.isAtomic = true;
    if (!isAlone) this.placeOfEnd = this.place;
  }

  /** The run ends before the remaining steps of other threads. */
  endEarly(): void {
    this.placeOfEnd ??= this.place;
  }

  leaveAtomic(): void {
    this.segments.isAtomic = false;
    this.placeOfEnd = undefined;
  }

  synchronise(key: number): void {
    this.#refuse(this.segments.synchronise(key, this));
  }

  #refuse(conflict: Conflict | undefined): void {
    if (conflict === undefined) return;
    this.conflict = conflict;
    throw CONFLICT;
  }

  /** The key of the state between two turns; `describe` adds the parts that are not memory. */
  key(threads: number, describe: (to: StateDescription) => void): Int32Array {
    const to = this.#description;
    to.reset();
    describe(to);
    for (const { start, end } of this.#statics) {
      if (this.#leftOut.has(start)) this.#leaveOutWord(to, start);
      else this.#range(to, start, end);
    }
    for (let thread = 0; thread < threads; thread++) {
      const { stack, heap } = this.memory.partOf(thread);
      this.#range(to, stack.start >> 2, (stack.used + 3) >> 2);
      this.#range(to, heap.start >> 2, (heap.used + 3) >> 2);
      const entries = this.segments.entriesOf(thread);
      to.number(entries.length);
      // Numbers of an access: its start, its end, and its modes.
      for (let i = 0; i < entries.length; i += 5) {
        to.number(entries[i] as number);
        to.number(entries[i + 1] as number);
        to.number(entries[i + 2] as number);
      }
    }
    return to.computeKey();
  }

  /** Objects of one word that are in no key, and places of which only the number is included. */
  leaveOut(words: ReadonlySet<number>, places: readonly boolean[]): void {
    this.#leftOut = words;
    this.#description.opaque = places;
  }

  /** The parts that the last key has left out. */
  get leftOut(): readonly number[] {
    return this.#description.leftOut;
  }

  /** The words of static objects that are in no key, and their values. */
  leftOutWords(): ReadonlyMap<number, number> {
    return new Map([...this.#leftOut].map((word) => [word, this.#words[word] as number]));
  }

  #leaveOutWord(to: StateDescription, at: number): void {
    to.leftOut.push(this.#words[at] as number);
    to.range(this.#shadowWords, at, at + 1);
  }

  #range(to: StateDescription, start: number, end: number): void {
    to.range(this.#words, start, end);
    to.range(this.#shadowWords, start, end);
  }
}
