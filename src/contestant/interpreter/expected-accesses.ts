/**
 * The accesses of threads at their positions, and afterwards, as far as executions have shown them.
 * Persistent sets (persistent-sets.ts) need the threads that never touch the memory of a step; the
 * answer relies on the accesses seen so far. Where it turns out to be wrong later, {@link
 * ExpectedAccesses.isRefuted} is set, and the exploration restarts with more information. When it
 * ends without that, the answers were right: take the first unexpected access of any execution; up
 * to there the sets were persistent, so that an equivalent execution was explored, with that
 * access.
 */

import { ACCESS_FIELDS, type Footprint, isWrite, mayClash } from "./runtime/segments.ts";

/** Modes of words: read, written. */
const READ = 1;
const WRITE = 2;
/**
 * The same for accesses that must not be adjacent to a conflicting one: those of invisible places
 * that may race.
 */
const OPEN = 2;
const WORD_BITS = 2;
/** A set with more words is only known to be large. */
const MAX_WORDS = 256;

/** A set of accesses, which only grows. */
export class Accesses {
  readonly modes: Map<number, number> = new Map();
  /** It conflicts with every access. */
  isEverything: boolean = false;

  get isEmpty(): boolean {
    return this.modes.size === 0 && !this.isEverything;
  }

  /** Whether the order of the accesses matters. */
  conflictsWith(other: Accesses): boolean {
    return this.#meets(other, (one, two) => ((one | two) & WRITE) !== 0);
  }

  /** Whether the sets contain conflicting accesses that must not be adjacent. */
  clashesWith(other: Accesses): boolean {
    return this.#meets(other, (one, two) => areOpen(one, two) || areOpen(two, one));
  }

  #meets(other: Accesses, test: (one: number, two: number) => boolean): boolean {
    if (this.isEverything) return !other.isEmpty;
    if (other.isEverything) return !this.isEmpty;
    const [few, many] =
      this.modes.size < other.modes.size ? [this.modes, other.modes] : [other.modes, this.modes];
    for (const [word, mode] of few) {
      const met = many.get(word);
      if (met !== undefined && test(met, mode)) return true;
    }
    return false;
  }

  /** @returns whether it has grown */
  add(other: Accesses): boolean {
    let grows = other.isEverything && !this.isEverything;
    this.isEverything ||= other.isEverything;
    for (const [word, mode] of other.modes) {
      const before = this.modes.get(word) ?? 0;
      if ((before | mode) === before) continue;
      this.modes.set(word, before | mode);
      grows = true;
    }
    return grows;
  }

  clear(): void {
    this.modes.clear();
    this.isEverything = false;
  }

  /** @param list - see {@link Footprint} */
  static of(list: Footprint): Accesses {
    const made = new Accesses();
    for (let i = 0; i < list.length; i += 3) {
      const mode = list[i + 2] === 1 ? WRITE : READ;
      made.#note(list[i] as number, list[i + 1] as number, mode);
    }
    return made;
  }

  /** @param list - accesses of the program, `ACCESS_FIELDS` numbers each */
  static ofProgram(list: readonly number[], findsRaces: boolean): Accesses {
    const made = new Accesses();
    for (let i = 0; i < list.length; i += ACCESS_FIELDS) {
      const modes = list[i + 2] as number;
      const mode = isWrite(modes) ? WRITE : READ;
      const isOpen = mayClash(modes, findsRaces);
      made.#note(list[i] as number, list[i + 1] as number, isOpen ? mode | (mode << OPEN) : mode);
    }
    return made;
  }

  #note(start: number, end: number, mode: number): void {
    const [first, last] = [start >> WORD_BITS, (end - 1) >> WORD_BITS];
    this.isEverything ||= this.modes.size + last - first > MAX_WORDS;
    if (this.isEverything) return;
    for (let word = first; word <= last; word++) {
      this.modes.set(word, (this.modes.get(word) ?? 0) | mode);
    }
  }

  /** Treats writes of these words as reads. */
  withoutWrites(words: readonly number[]): Accesses {
    const made = new Accesses();
    made.add(this);
    for (const word of words) if (made.modes.has(word)) made.modes.set(word, READ);
    return made;
  }

  static everything(): Accesses {
    const made = new Accesses();
    made.isEverything = true;
    return made;
  }
}

function areOpen(one: number, other: number): boolean {
  return one >> OPEN !== 0 && (((one >> OPEN) | other) & WRITE) !== 0;
}

/**
 * The accesses of a step, and those of the one before, with which other threads must not clash as
 * long as the thread does not run (runtime/segments.ts).
 */
export interface Near {
  readonly step: Accesses;
  readonly last: Accesses;
}

export function isInTheWay({ step, last }: Near, future: Accesses): boolean {
  return step.conflictsWith(future) || last.clashesWith(future);
}

/** A thread at a place. */
export interface Stance {
  /** Accesses of the steps that begin here. */
  readonly next: Accesses;
  /** Accesses of the thread from here on, and of the threads that it creates. */
  readonly future: Accesses;
  /** The positions from which steps lead here. */
  readonly before: Set<Stance>;
  /** Accesses with which the future was assumed not to conflict. */
  readonly relied: Near;
}

export class ExpectedAccesses {
  readonly #stances = new Map<number, Stance>();
  #isRefuted = false;

  /** Whether an event since {@link beginAgain} has refuted an assumption. */
  get isRefuted(): boolean {
    return this.#isRefuted;
  }

  /** Discards all assumptions. */
  beginAgain(): void {
    this.#isRefuted = false;
    for (const { relied } of this.#stances.values()) {
      relied.step.clear();
      relied.last.clear();
    }
  }

  /** @param place - where the thread is suspended; -1 where it has not begun */
  at(thread: number, place: number): Stance {
    const number = thread * MAX_PLACES + place + 1;
    let stance = this.#stances.get(number);
    if (stance === undefined) {
      const [next, future] = [new Accesses(), new Accesses()];
      const relied = { step: new Accesses(), last: new Accesses() };
      stance = { next, future, relied, before: new Set() };
      this.#stances.set(number, stance);
    }
    return stance;
  }

  /**
   * Records an executed step.
   * @param step - its accesses
   * @param to - the new position of the thread, unless it has ended, and those of the threads that
   * it has created
   */
  noteStep(from: Stance, step: Accesses, to: readonly Stance[]): void {
    this.#growFuture(from, step);
    for (const stance of to) {
      stance.before.add(from);
      this.#growFuture(from, stance.future);
    }
  }

  #growFuture(stance: Stance, by: Accesses): void {
    const open: Stance[] = [stance];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (!one.future.add(by)) continue;
      if (isInTheWay(one.relied, by)) this.#isRefuted = true;
      open.push(...one.before);
    }
  }
}

const MAX_PLACES = 2 ** 24;
