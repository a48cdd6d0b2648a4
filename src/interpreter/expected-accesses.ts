/**
 * What threads access where they stand, and afterwards, as far as executions have shown it. Persistent sets (persistent-sets.ts) ask
 * which threads never touch what a step accesses; the answer is taken from what was seen so far. Where it turns out to be
 * wrong later, {@link ExpectedAccesses.isRefuted} says so, and the exploration begins again, knowing more. When it ends without that, the
 * answers were right: take the first access of any execution that nobody has expected; up to there the sets were persistent, so that
 * an equivalent execution was explored, with that access.
 */

/** Words of memory are noted: 1 read, 2 written. */
const READ = 1;
const WRITE = 2;
const WORD_BITS = 2;
/** Of more words than these at once it is only known that they are many. */
const MOST_WORDS = 256;

/** A set of accesses, which only grows. */
export class Accesses {
  readonly modes: Map<number, number> = new Map();
  /** Whatever others do conflicts: the program may end. */
  isEverything: boolean = false;

  get isEmpty(): boolean {
    return this.modes.size === 0 && !this.isEverything;
  }

  conflictsWith(other: Accesses): boolean {
    if (this.isEverything) return !other.isEmpty;
    if (other.isEverything) return !this.isEmpty;
    const [few, many] =
      this.modes.size < other.modes.size ? [this.modes, other.modes] : [other.modes, this.modes];
    for (const [word, mode] of few) {
      const met = many.get(word);
      if (met !== undefined && ((met | mode) & WRITE) !== 0) return true;
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

  /** @param list - numbers of accesses, so many each: start, end, an odd one for a write, and others */
  static of(list: readonly number[], fields: number): Accesses {
    const made = new Accesses();
    for (let i = 0; i < list.length; i += fields) {
      const [start, end, modes] = [list[i], list[i + 1], list[i + 2]] as [number, number, number];
      const [first, last] = [start >> WORD_BITS, (end - 1) >> WORD_BITS];
      if (made.modes.size + last - first > MOST_WORDS) return Accesses.everything();
      const mode = (modes & 1) === 1 ? WRITE : READ;
      for (let word = first; word <= last; word++) {
        made.modes.set(word, (made.modes.get(word) ?? 0) | mode);
      }
    }
    return made;
  }

  static everything(): Accesses {
    const made = new Accesses();
    made.isEverything = true;
    return made;
  }
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
  readonly relied: Accesses;
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
    for (const { relied } of this.#stances.values()) relied.clear();
  }

  /** @param place - where the thread is suspended; -1 where it has not begun */
  at(thread: number, place: number): Stance {
    const number = thread * MOST_PLACES + place + 1;
    let stance = this.#stances.get(number);
    if (stance === undefined) {
      const [next, future, relied] = [new Accesses(), new Accesses(), new Accesses()];
      stance = { next, future, relied, before: new Set() };
      this.#stances.set(number, stance);
    }
    return stance;
  }

  /**
   * A step was executed.
   * @param to - where the thread stands now, unless it has ended, and where those stand that it has created
   */
  noteStep(from: Stance, step: Accesses, to: readonly Stance[]): void {
    from.next.add(step);
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
      if (by.conflictsWith(one.relied)) this.#isRefuted = true;
      open.push(...one.before);
    }
  }
}

const MOST_PLACES = 2 ** 24;
