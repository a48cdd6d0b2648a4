/**
 * Detects data races by the happens-before relation (contestant/semantics/happens-before.ts), for
 * every byte of a memory location: two accesses by different threads, at least one of them a write
 * and not both atomic, of which none happens before the other (Flanagan, Freund: "FastTrack:
 * efficient and precise dynamic race detection", PLDI 2009).
 *
 * The first race of a run is a race of the program: no earlier access depends on the order of its
 * two accesses.
 */
import { type AtomicEvent, HappensBefore } from "../../semantics/index.ts";
import type { StateDescription } from "./state-description.ts";

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
/** Replaces the thread: several unordered reads, see `#reads`. */
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

/**
 * An access with which later ones may still race; `kind`: plain write, plain read, atomic read,
 * atomic write.
 */
interface OpenAccess {
  readonly address: number;
  readonly kind: number;
  readonly thread: number;
  readonly clock: number;
}

export class RaceDetector {
  readonly #pages = new Map<number, Int32Array>();
  readonly #reads = new Map<number, Map<number, Stamp>>();
  readonly #atomics = new Map<number, AtomicStamps>();
  /** The order of accesses; operations of synchronisation update it. */
  readonly order: HappensBefore = new HappensBefore();
  /** The running thread is inside an atomic block. */
  isAtomic = false;
  /** The first race of the run. */
  race: Race | undefined;

  reset(): void {
    this.#pages.clear();
    this.#reads.clear();
    this.#atomics.clear();
    this.order.reset();
    this.isAtomic = false;
    this.race = undefined;
  }

  /**
   * The operation that began with {@link HappensBefore.beginOperation} ends.
   * @returns whether its load races with an earlier access
   */
  endOperation(event: AtomicEvent, edge: number): boolean {
    return this.order.endOperation(event) && this.read(event.address, 1, edge);
  }

  /** The bytes belong to new objects: earlier accesses to them are forgotten. */
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
    for (let at = address; at < address + size; at++) {
      this.order.forget(at);
      this.order.forgetLock(at);
    }
  }

  /** True when the access races with an earlier one. */
  read(address: number, size: number, edge: number): boolean {
    const { thread, now: clock } = this.order;
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
      if (readClock === 0 || (reader !== SHARED && this.order.isBefore(reader, readClock))) {
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
    const { thread, now: clock } = this.order;
    for (let at = address; at < address + size; at++) {
      const page = this.#page(at);
      const base = (at & (PAGE - 1)) * FIELDS;
      if (this.#isBeforeWrite(page, base, at, edge)) return true;
      if (this.isAtomic) {
        this.#atomicStamps(at).writes.set(thread, { thread, clock, edge });
        continue;
      }
      this.#atomics.delete(at);
      this.order.forget(at);
      page[base] = clock;
      page[base + 1] = thread;
      page[base + 2] = edge;
      // Later accesses that are ordered after this one are ordered after those reads, too.
      page[base + 3] = 0;
    }
    return false;
  }

  /**
   * The lives of objects end, which counts as a write: every access must happen before (C11
   * 6.2.4p2). Their memory is not reused, and accesses to it are refused, so nothing need be kept.
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
      } else if (!this.order.isBefore(reader, readClock)) {
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
    if (clock === 0 || this.order.isBefore(thread, clock)) return false;
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
      if (!this.order.isBefore(stamp.thread, stamp.clock)) {
        return this.#report(at, stamp, areWrites, edge, isWrite);
      }
    }
    return false;
  }

  #report(address: number, first: Stamp, wasWrite: boolean, edge: number, isWrite: boolean): true {
    this.race = {
      address,
      first: { thread: first.thread, edge: first.edge, isWrite: wasWrite },
      second: { thread: this.order.thread, edge, isWrite },
    };
    return true;
  }

  /**
   * The part of the history that decides which later accesses race: accesses with which some live
   * thread may still race, and the threads, locks and values that carry their order. Times are
   * counted by those accesses, so that states recur.
   */
  describe(to: StateDescription, isLive: (thread: number) => boolean, threads: number): void {
    const open = this.#openAccesses(isLive, threads);
    const times = new Map<number, number[]>();
    for (const { thread, clock } of open) {
      const list = times.get(thread);
      if (list === undefined) times.set(thread, [clock]);
      else if (!list.includes(clock)) list.push(clock);
    }
    for (const list of times.values()) list.sort((a, b) => a - b);
    const rank = (thread: number, clock: number): number => {
      const list = times.get(thread) ?? [];
      let count = 0;
      while (count < list.length && (list[count] as number) <= clock) count++;
      return count;
    };
    to.number(open.length);
    for (const { address, kind, thread, clock } of open) {
      for (const number of [address, kind, thread, rank(thread, clock)]) to.number(number);
    }
    if (open.length === 0) return;
    const known = [...times.keys()].sort((a, b) => a - b);
    for (const [name, clock] of this.order.carriers(isLive)) {
      const ranks = known.map((thread) => rank(thread, clock[thread] ?? 0));
      if (ranks.every((each) => each === 0)) continue;
      for (const number of [...name, ...ranks]) to.number(number);
    }
  }

  /** Accesses that do not happen before all future steps of live threads, by address. */
  #openAccesses(isLive: (thread: number) => boolean, threads: number): OpenAccess[] {
    const live = [...Array(threads).keys()].filter(isLive);
    const open: OpenAccess[] = [];
    const add = (address: number, kind: number, thread: number, clock: number): void => {
      if (live.every((other) => this.order.isKnownTo(other, thread, clock))) return;
      open.push({ address, kind, thread, clock });
    };
    for (const [number, page] of this.#pages) {
      for (let at = 0; at < PAGE; at++) {
        const base = at * FIELDS;
        const [wrote, read] = [page[base] as number, page[base + 3] as number];
        if (wrote === 0 && read === 0) continue;
        const address = number * PAGE + at;
        if (wrote !== 0) add(address, 0, page[base + 1] as number, wrote);
        if (read === 0) continue;
        const reader = page[base + 4] as number;
        if (reader !== SHARED) add(address, 1, reader, read);
        else
          for (const each of this.#reads.get(address)?.values() ?? []) {
            add(address, 1, each.thread, each.clock);
          }
      }
    }
    for (const [address, { reads, writes }] of this.#atomics) {
      for (const { thread, clock } of reads.values()) add(address, 2, thread, clock);
      for (const { thread, clock } of writes.values()) add(address, 3, thread, clock);
    }
    return open.sort((a, b) => a.address - b.address || a.kind - b.kind || a.thread - b.thread);
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
