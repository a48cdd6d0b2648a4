import type { AddressSpace } from "../address-space.ts";
import { Halt, Unwinding } from "../codegen/writer.ts";
import type { SharedAccess, WaitingThread } from "../contract.ts";
import { DEFAULT_SCHEDULER, ENDLESS, type Scheduler, type Turn } from "../schedule.ts";
import type { ExplorationState } from "./exploration-state.ts";
import type { FloatUnit } from "./floats.ts";
import type { AllocaStack, Heap } from "./heap.ts";
import type { AccessRecord, RaceDetector } from "./races.ts";
import type { ActivationStack, Run } from "./run.ts";
import { CREATION } from "./segments.ts";
import type { StateDescription } from "./state-description.ts";

/** Code of a thread: stops where other threads may run, ends with its result. */
export type ThreadCode = Generator<readonly unknown[] | undefined, unknown, undefined>;

/** Thrown by the code of a thread that ends itself, through all its activations. */
export class ThreadExit extends Unwinding {}

interface Thread {
  readonly number: number;
  readonly code: ThreadCode;
  state: "ready" | "waiting" | "ended";
  /** The object for which a waiting thread waits. */
  key: number;
  isOnCondition: boolean;
  /** Difference between the addresses of its thread-local objects and those of thread 0. */
  readonly localShift: number;
  readonly allocas: AllocaStack;
  readonly activations: ActivationStack;
  /** Its position, and the values of its edge; only in runs for exploration. */
  place: readonly unknown[];
  /** Index of the user's call that library code is executed for. */
  site: number;
  roundingMode: number;
}

/** The initial values of thread-local objects. */
export interface LocalsImage {
  readonly start: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly shadow: Uint8Array;
}

const MAX_THREADS = 255;

/**
 * The threads of a run. Exactly one of them executes at a time, for the duration of its turn. The
 * program sees other numbers, which implementations choose.
 */
export class Threads {
  readonly #space: AddressSpace;
  readonly #heap: Heap;
  readonly #run: Run;
  readonly #races: RaceDetector | undefined;
  readonly #image: LocalsImage;
  readonly #floats: FloatUnit;
  readonly #exploration: ExplorationState | undefined;
  readonly #numbersDown: boolean;
  #threads: Thread[] = [];
  #current = 0;
  #scheduler: Scheduler = DEFAULT_SCHEDULER;
  #turns: Turn[] = [];
  /** `[points]`: switch points that the running thread may still pass. */
  readonly turn: Int32Array = new Int32Array(1);
  /** `[shift]` of the running thread, see {@link Thread}. */
  readonly locals: Int32Array = new Int32Array(1);
  /** `[edge]`: index of the user's call that library code is executed for. */
  readonly site: Int32Array = new Int32Array(1);
  /** There is only one thread: the scheduler was not asked, and the turn is not recorded. */
  #isForced = false;
  /** The argument of the scheduler; the same object each time. */
  readonly #choice = { ready: [] as number[], sleeping: [] as number[], last: 0 };
  /** The thread that runs has waited, and woke up spuriously. */
  #isWoken = false;
  /** Points of the present turn. */
  #granted = 0;
  #atomicDepth = 0;
  #suspendedTurn = 0;

  constructor(
    space: AddressSpace,
    heap: Heap,
    run: Run,
    races: RaceDetector | undefined,
    image: LocalsImage,
    floats: FloatUnit,
    exploration: ExplorationState | undefined,
    numbersDown: boolean,
  ) {
    this.#numbersDown = numbersDown;
    this.#exploration = exploration;
    this.#space = space;
    this.#heap = heap;
    this.#run = run;
    this.#races = races;
    this.#image = image;
    this.#floats = floats;
    heap.onAllocaEnd = (address, size) => this.exploreEnd(address, size);
  }

  /** The turns of the last run. */
  get turns(): readonly Turn[] {
    return this.#turns;
  }

