/**
 * What threads have accessed since they last were before something that others have to see.
 *
 * Runs for exploration do not stop before every access, only before those of visible places. A thread that
 * goes on runs through a *segment*: the operation of the visible place where it stood, and what comes up to
 * the next one. Leaving out the switches inside is right as long as no two segments that nothing orders
 * touch the same bytes: then every other order of their accesses comes to the same states. Nothing orders
 * two segments when the thread of the earlier one has not gone on since. So every access is compared with
 * the last segment of every other thread. Where they conflict, at least one of the places is to become
 * visible, and the exploration begins again. When it ends without a conflict, what was left out is
 * equivalent to what was seen: a first conflict would show in an execution that was explored. The end of the program
 * is before all that others have not done yet: threads stop before it, or before the atomic block that it is in
 * (explore.ts).
 *
 * Conflicts of plain accesses are data races: the two may stand next to each other.
 */

/** Where in its segment a thread is. */
export interface Stand {
  /** The place where the thread may be stopped before what it does. */
  readonly place: number;
  /** Whether the thread stood there: what it does is the visible operation of its segment. */
  readonly isFirst: boolean;
  /** Switch points that its turn has passed, that of the place included. */
  readonly points: number;
}

export interface SegmentAccess extends Stand {
  readonly isAtomic: boolean;
  readonly isWrite: boolean;
}

export interface Conflict {
  readonly address: number;
  /** The thread with the earlier access, and the number of its turn. */
  readonly thread: number;
  readonly turn: number;
  readonly earlier: SegmentAccess;
  readonly later: SegmentAccess;
}

/** What a segment has accessed, three numbers each: start, end, 1 for a write. */
export type Footprint = readonly number[];

interface Segment {
  turn: number;
  /** Five numbers an access: start, end, modes, place, points. */
  entries: number[];
  /** What models of synchronisation have accessed behind pointers: the operation is visible, and nothing conflicts. */
  touched: number[];
  /** It has done nothing but access memory: no thread began, waited, went on waiting no longer, or ended. */
  isPlain: boolean;
  /** It has waited, and nothing else of it can be seen: as if it had not begun. */
  isInVain: boolean;
}

/** Numbers of an access in {@link Segments.entriesOf}. */
export const ACCESS_FIELDS = 5;
const WRITE = 1;
const ATOMIC = 2;
const FIRST = 4;
/** Who has accessed so much is stopped at the next point: comparing costs. */
const MANY = 200 * ACCESS_FIELDS;
/** Keys of synchronisation below are numbers of threads. */
const FIRST_ADDRESS = 0x1000;
/** Threads get numbers in the order of their creation. */
export const CREATION = 0;

/** Where something that threads wait for stands among accesses: no two numbers of threads in one word. */
export function rangeOf(key: number): { readonly start: number; readonly end: number } {
  return key < FIRST_ADDRESS / 4
    ? { start: 4 * key, end: 4 * key + 4 }
    : { start: key, end: key + 1 };
}

export class Segments {
  readonly #segments: Segment[] = [];
  #own: Segment = emptySegment();
  #thread = 0;
  /** `[full]`: whether the running thread has accessed so much that it has to stop. */
  readonly full: Uint8Array = new Uint8Array(1);
  isAtomic = false;
  /** Whether plain accesses that conflict are told of also where both are visible. */
  readonly findsRaces: boolean;

  constructor(findsRaces: boolean) {
    this.findsRaces = findsRaces;
  }

  reset(): void {
    this.#segments.length = 0;
    this.begin(0, 0);
  }

