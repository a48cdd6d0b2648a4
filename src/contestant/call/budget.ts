import { CpuClock } from "./cpu-clock.ts";

/** The CPU time that a call, or a part of it, may take. */
export class Budget {
  readonly #clock: CpuClock;
  readonly #limitSeconds: () => number;
  readonly #startSeconds: number;

  /**
   * @param limitSeconds - from the beginning of the clock; a function when the limit may change
   *   while the time runs
   * @param clock - default: begins now
   * @param startSeconds - time of the clock at which the budget begins
   */
  constructor(
    limitSeconds: number | (() => number),
    clock: CpuClock = CpuClock.fromNow(),
    startSeconds = 0,
  ) {
    this.#limitSeconds = typeof limitSeconds === "number" ? () => limitSeconds : limitSeconds;
    this.#clock = clock;
    this.#startSeconds = startSeconds;
  }

  /** CPU seconds of the whole call so far. */
  usedSeconds(): number {
    return this.#clock.usedSeconds();
  }

  /** Adds the CPU time of another process for the call. */
  charge(seconds: number): void {
    this.#clock.charge(seconds);
  }

  /**
   * Returns a budget for a part that starts now: at most `seconds`, and no more than is left here.
   */
  part(seconds: number): Budget {
    const start = this.usedSeconds();
    const before = start - this.#startSeconds;
    // The remaining time here may shrink while the part runs.
    return new Budget(() => Math.min(seconds, this.#limitSeconds() - before), this.#clock, start);
  }

  remainingSeconds(): number {
    return this.#limitSeconds() - (this.usedSeconds() - this.#startSeconds);
  }

  get isExhausted(): boolean {
    return this.remainingSeconds() <= 0;
  }
}

/**
 * Returns the part of a time limit that is reserved for the answer and its witness: a killed
 * process gives no answer.
 */
export function reserveSeconds(limitSeconds: number): number {
  return Math.min(limitSeconds * 0.08, 5);
}

/** Returns the time at which an unfinished analysis is stopped: in the middle of the reserve. */
export function lastSeconds(limitSeconds: number): number {
  return limitSeconds - reserveSeconds(limitSeconds) / 2;
}