  /** The thread that runs, or ran last. */
  get current(): number {
    return this.#current;
  }

  /** Threads that were created, that of `main` included. */
  get count(): number {
    return this.#threads.length;
  }

  reset(scheduler: Scheduler): void {
    this.#threads = [];
    this.#queue.length = 0;
    this.#current = 0;
    this.#scheduler = scheduler;
    this.#turns = [];
    this.#atomicDepth = 0;
    this.turn[0] = 0;
    this.locals[0] = 0;
    this.site[0] = 0;
    this.#isWoken = false;
    this.#races?.reset();
    this.#exploration?.reset();
  }

  /** Executes the program from the code of `main` on; the result of `main`, or 0 when it left by `pthread_exit`. */
  execute(main: ThreadCode): unknown {
    this.#add(main, 0);
    for (;;) {
      const turn = this.#nextTurn();
      const thread = this.#threads[turn.thread] as Thread;
      this.#resume(thread);
      // Runs for exploration stop at every visible point.
      const points = this.#exploration === undefined || this.#isForced ? turn.points : 0;
      this.turn[0] = points;
      this.#granted = points;
      let isEnd = false;
      let isExit = false;
      let result: unknown;
      try {
        const step = thread.code.next();
        isEnd = step.done === true;
        if (step.done === true) result = step.value;
        else thread.place = step.value ?? [];
      } catch (error) {
        if (!(error instanceof ThreadExit)) {
          this.#record(thread);
          throw error;
        }
        isEnd = true;
        isExit = true;
        this.#heap.releaseAllocas(0);
      }
      this.#record(thread);
      this.#suspend(thread);
      if (!isEnd) continue;
      if (thread.number > 0 || isExit) this.#endLocals(thread);
      this.#end(thread);
      if (thread.number === 0 && !isExit) return result;
      if (this.#threads.every(({ state }) => state === "ended")) return 0;
    }
  }

  #record(thread: Thread): void {
    if (this.#exploration !== undefined) {
      const points = this.#exploration.points;
      // Without exploration, thread 0 stops at the first point after the creation of another one.
      if (points >= 0) this.#turns.push({ thread: thread.number, points });
      return;
    }
    if (this.#isForced) return;
    this.#turns.push({ thread: thread.number, points: this.#passed });
  }

  /** Switch points that the turn has passed. */
  get #passed(): number {
    const left = this.#atomicDepth > 0 ? this.#suspendedTurn : (this.turn[0] as number);
    return this.#granted - Math.max(left, 0);
  }

  /** While there was one thread there was no choice: now the turn ends. */
  #endTurn(): void {
    this.#granted = this.#passed;
    if (this.#atomicDepth > 0) this.#suspendedTurn = 0;
    else this.turn[0] = 0;
  }

  #nextTurn(): Turn {
    const { ready, sleeping } = this.#choice;
    this.#choice.last = this.#current;
    let [count, asleep] = [0, 0];
    for (const { number, state, isOnCondition } of this.#threads) {
      if (state === "ready") ready[count++] = number;
      else if (state === "waiting" && isOnCondition) sleeping[asleep++] = number;
    }
    // This is rare: it takes longer than the rest.
    if (ready.length > count) ready.length = count;
    if (sleeping.length > asleep) sleeping.length = asleep;
    if (ready.length + sleeping.length === 0) throw this.#deadlock();
    this.#isForced = this.#threads.length === 1;
    const isOnly = this.#isForced && ready.length > 0;
    const turn = isOnly ? { thread: 0, points: ENDLESS } : this.#scheduler.next(this.#choice);
    if (turn === undefined) {
      throw ready.length === 0 ? this.#deadlock() : new Halt({ kind: "diverted" });
    }
    const thread = this.#threads[turn.thread] as Thread;
    if (thread.state !== "waiting") return turn;
    thread.state = "ready";
    this.#isWoken = true;
    this.#queue.splice(this.#queue.indexOf(thread), 1);
    if (!this.#isForced) return turn;
    // The only thread wakes up spuriously: that is a turn by itself, since the following steps are
    // none.
    this.#turns.push({ thread: 0, points: 0 });
    return { thread: 0, points: ENDLESS };
  }