  /** A thread goes on: what it did before is ordered before what others have done since. */
  begin(thread: number, turn: number): void {
    while (this.#segments.length <= thread) this.#segments.push(emptySegment());
    this.#thread = thread;
    this.#own = this.#segments[thread] as Segment;
    this.#own.turn = turn;
    if (this.#own.entries.length > 0) this.#own.entries = [];
    if (this.#own.touched.length > 0) this.#own.touched = [];
    this.#own.isPlain = true;
    this.#own.isInVain = false;
    this.full[0] = 0;
    this.isAtomic = false;
  }

  /** Somebody waited for the end of the thread. */
  close(thread: number): void {
    this.noteThreads(thread + 1, false);
    const segment = this.#segments[thread];
    if (segment !== undefined) segment.entries = [];
  }

  /** The last segment of a thread, as far as it tells one state from another. */
  entriesOf(thread: number): readonly number[] {
    return this.#segments[thread]?.entries ?? [];
  }

  /**
   * The running segment does something to threads.
   * @param key - what they wait for, the number of one of them, or {@link CREATION}
   * @param isChange - whether the order matters of two that do something there
   */
  noteThreads(key: number, isChange: boolean): void {
    this.#own.isPlain = false;
    this.touchKey(key, isChange);
  }

  /** What threads wait for is looked at, or changed. */
  touchKey(key: number, isChange: boolean): void {
    const { start, end } = rangeOf(key);
    this.#own.touched.push(start, end, isChange ? WRITE : 0);
  }

  /**
   * The running thread waits until others do something. That it has looked is no access: who looks again when it is woken
   * comes to the same as who looks then for the first time.
   */
  noteWait(): void {
    const { entries, touched, isPlain } = this.#own;
    const isWrite = (index: number): boolean =>
      ((entries[index * ACCESS_FIELDS + 2] as number) & WRITE) !== 0;
    let writes = !isPlain;
    for (let i = 0; i < entries.length / ACCESS_FIELDS; i++) writes ||= isWrite(i);
    for (let i = 2; i < touched.length; i += 3) writes ||= touched[i] === WRITE;
    this.#own.isInVain = !writes;
    this.#own.isPlain = false;
  }

  /** Whether the segment that ran last has done nothing but wait. */
  get isInVain(): boolean {
    return this.#own.isInVain;
  }

  touch(start: number, size: number, isWrite: boolean): void {
    this.#own.touched.push(start, start + size, isWrite ? 1 : 0);
  }

  /** Undefined of a segment whose effects are more than those of its accesses. */
  footprintOf(thread: number): Footprint | undefined {
    const segment = this.#segments[thread];
    if (segment?.isPlain !== true) return undefined;
    const { entries, touched } = segment;
    const all = [...touched];
    for (let i = 0; i < entries.length; i += ACCESS_FIELDS) {
      all.push(entries[i] as number, entries[i + 1] as number, (entries[i + 2] as number) & WRITE);
    }
    return all;
  }

  /** What models of synchronisation have accessed, and what was done to threads as if that were accesses to what they wait for. */
  touchedBy(thread: number): Footprint {
    return this.#segments[thread]?.touched ?? [];
  }

  /** An operation of synchronisation on an object. */
  synchronise(key: number, stand: Stand): Conflict | undefined {
    if (key < FIRST_ADDRESS) {
      this.noteThreads(key, true);
      return undefined;
    }
    return this.#enter(key, key + 1, WRITE | ATOMIC, stand);
  }

  accessAtomically(
    address: number,
    size: number,
    isWrite: boolean,
    stand: Stand,
  ): Conflict | undefined {
    return this.#enter(address, address + size, ATOMIC | (isWrite ? WRITE : 0), stand);
  }

  access(address: number, size: number, isWrite: boolean, stand: Stand): Conflict | undefined {
    if (size <= 0) return undefined;
    const modes = (isWrite ? WRITE : 0) | (this.isAtomic ? ATOMIC : 0);
    return this.#enter(address, address + size, modes, stand);
  }

  #enter(start: number, end: number, mode: number, stand: Stand): Conflict | undefined {
    const { place, points } = stand;
    const modes = stand.isFirst ? mode | FIRST : mode;
    const { entries } = this.#own;
    for (let i = 0; i < entries.length; i += ACCESS_FIELDS) {
      const isSame = entries[i] === start && entries[i + 1] === end && entries[i + 2] === modes;
      if (isSame && entries[i + 3] === place) return undefined;
    }
    entries.push(start, end, modes, place, points);
    if (entries.length > MANY) this.full[0] = 1;
    for (let thread = 0; thread < this.#segments.length; thread++) {
      if (thread === this.#thread) continue;
      const found = this.#compare(thread, start, end, modes, stand);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #compare(
    thread: number,
    start: number,
    end: number,
    modes: number,
    stand: Stand,
  ): Conflict | undefined {
    const { entries, turn } = this.#segments[thread] as Segment;
    for (let i = 0; i < entries.length; i += ACCESS_FIELDS) {
      if ((entries[i] as number) >= end || (entries[i + 1] as number) <= start) continue;
      const other = entries[i + 2] as number;
      if (((other | modes) & WRITE) === 0) continue;
      if (!mayClash(other & modes, this.findsRaces)) continue;
      return {
        address: Math.max(start, entries[i] as number),
        thread,
        turn,
        earlier: accessOf(other, {
          place: entries[i + 3] as number,
          isFirst: (other & FIRST) !== 0,
          points: entries[i + 4] as number,
        }),
        later: accessOf(modes, stand),
      };
    }
    return undefined;
  }
}

export function isWrite(modes: number): boolean {
  return (modes & WRITE) !== 0;
}

/** Whether conflicts are to be told of, by the modes that both accesses have: where one of the places is not visible, and of races. */
export function mayClash(modes: number, findsRaces: boolean): boolean {
  return (modes & FIRST) === 0 || (findsRaces && (modes & ATOMIC) === 0);
}

function emptySegment(): Segment {
  return { turn: 0, entries: [], touched: [], isPlain: true, isInVain: false };
}

/** @param stand - may be another one at the next access */
function accessOf(modes: number, { place, isFirst, points }: Stand): SegmentAccess {
  return {
    place,
    isFirst,
    points,
    isAtomic: (modes & ATOMIC) !== 0,
    isWrite: (modes & WRITE) !== 0,
  };
}
