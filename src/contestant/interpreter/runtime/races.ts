/**
 * Detects data races by the order that synchronisation establishes (Flanagan,
 * Freund: "FastTrack: efficient and precise dynamic race detection", PLDI
 * 2009), for every byte: two accesses by different threads, at least one of
 * them a write and not both atomic, of which none happens before the other.
 *
 * The first race of a run is a race of the program: no earlier access depends
 * on which of its two accesses comes first. More orders than there are only
 * hide races, so doubtful cases of synchronisation count as such.
 */

/** Clocks by thread. */
type VectorClock = number[];

export interface AccessRecord {
  readonly thread: number;
  /** Index of the edge. */
  readonly edge: number;
  readonly isWrite: boolean;
}

export interface Race {
  readonly address: number;
  readonly first: AccessRecord;
  readonly second: AccessRecord;
}

const PAGE_BITS = 10;
const PAGE = 2 ** PAGE_BITS;
/** Per byte: clock, thread and edge of the last plain write, and of the last plain read. */
const FIELDS = 6;
/** In the place of a thread: several unordered reads, see `#reads`. */
const SHARED = -1;

interface Stamp {
  readonly thread: number;
  readonly clock: number;
  readonly edge: number;
}

/** The last atomic accesses of each thread. */
interface AtomicStamps {
  readonly reads: Map<number, Stamp>;
  readonly writes: Map<number, Stamp>;
}

export class RaceDetector {
  readonly #pages = new Map<number, Int32Array>();
  readonly #reads = new Map<number, Map<number, Stamp>>();
  readonly #atomics = new Map<number, AtomicStamps>();
  readonly #clocks: VectorClock[] = [];
  readonly #released = new Map<number, VectorClock>();
  #thread = 0;
  #clock: VectorClock = [];
  /** The running thread is inside an atomic block. */
  isAtomic = false;
  /** The first race of the run. */
  race: Race | undefined;

  reset(): void {
    this.#pages.clear();
    this.#reads.clear();
    this.#atomics.clear();
    this.#clocks.length = 0;
    this.#released.clear();
    this.#clocks.push([1]);
    this.#thread = 0;
    this.#clock = this.#clocks[0] as VectorClock;
    this.isAtomic = false;
    this.race = undefined;
  }

  /** The thread that runs now. */
  select(thread: number): void {
    this.#thread = thread;
    this.#clock = this.#clocks[thread] as VectorClock;
  }

