/**
 * The accesses of threads since their last visible place.
 *
 * Runs for exploration do not stop before every access, only before those of visible places. A
 * thread that runs passes a *segment*: the operation of the visible place where it stood, and the
 * operations up to the next one. Omitting the switches inside is sound as long as no two unordered
 * segments touch the same bytes: then every other order of their accesses reaches the same states.
 * Two segments are unordered when the thread of the earlier one has not run since. So every access
 * is compared with the last segment of every other thread. Where they conflict, at least one of the
 * places must become visible, and the exploration restarts. When it ends without a conflict, the
 * omitted executions are equivalent to explored ones: a first conflict would show in an explored
 * execution. The end of the program precedes all remaining steps of other threads: threads stop
 * before it, or before the atomic block that contains it (explore.ts).
 *
 * Conflicts of plain accesses are data races: the two may be adjacent.
 */

/** The position of a thread in its segment. */
export interface Stand {
  /** The place where the thread may be stopped before the operation. */
  readonly place: number;
  /** Whether the thread stood there: the operation is the visible one of its segment. */
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

/** The accesses of a segment, three numbers each: start, end, 1 for a write. */
export type Footprint = readonly number[];

interface Segment {
  turn: number;
  /** Five numbers an access: start, end, modes, place, points. */
  entries: number[];
  /**
   * The accesses of models of synchronisation behind pointers: the operation is visible, and
   * nothing conflicts.
   */
  touched: number[];
  /** Whether it has only accessed memory: no thread began, waited, stopped waiting, or ended. */
  isPlain: boolean;
  /** Whether it has only waited without other visible effects: as if it had not begun. */
  isInVain: boolean;
}

/** Numbers of an access in {@link Segments.entriesOf}. */
export const ACCESS_FIELDS = 5;
const WRITE = 1;
const ATOMIC = 2;
const FIRST = 4;
/** A thread with so many accesses is stopped at the next point: comparisons are expensive. */
const MANY = 200 * ACCESS_FIELDS;
/** Keys of synchronisation below are numbers of threads. */
const FIRST_ADDRESS = 0x1000;
/** Threads get numbers in the order of their creation. */
export const CREATION = 0;

/**
 * The range that represents an awaited object among accesses: no two numbers of threads in one
 * word.
 */
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
  /** Whether conflicting plain accesses are reported also where both are visible. */
  readonly findsRaces: boolean;

  constructor(findsRaces: boolean) {
    this.findsRaces = findsRaces;
  }

  reset(): void {
    this.#segments.length = 0;
    this.begin(0, 0);
  }

  /** A thread runs: its earlier accesses are ordered before those of other threads since then. */
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

  /** Another thread waited for the end of the thread. */
  close(thread: number): void {
    this.noteThreads(thread + 1, false);
    const segment = this.#segments[thread];
    if (segment !== undefined) segment.entries = [];
  }

  /** The last segment of a thread, as far as it distinguishes states. */
  entriesOf(thread: number): readonly number[] {
    return this.#segments[thread]?.entries ?? [];
  }

  /**
   * Records an operation of the running segment on threads.
   * @param key - the object for which they wait, the number of one of them, or {@link CREATION}
   * @param isChange - whether the order of two such operations matters
   */
  noteThreads(key: number, isChange: boolean): void {
    this.#own.isPlain = false;
    this.touchKey(key, isChange);
  }

  /** Records a read or change of an object for which threads wait. */
  touchKey(key: number, isChange: boolean): void {
    const { start, end } = rangeOf(key);
    this.#own.touched.push(start, end, isChange ? WRITE : 0);
  }

  /**
   * The running thread waits for other threads. Its check is no access: a thread that checks again
   * when it is woken has the same result as one that checks then for the first time.
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

  /** Whether the last segment has only waited. */
  get isInVain(): boolean {
    return this.#own.isInVain;
  }

  touch(start: number, size: number, isWrite: boolean): void {
    this.#own.touched.push(start, start + size, isWrite ? 1 : 0);
  }

  /** Undefined for a segment with effects besides its accesses. */
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

  /**
   * The accesses of models of synchronisation, and operations on threads as accesses to the objects
   * for which they wait.
   */
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

/**
 * Whether conflicts are reported, by the modes that both accesses have: where one of the places is
 * not visible, and for races.
 */
export function mayClash(modes: number, findsRaces: boolean): boolean {
  return (modes & FIRST) === 0 || (findsRaces && (modes & ATOMIC) === 0);
}

function emptySegment(): Segment {
  return { turn: 0, entries: [], touched: [], isPlain: true, isInVain: false };
}

/** @param stand - may change at the next access */
function accessOf(modes: number, { place, isFirst, points }: Stand): SegmentAccess {
  return {
    place,
    isFirst,
    points,
    isAtomic: (modes & ATOMIC) !== 0,
    isWrite: (modes & WRITE) !== 0,
  };
}
