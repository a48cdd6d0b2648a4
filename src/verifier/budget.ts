/**
 * The time that a verification may take, in CPU seconds of the whole process
 * (all threads), as the rules of SV-COMP count it.
 */
export class Budget {
  readonly #limitSeconds: () => number;
  readonly #startSeconds: number;

  /** @param limitSeconds - a function when the limit may be raised while the time runs */
  constructor(limitSeconds: number | (() => number), startSeconds = 0) {
    this.#limitSeconds = typeof limitSeconds === "number" ? () => limitSeconds : limitSeconds;
    this.#startSeconds = startSeconds;
  }

  /** CPU seconds used by the process so far. */
  static used(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
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
