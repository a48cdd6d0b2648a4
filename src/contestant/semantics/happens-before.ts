/**
 * Executions of threads, and the happens-before relation of their events (C11 5.1.2.4, 7.17.3; POSIX.1-2017, 4.12).
 *
 * The events of a thread are accesses to memory locations, plain or atomic, and operations of synchronisation; one thread's are in the
 * order in which it executes them. An event of another thread happens before what follows
 * - the creation of a thread, from what its creator did before; the end of a thread, before what waited for it;
 * - the acquisition of a lock, from every release before it: what fails to get a lock acquires nothing;
 * - an atomic load that acquires, from the store that releases whose value it reads, or one of its release sequence (5.1.2.4p10): further
 *   stores of the same thread, and updates of any thread;
 * - the same with fences (7.17.4): a fence that releases makes later stores of its thread release what came before the fence, and
 *   one that acquires lets earlier loads of its thread acquire;
 * - an atomic block, from all blocks before it, by the convention of SV-COMP.
 * Sequentially consistent operations order nothing else: that one of them comes later is no synchronisation.
 *
 * A memory location is a scalar, or all bit-fields that lie next to each other (3.14). Two accesses to one race when they are of two
 * threads, one of them writes, one is not atomic, and none happens before the other (5.1.2.4p25).
 *
 * Events are reported in the order of one interleaving, in which a load reads what was stored last. Every such execution is one of C11,
 * for all memory orders; where some are weaker than sequential consistency, there may be others (weak-orders.ts).
 * Vector clocks: Flanagan, Freund, "FastTrack", PLDI 2009; atomics: Lidbury, Donaldson, "Dynamic race detection for C++11", POPL 2017.
 */
import { ATOMIC_ACCESSES, MEMORY_ORDERS } from "../cfa/index.ts";

/** By thread, how much of what it did came before. */
type VectorClock = number[];

/** An atomic operation: numbers of {@link MEMORY_ORDERS} and {@link ATOMIC_ACCESSES}. */
export interface AtomicEvent {
  readonly address: number;
  readonly order: number;
  readonly access: number;
}

/** Attributes of a value that was stored atomically: the release sequences that it is in, by the threads that head them. */
type Message = ReadonlyMap<number, VectorClock>;

/** Key of what atomic blocks release: addresses and numbers of threads are others. */
const BLOCKS = 0;

export class HappensBefore {
  readonly #clocks: VectorClock[] = [];
  readonly #released = new Map<number, VectorClock>();
  readonly #messages = new Map<number, Message>();
  /** By thread: its clock at the last fence that released, and what its loads have read that a fence may acquire. */
  readonly #fenced: (VectorClock | undefined)[] = [];
  readonly #read: (VectorClock | undefined)[] = [];
  #thread = 0;
  #clock: VectorClock = [];
  /** Before an update that acquires only if it succeeds. */
  #saved: VectorClock | undefined;

  reset(): void {
    this.#clocks.length = 0;
    this.#released.clear();
    this.#messages.clear();
    this.#fenced.length = 0;
    this.#read.length = 0;
    this.#clocks.push([1]);
    this.select(0);
  }

  /** The thread that runs now. */
  get thread(): number {
    return this.#thread;
  }

  /** The time of the running thread. */
  get now(): number {
    return this.#clock[this.#thread] as number;
  }

  select(thread: number): void {
    this.#thread = thread;
    this.#clock = this.#clocks[thread] as VectorClock;
  }

  /** Whether what a thread did at a time of its own happens before what the running one does now. */
  isBefore(thread: number, time: number): boolean {
    return thread === this.#thread || time <= (this.#clock[thread] ?? 0);
  }

