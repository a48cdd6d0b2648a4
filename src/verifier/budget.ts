/** How old an answer of the system may be. */
const FRESH_MILLISECONDS = 10;

/**
 * The time that a verification may take, in CPU seconds of the whole process
 * (all threads), as the rules of SV-COMP count it, and of the processes that it
 * starts for single questions.
 */
export class Budget {
  static #askedAt = Number.NEGATIVE_INFINITY;
  static #used = 0;
  static #charged = 0;
  readonly #limitSeconds: () => number;
  readonly #startSeconds: number;

  /** @param limitSeconds - a function when the limit may be raised while the time runs */
  constructor(limitSeconds: number | (() => number), startSeconds = 0) {
    this.#limitSeconds = typeof limitSeconds === "number" ? () => limitSeconds : limitSeconds;
    this.#startSeconds = startSeconds;
  }

  /**
   * CPU seconds used by the process so far, at most ten milliseconds old: asking
   * the system is slow, and searches ask before every run.
   */
  static used(): number {
    const now = performance.now();
    if (now - Budget.#askedAt >= FRESH_MILLISECONDS) {
      const { user, system } = process.cpuUsage();
      Budget.#used = (user + system) / 1e6;
      Budget.#askedAt = now;
    }
    return Budget.#used + Budget.#charged;
  }

  /** Adds what another process has used for this one: no clock of this one shows it. */
  static charge(seconds: number): void {
    Budget.#charged += seconds;
  }

  /** A budget for a part that starts now: at most `seconds`, and no more than is left here. */
  part(seconds: number): Budget {
    return new Budget(Math.min(seconds, this.remainingSeconds()), Budget.used());
  }

  remainingSeconds(): number {
    return this.#limitSeconds() - (Budget.used() - this.#startSeconds);
  }

  get isExhausted(): boolean {
    return this.remainingSeconds() <= 0;
  }
}

/** What is kept of a time limit for the answer and its witness: who is killed has said nothing. */
export function reserveSeconds(limitSeconds: number): number {
  return Math.min(limitSeconds * 0.08, 5);
}

/** When an analysis that has not ended by itself is ended: in the middle of the reserve. */
export function lastSeconds(limitSeconds: number): number {
  return limitSeconds - reserveSeconds(limitSeconds) / 2;
}