  #deadlock(): Halt {
    return new Halt({ kind: "deadlock", threads: this.#waiting() });
  }

  #waiting(): WaitingThread[] {
    return this.#threads
      .filter(({ state }) => state === "waiting")
      .map(({ number, site, key }) => ({
        thread: number,
        edge: this.#run.edgeAt(site),
        key,
      }));
  }

  /** The number of a thread as the program sees it, never 0: from 1 up, or, in the other implementation, down to 1. */
  #seen(number: number): number {
    return this.#numbersDown ? MAX_THREADS - number : number + 1;
  }

  #add(code: ThreadCode, localShift: number): Thread {
    const thread: Thread = {
      number: this.#threads.length,
      code,
      state: "ready",
      key: 0,
      isOnCondition: false,
      localShift,
      allocas: [],
      activations: [],
      place: [],
      site: this.site[0] as number,
      roundingMode: this.#floats.control[0] as number,
    };
    this.#threads.push(thread);
    return thread;
  }

  #resume(thread: Thread): void {
    this.#current = thread.number;
    this.locals[0] = thread.localShift;
    this.site[0] = thread.site;
    if (this.#floats.control[0] !== thread.roundingMode) this.#floats.setMode(thread.roundingMode);
    this.#heap.allocas = thread.allocas;
    this.#run.activations = thread.activations;
    this.#races?.order.select(thread.number);
    this.#exploration?.begin(thread.number, this.#turns.length, this.#isForced);
    if (this.#isWoken) this.#exploration?.segments.noteThreads(thread.key, true);
    this.#isWoken = false;
  }

  #suspend(thread: Thread): void {
    thread.site = this.site[0] as number;
    thread.roundingMode = this.#floats.control[0] as number;
  }

  /**
   * Thread-local objects end with their thread, which is no place of the program: races there are
   * checked, but not reported.
   */
  #endLocals({ localShift }: Thread): void {
    const { start, size } = this.#image;
    if (size > 0) this.exploreEnd(start + localShift, size);
  }

  #end(thread: Thread): void {
    thread.state = "ended";
    this.#exploration?.segments.noteThreads(thread.number + 1, true);
    const { start, size } = this.#image;
    if (thread.number > 0 && size > 0) {
      this.#space.shadow.fill(0, start + thread.localShift, start + thread.localShift + size);
    }
    this.#atomicDepth = 0;
    if (this.#races !== undefined) this.#races.isAtomic = false;
    this.wake(this.#seen(thread.number), 1);
  }

  // -------------------------------------------------------- for generated code

  /**
   * Creates a thread and returns its number as the program sees it. `code` does not begin yet.
   * @param held - its initial values, where states are compared
   */
  create(code: ThreadCode, held: readonly unknown[] = []): number {
    const number = this.#threads.length;
    if (number >= MAX_THREADS) throw new Halt({ kind: "limit", what: "threads" });
    this.#exploration?.segments.noteThreads(CREATION, true);
    const image = this.#image;
    const { start, size } = image;
    let shift = 0;
    if (size > 0) {
      const bytes = this.#space.footprint(size);
      const base =
        this.#exploration?.memory.takeFor(number, bytes) ?? this.#space.stack.take(bytes, 64);
      shift = base - start;
      this.#space.bytes.set(image.bytes, base);
      this.#space.shadow.set(image.shadow, base);
    }
    this.#add(code, shift).place = held;
    this.#races?.order.fork(number);
    if (number === 1) this.#endTurn();
    return this.#seen(number);
  }

  get self(): number {
    return this.#seen(this.#current);
  }

  exit(): never {
    throw new ThreadExit();
  }

  ended(number: number): number {
    const thread = this.#threads[this.#numbersDown ? MAX_THREADS - number : number - 1];
    if (thread === undefined) return -1;
    return thread.state === "ended" ? 1 : 0;
  }

  /** The running thread waits; its code stops next. */
  wait(key: number, isOnCondition: boolean): void {
    if (this.#atomicDepth > 0) {
      const edge = this.#run.edgeAt(this.site[0] as number);
      throw new Halt({ kind: "unsupported", reason: "a thread waits in an atomic block", edge });
    }
    if (isOnCondition) this.#exploration?.segments.noteThreads(key, true);
    else this.#exploration?.segments.noteWait();
    const thread = this.#threads[this.#current] as Thread;
    thread.state = "waiting";
    thread.key = key;
    thread.isOnCondition = isOnCondition;
    // Threads that wait for a key run in the order of their arrival.
    this.#queue.push(thread);
  }
  readonly #queue: Thread[] = [];

  wake(key: number, all: number): void {
    for (let i = 0; i < this.#queue.length; i++) {
      const thread = this.#queue[i] as Thread;
      if (thread.key !== key) continue;
      this.#exploration?.segments.noteThreads(key, true);
      this.#queue.splice(i--, 1);
      thread.state = "ready";
      if (all === 0) return;
    }
  }

  beginOperation(address: number, order: number, access: number): void {
    this.#races?.order.beginOperation({ address, order, access });
    this.#enterAtomic();
  }

  /** @param edge - its index */
  endOperation(address: number, order: number, access: number, edge: number): void {
    if (this.#races?.endOperation({ address, order, access }, edge)) this.#raced();
    this.#leaveAtomic();
  }

  beginBlock(): void {
    if (this.#atomicDepth === 0) this.#races?.order.beginBlock();
    this.#enterAtomic();
  }

  endBlock(): void {
    if (this.#atomicDepth === 1) this.#races?.order.endBlock();
    this.#leaveAtomic();
  }

  #enterAtomic(): void {
    if (this.#atomicDepth++ > 0) return;
    this.#suspendedTurn = this.turn[0] as number;
    this.turn[0] = ENDLESS;
    this.#exploration?.enterAtomic(this.#threads.length === 1);
    if (this.#races !== undefined) this.#races.isAtomic = true;
  }

  #leaveAtomic(): void {
    if (this.#atomicDepth === 0 || --this.#atomicDepth > 0) return;
    this.turn[0] = this.#suspendedTurn;
    this.#exploration?.leaveAtomic();
    if (this.#races !== undefined) this.#races.isAtomic = false;
  }

  acquire(key: number): void {
    this.#races?.order.acquire(key);
    if (this.#threads.length === 1) return;
    // Small keys are numbers of threads: another thread has waited for the end of one.
    if (key > 0 && key <= MAX_THREADS) this.#exploration?.segments.close(key - 1);
    else this.#exploration?.synchronise(key);
  }

  release(key: number): void {
    this.#races?.order.release(key);
    if (this.#threads.length > 1) this.#exploration?.synchronise(key);
  }

  #raced(): never {
    const race = this.#races?.race;
    if (race === undefined) throw new Error("there is a race");
    const access = ({ thread, edge, isWrite }: AccessRecord): SharedAccess => ({
      thread,
      isWrite,
      edge: this.#run.edgeAt(edge),
    });
    throw new Halt({
      kind: "data-race",
      address: race.address,
      first: access(race.first),
      second: access(race.second),
    });
  }

  read(address: number, size: number, edge: number): void {
    if (this.#races?.read(address, size, edge)) this.#raced();
    if (this.#threads.length > 1) this.#exploration?.access(address, size, false);
  }

  write(address: number, size: number, edge: number): void {
    if (this.#races?.write(address, size, edge)) this.#raced();
    if (this.#threads.length > 1) this.#exploration?.access(address, size, true);
  }

  /** The lives of objects end, in runs that report races. */
  detectEnd(address: number, size: number, edge: number): void {
    if (this.#races?.end(address, size, edge)) this.#raced();
  }

  /** The lives of objects end, in runs for exploration. */
  exploreEnd(address: number, size: number): void {
    const isExplored = this.#exploration !== undefined;
    if (isExplored && this.#races?.end(address, size, this.site[0] as number)) this.#raced();
    if (this.#threads.length > 1) this.#exploration?.access(address, size, true);
  }

  /** An access to a variable of a model of a library function. */
  model(address: number, size: number, isWrite: boolean): void {
    if (this.#threads.length > 1) this.#exploration?.model(address, size, isWrite);
  }

  /** An access by a model of synchronisation behind a pointer. */
  touch(address: number, size: number, isWrite: boolean): void {
    this.#exploration?.segments.touch(address, size, isWrite);
  }

  /** Whether a suspended thread holds a number that may be an address in the range. */
  isHeld(start: number, end: number): boolean {
    const holds = (values: readonly unknown[]): boolean =>
      values.some((value) => typeof value === "number" && value >= start && value <= end);
    // The first value is the number of the place.
    return this.#threads.some(
      ({ number, state, place, activations }) =>
        (number !== this.#current && state !== "ended" && holds(place.slice(1))) ||
        activations.some((one) => one.place !== undefined && holds(one.place.slice(1))),
    );
  }

  /**
   * Numbers that may be addresses of blocks, which suspended threads hold while they copy memory.
   * @param isRunning - the current thread is not suspended
   * @param isRelevant - called with the number of a place; threads that have not begun hold their
   * initial values
   */
  held(isRunning: boolean, isRelevant: (place: number) => boolean): number[] {
    return this.#threads.flatMap(({ number, state, place: [at, ...values] }) => {
      if (state === "ended" || (isRunning && number === this.#current)) return [];
      if (typeof at !== "number" || (at >= 0 && !isRelevant(at))) return [];
      return values.filter((value) => typeof value === "number");
    });
  }

  /**
   * The position of a suspended thread: the number of the place, -1 where it has not begun,
   * undefined when it has ended.
   */
  placeOf(thread: number): number | undefined {
    const { state, place } = this.#threads[thread] as Thread;
    return state === "ended" ? undefined : Number(place[0]);
  }

  /** The object for which a thread waits, which is not a condition. */
  awaitedBy(thread: number): number | undefined {
    const { state, isOnCondition, key } = this.#threads[thread] as Thread;
    return state === "waiting" && !isOnCondition ? key : undefined;
  }

  /** Describes the parts of suspended threads that distinguish states, besides memory. */
  describe(to: StateDescription): void {
    to.number(this.#threads.length);
    for (const number of this.#heap.census) to.number(number);
    for (const thread of this.#threads) {
      const { state, isOnCondition, key, roundingMode, allocas, activations, place } = thread;
      to.number(state === "ready" ? 0 : state === "ended" ? 1 : isOnCondition ? 2 : 3);
      if (state === "ended") continue;
      to.number(state === "waiting" ? key : 0);
      to.number(roundingMode);
      to.number(allocas.length);
      for (const { address, size } of allocas) {
        to.number(address);
        to.number(size);
      }
      to.number(activations.length);
      for (const { functionIndex, frame, place: caller } of activations) {
        to.number(functionIndex);
        to.number(frame);
        to.values(caller ?? []);
      }
      to.place(place);
    }
    // Threads that wait for the same object run in the order of their arrival.
    for (const { number } of this.#queue) to.number(number);
    const isLive = (thread: number): boolean => this.#threads[thread]?.state !== "ended";
    this.#races?.describe(to, isLive, this.#threads.length);
  }

  /** The memory is reused for new objects. */
  forget(address: number, size: number): void {
    this.#races?.forget(address, size);
  }
}
