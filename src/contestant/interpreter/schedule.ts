/** Schedules of threads, and schedulers that choose them. */

import { randomFractions } from "../../ground/util/pseudo-random.ts";

/**
 * A turn of a thread. Threads are numbered from 0, the one of `main`, in the order of their
 * creation. The turn ends when the thread waits, has ended, or stands before the switch point that
 * follows `points` passed ones. Switch points stand before accesses to memory that threads may
 * share, operations of synchronisation, atomic blocks and the end of the program, and at loop
 * heads; none is inside an atomic block. Until a second thread is created there are no turns,
 * except one without points wherever the only thread wakes up spuriously on a condition variable.
 */
export interface Turn {
  readonly thread: number;
  readonly points: number;
}

/** A turn that only the thread itself ends. */
export const ENDLESS: number = 2 ** 31 - 1;

/** Valid until the scheduler has answered. */
export interface Choice {
  /** Threads that can run, ascending. */
  readonly ready: readonly number[];
  /** Threads that wait on condition variables: to choose one is a spurious wake-up. Not empty when `ready` is. */
  readonly sleeping: readonly number[];
  /** The thread of the last turn. */
  readonly last: number;
}

/** Decides a run with several threads. */
export interface Scheduler {
  /** Undefined ends the run: as a deadlock when no thread is ready, else as diverted. */
  next(choice: Choice): Turn | undefined;
}

/** Every thread runs for as long as it can; no thread wakes up spuriously. */
export const DEFAULT_SCHEDULER: Scheduler = {
  next: ({ ready, last }) => {
    const thread = ready.includes(last) ? last : ready[0];
    return thread === undefined ? undefined : { thread, points: ENDLESS };
  },
};

/** Follows recorded turns; after the last one every thread runs for as long as it can. */
export class ReplayScheduler implements Scheduler {
  readonly #turns: readonly Turn[];
  #position = 0;
  /** Set when a turn belongs to a thread that cannot run. */
  isDiverted = false;

  constructor(turns: readonly Turn[]) {
    this.#turns = turns;
  }

  next(choice: Choice): Turn | undefined {
    const turn = this.#turns[this.#position++];
    if (turn === undefined) return DEFAULT_SCHEDULER.next(choice);
    if (choice.ready.includes(turn.thread) || choice.sleeping.includes(turn.thread)) return turn;
    this.isDiverted = true;
    return undefined;
  }
}

/**
 * Random schedules, the same for the same seed. Every seed is one of several
 * kinds: short or long random turns, equal turns one after the other, or priorities that change at a few places
 * (Burckhardt et al.: "A randomized scheduler with probabilistic guarantees of
 * finding bugs", ASPLOS 2010).
 */
export class RandomScheduler implements Scheduler {
  readonly #random: () => number;
  /** Mean number of points in a turn; 0 for priorities, negative for equal turns. */
  readonly #mean: number;
  readonly #priorities = new Map<number, number>();
  readonly #sleepRate: number;
  /**
   * With equal turns: the thread that runs until there are many, and then only when no other can;
   * or -1.
   */
  readonly #patient: number;
  readonly #crowd: number;
  #isCrowded = false;
  /** Threads that had a turn. */
  readonly #begun = new Set<number>();
  #lowest = 0;

  constructor(seed: number) {
    this.#random = randomFractions(seed);
    const means = [2, 0, -1, 8, 0, 1, -1, 40, 0, -1, 200, 4] as const;
    const mean = means[(seed >>> 0) % means.length] as number;
    this.#mean = mean < 0 ? -1 - Math.floor(this.#random() * 16) : mean;
    this.#patient = this.#random() < 0.6 ? 0 : -1;
    this.#crowd = 2 + Math.floor(this.#random() * 3);
    this.#sleepRate = this.#random() < 0.3 ? 0.1 : 0;
  }

  next({ ready, sleeping, last }: Choice): Turn | undefined {
    if (ready.length === 0 && this.#sleepRate === 0) return undefined;
    if (ready.length === 0 || (sleeping.length > 0 && this.#random() < this.#sleepRate)) {
      return { thread: this.#pick(sleeping), points: this.#points(4) };
    }
    if (this.#mean === 0 && ready.includes(last)) this.#priorities.set(last, --this.#lowest);
    if (this.#mean < 0) {
      if (ready.length >= this.#crowd) this.#isCrowded = true;
      const isMeant = (thread: number): boolean => this.#isCrowded === (thread !== this.#patient);
      const meant = this.#patient < 0 ? ready : ready.filter(isMeant);
      const turn = meant.length > 0 ? meant : ready;
      const thread = turn.find((one) => one > last) ?? (turn[0] as number);
      // A later turn begins by passing the point where the last one ended.
      const points = -this.#mean - (this.#begun.has(thread) ? 1 : 0);
      this.#begun.add(thread);
      return { thread, points };
    }
    if (this.#mean > 0) return { thread: this.#pick(ready), points: this.#points(this.#mean) };
    for (const thread of ready) {
      if (!this.#priorities.has(thread)) this.#priorities.set(thread, this.#random());
    }
    const priority = (thread: number): number => this.#priorities.get(thread) as number;
    const thread = ready.reduce((a, b) => (priority(b) > priority(a) ? b : a));
    return { thread, points: this.#points(this.#random() < 0.5 ? 20 : 200) };
  }

  #pick(threads: readonly number[]): number {
    return threads[Math.floor(this.#random() * threads.length)] as number;
  }

  /** Geometrically distributed. */
  #points(mean: number): number {
    const u = 1 - this.#random();
    return Math.min(ENDLESS, Math.floor(-Math.log(u) * mean));
  }
}