  /** Whether the event of a thread at a time happens before all later events of another one. */
  isKnownTo(other: number, thread: number, time: number): boolean {
    return thread === other || time <= (this.#clocks[other]?.[thread] ?? 0);
  }

  /** A new thread, whose beginning comes after what the running one has done. */
  fork(thread: number): void {
    const clock = [...this.#clock];
    while (clock.length <= thread) clock.push(0);
    clock[thread] = 1;
    this.#clocks[thread] = clock;
    this.#advance();
  }

  /** @param key - the address of a lock or another object, or the number of a thread that has ended */
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

  beginBlock(): void {
    this.acquire(BLOCKS);
  }

  endBlock(): void {
    this.release(BLOCKS);
  }

  /** Accesses up to {@link endOperation} are those of the operation. */
  beginOperation({ address, order, access }: AtomicEvent): void {
    this.#saved = undefined;
    if (!doesAcquire(order, access)) return;
    if (access === ATOMIC_ACCESSES.update) this.#saved = [...this.#clock];
    this.#acquireMessage(address);
  }

  /**
   * @param event - what the operation was: a compare-exchange that fails is a load, with an order of its own
   * @returns whether it has not acquired what it was said to acquire
   */
  endOperation(event: AtomicEvent): boolean {
    const { address, order, access } = event;
    if (access === ATOMIC_ACCESSES.fence) {
      this.#fence(order);
      return false;
    }
    const isTakenBack = this.#saved !== undefined && !doesAcquire(order, access);
    if (isTakenBack) {
      this.#clock.splice(0, this.#clock.length, ...(this.#saved as VectorClock));
    }
    this.#saved = undefined;
    if ((access & ATOMIC_ACCESSES.load) !== 0) this.#noteRead(address);
    if (doesAcquire(order, access)) this.#acquireMessage(address);
    if ((access & ATOMIC_ACCESSES.store) !== 0) this.#store(event);
    return isTakenBack;
  }

  /** The bytes were written to otherwise, or belong to new objects. */
  forget(address: number): void {
    if (this.#messages.size > 0) this.#messages.delete(address);
  }

  /** The bytes belong to new objects: a lock that was there is no more. */
  forgetLock(address: number): void {
    if (this.#released.size > 0) this.#released.delete(address);
  }

  /** All clocks with what carries them, in an order of their own: live threads, locks, values. What will be known is in one of them. */
  *carriers(
    isLive: (thread: number) => boolean,
  ): Generator<readonly [name: readonly number[], VectorClock]> {
    for (const [thread, clock] of this.#clocks.entries()) {
      if (!isLive(thread)) continue;
      yield [[CARRIERS.thread, thread], clock];
      const [fenced, read] = [this.#fenced[thread], this.#read[thread]];
      if (fenced !== undefined) yield [[CARRIERS.fenced, thread], fenced];
      if (read !== undefined) yield [[CARRIERS.read, thread], read];
    }
    for (const key of ascending(this.#released.keys())) {
      yield [[CARRIERS.lock, key], this.#released.get(key) as VectorClock];
    }
    for (const address of ascending(this.#messages.keys())) {
      const message = this.#messages.get(address) as Message;
      for (const head of ascending(message.keys())) {
        yield [[CARRIERS.message, address, head], message.get(head) as VectorClock];
      }
    }
  }

  #acquireMessage(address: number): void {
    for (const clock of this.#messages.get(address)?.values() ?? []) join(this.#clock, clock);
  }

  #noteRead(address: number): void {
    const message = this.#messages.get(address);
    if (message === undefined) return;
    const read = this.#read[this.#thread] ?? [];
    for (const clock of message.values()) join(read, clock);
    this.#read[this.#thread] = read;
  }

  #store({ address, order, access }: AtomicEvent): void {
    const releases = isRelease(order);
    const carried = releases ? this.#clock : this.#fenced[this.#thread];
    const isUpdate = access === ATOMIC_ACCESSES.update;
    const message = new Map<number, VectorClock>();
    for (const [head, clock] of this.#messages.get(address) ?? []) {
      if (isUpdate || head === this.#thread) message.set(head, clock);
    }
    if (carried !== undefined) {
      const own = [...(message.get(this.#thread) ?? [])];
      join(own, carried);
      message.set(this.#thread, own);
    }
    this.#messages.set(address, message);
    if (releases) this.#advance();
  }

  #fence(order: number): void {
    const read = this.#read[this.#thread];
    if (isAcquire(order) && read !== undefined) join(this.#clock, read);
    if (!isRelease(order)) return;
    this.#fenced[this.#thread] = [...this.#clock];
    this.#advance();
  }

  #advance(): void {
    this.#clock[this.#thread] = this.now + 1;
  }
}

/** Kinds of what has a clock. */
const CARRIERS = { thread: 0, fenced: 1, read: 2, lock: 3, message: 4 } as const;

/** Consuming is acquiring here, as in gcc. */
function isAcquire(order: number): boolean {
  return order !== MEMORY_ORDERS.relaxed && order !== MEMORY_ORDERS.release;
}

function isRelease(order: number): boolean {
  return order >= MEMORY_ORDERS.release;
}

function doesAcquire(order: number, access: number): boolean {
  return (access & ATOMIC_ACCESSES.load) !== 0 && isAcquire(order);
}

function ascending(keys: Iterable<number>): number[] {
  return [...keys].sort((a, b) => a - b);
}

function join(clock: VectorClock, other: VectorClock): void {
  while (clock.length < other.length) clock.push(0);
  other.forEach((value, thread) => {
    if (value > (clock[thread] as number)) clock[thread] = value;
  });
}
