/** Maximal age of a cached answer of the system. */
const FRESH_MILLISECONDS = 10;

/**
 * The CPU time of one call: of all threads of the process since the call began, and of the
 * processes that were started for it, as the rules of SV-COMP count it. Concurrent calls in one
 * process are charged for each other's threads, which the system does not distinguish; consecutive
 * calls share nothing.
 */
export class CpuClock {
  /**
   * CPU seconds that the process had used when the call began: a thread of the call needs them for
   * its own clock.
   */
  readonly originSeconds: number;
  readonly #share: () => number;
  #askedAt = Number.NEGATIVE_INFINITY;
  #ofProcess: number;
  #used = 0;
  readonly #due: { readonly seconds: number; readonly act: () => void }[] = [];

  /**
   * @param originSeconds - 0: all time of the process belongs to the call
   * @param share - the share of the process's time that this clock counts; the rest is counted by
   * the clock of another thread
   */
  constructor(originSeconds = 0, share: () => number = () => 1) {
    this.originSeconds = originSeconds;
    this.#ofProcess = originSeconds;
    this.#share = share;
  }

  /** Returns the clock of a call that begins now. */
  static fromNow(share?: () => number): CpuClock {
    return new CpuClock(secondsOfProcess(), share);
  }

  /**
   * Returns the used time, at most ten milliseconds old: asking the system is slow, and searches
   * ask before every run.
   */
  usedSeconds(): number {
    const now = performance.now();
    if (now - this.#askedAt >= FRESH_MILLISECONDS) {
      const ofProcess = secondsOfProcess();
      this.#used += (ofProcess - this.#ofProcess) * this.#share();
      this.#ofProcess = ofProcess;
      this.#askedAt = now;
      this.#actAsDue();
    }
    return this.#used;
  }

  /** Calls `act` at the first query after so many seconds were used. */
  at(seconds: number, act: () => void): void {
    this.#due.push({ seconds, act });
  }

  #actAsDue(): void {
    for (const [index, { seconds, act }] of [...this.#due.entries()].reverse()) {
      if (this.#used < seconds) continue;
      this.#due.splice(index, 1);
      act();
    }
  }

  /**
   * Adds the CPU time of another process for this call, which no clock of this process includes.
   */
  charge(seconds: number): void {
    this.#used += seconds;
  }
}

/** Data for a thread beside its job, for its clock of the same call. */
export interface CallOrigin {
  readonly clockOriginSeconds: number;
}

function secondsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
