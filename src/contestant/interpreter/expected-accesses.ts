/**
 * What threads access where they stand, and afterwards, as far as executions have shown it. Persistent sets (persistent-sets.ts) ask
 * which threads never touch what a step accesses; the answer is taken from what was seen so far. Where it turns out to be
 * wrong later, {@link ExpectedAccesses.isRefuted} says so, and the exploration begins again, knowing more. When it ends without that, the
 * answers were right: take the first access of any execution that nobody has expected; up to there the sets were persistent, so that
 * an equivalent execution was explored, with that access.
 */

import { ACCESS_FIELDS, type Footprint, isWrite, mayClash } from "./runtime/segments.ts";

/** Modes of words: read, written. */
const READ = 1;
const WRITE = 2;
/** The same of accesses that must not stand beside a conflicting one: those of places that are not visible, and that may race. */
const OPEN = 2;
const WORD_BITS = 2;
/** Of more words than these at once it is only known that they are many. */
const MAX_WORDS = 256;

/** A set of accesses, which only grows. */
export class Accesses {
  readonly modes: Map<number, number> = new Map();
  /** Whatever others do conflicts. */
  isEverything: boolean = false;

  get isEmpty(): boolean {
    return this.modes.size === 0 && !this.isEverything;
  }

  /** Whether the order of the accesses matters. */
  conflictsWith(other: Accesses): boolean {
    return this.#meets(other, (one, two) => ((one | two) & WRITE) !== 0);
  }

  /** Whether accesses conflict that must not stand next to each other. */
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

  /** Without writes of these words, as if they were read. */
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

/** What a step accesses, and the one before, which others must not clash with as long as the thread does not go on (runtime/segments.ts). */
export interface Near {
  readonly step: Accesses;
  readonly last: Accesses;
}

export function isInTheWay({ step, last }: Near, future: Accesses): boolean {
  return step.conflictsWith(future) || last.clashesWith(future);
}

/** A thread at a place. */
export interface Stance {
  /** What steps access that begin here. */
  readonly next: Accesses;
  /** What the thread accesses from here on, and those that it creates. */
  readonly future: Accesses;
  /** From where steps lead here. */
  readonly before: Set<Stance>;
  /** What the future was relied upon not to conflict with. */
  readonly relied: Near;
}

export class ExpectedAccesses {
  readonly #stances = new Map<number, Stance>();
  #isRefuted = false;

  /** Whether something happened since {@link beginAgain} that was relied upon not to happen. */
  get isRefuted(): boolean {
    return this.#isRefuted;
  }

  /** Nothing is relied upon any more. */
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
   * A step was executed.
   * @param step - what it has accessed
   * @param to - where the thread stands now, unless it has ended, and where those stand that it has created
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