  /** A new thread, whose beginning comes after what the running one has done. */
  fork(thread: number): void {
    const clock = [...this.#clock];
    while (clock.length <= thread) clock.push(0);
    clock[thread] = 1;
    this.#clocks[thread] = clock;
    this.#advance();
  }

  acquire(key: number): void {
    const released = this.#released.get(key);
    if (released !== undefined) join(this.#clock, released);
  }

  release(key: number): void {
    let released = this.#released.get(key);
    if (released === undefined) {
      released = [];
      this.#released.set(key, released);
    }
    join(released, this.#clock);
    this.#advance();
  }

  #advance(): void {
    this.#clock[this.#thread] = (this.#clock[this.#thread] as number) + 1;
  }

  /** The bytes belong to new objects: what was done there before is forgotten. */
  forget(address: number, size: number): void {
    for (let at = address; at < address + size; at++) {
      const page = this.#pages.get(at >> PAGE_BITS);
      if (page === undefined) {
        at |= PAGE - 1;
        continue;
      }
      const base = (at & (PAGE - 1)) * FIELDS;
      page.fill(0, base, base + FIELDS);
      if (this.#reads.size > 0) this.#reads.delete(at);
      if (this.#atomics.size > 0) this.#atomics.delete(at);
    }
  }

  /** True when the access races with an earlier one. */
  read(address: number, size: number, edge: number): boolean {
    const thread = this.#thread;
    const clock = this.#clock[thread] as number;
    for (let at = address; at < address + size; at++) {
      const page = this.#page(at);
      const base = (at & (PAGE - 1)) * FIELDS;
      if (this.#conflictsWithWrite(page, base, at, edge, false)) return true;
      if (this.isAtomic) {
        this.#atomicStamps(at).reads.set(thread, { thread, clock, edge });
        continue;
      }
      if (
        this.#atomics.size > 0 &&
        this.#conflictsWith(this.#atomics.get(at)?.writes, at, edge, true, false)
      ) {
        return true;
      }
      const readClock = page[base + 3] as number;
      const reader = page[base + 4] as number;
      if (reader === thread && readClock === clock) continue;
      if (
        readClock === 0 ||
        (reader !== SHARED && (reader === thread || readClock <= (this.#clock[reader] ?? 0)))
      ) {
        page[base + 3] = clock;
        page[base + 4] = thread;
        page[base + 5] = edge;
        continue;
      }
      let readers = this.#reads.get(at);
      if (readers === undefined || reader !== SHARED) {
        readers = new Map([
          [reader, { thread: reader, clock: readClock, edge: page[base + 5] as number }],
        ]);
        this.#reads.set(at, readers);
        page[base + 4] = SHARED;
      }
      readers.set(thread, { thread, clock, edge });
    }
    return false;
  }

  /** True when the access races with an earlier one. */
  write(address: number, size: number, edge: number): boolean {
    const thread = this.#thread;
    const clock = this.#clock[thread] as number;
    for (let at = address; at < address + size; at++) {
      const page = this.#page(at);
      const base = (at & (PAGE - 1)) * FIELDS;
      if (this.#isBeforeWrite(page, base, at, edge)) return true;
      if (this.isAtomic) {
        this.#atomicStamps(at).writes.set(thread, { thread, clock, edge });
        continue;
      }
      this.#atomics.delete(at);
      page[base] = clock;
      page[base + 1] = thread;
      page[base + 2] = edge;
      // Later accesses that are ordered behind this one are ordered behind those reads, too.
      page[base + 3] = 0;
    }
    return false;
  }

  /**
   * The lives of objects end, as if they were written to: whoever accesses one has to come before (C11 6.2.4p2). Their memory is
   * not used again, and accesses to it are refused, so nothing need be kept.
   * @returns whether that races with an earlier access
   */
  end(address: number, size: number, edge: number): boolean {
    for (let at = address; at < address + size; at++) {
      const page = this.#pages.get(at >> PAGE_BITS);
      if (page === undefined) at |= PAGE - 1;
      else if (this.#isBeforeWrite(page, (at & (PAGE - 1)) * FIELDS, at, edge)) return true;
    }
    return false;
  }

  /** Whether an earlier access races with a write. */
  #isBeforeWrite(page: Int32Array, base: number, at: number, edge: number): boolean {
    if (this.#conflictsWithWrite(page, base, at, edge, true)) return true;
    const readClock = page[base + 3] as number;
    const reader = page[base + 4] as number;
    if (readClock !== 0) {
      if (reader === SHARED) {
        if (this.#conflictsWith(this.#reads.get(at), at, edge, false, true)) return true;
      } else if (reader !== this.#thread && readClock > (this.#clock[reader] ?? 0)) {
        const stamp = { thread: reader, clock: readClock, edge: page[base + 5] as number };
        return this.#report(at, stamp, false, edge, true);
      }
    }
    const atomics = this.isAtomic || this.#atomics.size === 0 ? undefined : this.#atomics.get(at);
    if (atomics === undefined) return false;
    return (
      this.#conflictsWith(atomics.writes, at, edge, true, true) ||
      this.#conflictsWith(atomics.reads, at, edge, false, true)
    );
  }

  #conflictsWithWrite(
    page: Int32Array,
    base: number,
    at: number,
    edge: number,
    isWrite: boolean,
  ): boolean {
    const clock = page[base] as number;
    const thread = page[base + 1] as number;
    if (clock === 0 || thread === this.#thread || clock <= (this.#clock[thread] ?? 0)) return false;
    return this.#report(at, { thread, clock, edge: page[base + 2] as number }, true, edge, isWrite);
  }

  #conflictsWith(
    stamps: ReadonlyMap<number, Stamp> | undefined,
    at: number,
    edge: number,
    areWrites: boolean,
    isWrite: boolean,
  ): boolean {
    for (const stamp of stamps?.values() ?? []) {
      if (stamp.thread !== this.#thread && stamp.clock > (this.#clock[stamp.thread] ?? 0)) {
        return this.#report(at, stamp, areWrites, edge, isWrite);
      }
    }
    return false;
  }

  #report(address: number, first: Stamp, wasWrite: boolean, edge: number, isWrite: boolean): true {
    this.race = {
      address,
      first: { thread: first.thread, edge: first.edge, isWrite: wasWrite },
      second: { thread: this.#thread, edge, isWrite },
    };
    return true;
  }

  #page(address: number): Int32Array {
    const number = address >> PAGE_BITS;
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = new Int32Array(PAGE * FIELDS);
      this.#pages.set(number, page);
    }
    return page;
  }

  #atomicStamps(address: number): AtomicStamps {
    let stamps = this.#atomics.get(address);
    if (stamps === undefined) {
      stamps = { reads: new Map(), writes: new Map() };
      this.#atomics.set(address, stamps);
    }
    return stamps;
  }
}

function join(clock: VectorClock, other: VectorClock): void {
  while (clock.length < other.length) clock.push(0);
  other.forEach((value, thread) => {
    if (value > (clock[thread] as number)) clock[thread] = value;
  });
}
