/**
 * Two threads that follow the same plan, each on a core of its own. The leader takes attempts in
 * the order of a single thread, the helper in another one (first-attempts.ts). A thread that begins
 * an attempt claims its technique until it ends, so that the other continues with the next one.
 * Each reports the results of its attempts to the other. The first answer of either thread is the
 * answer.
 */

/** The result of an attempt, as reported to the other thread. */
export interface AttemptNews {
  readonly technique: string;
  /** CPU seconds that it was given. */
  readonly seconds: number;
  /** Whether more time, or another thread, might give a better result. */
  readonly isOpen: boolean;
  /** Its progress, from which the next attempt continues. */
  readonly progress?: number;
  /** Why the answer is unknown. */
  readonly reason: string;
}

export interface Partner {
  readonly role: "leader" | "helper";
  /** CPU seconds that are left for both threads. */
  remainingSeconds(): number;
  /** Whether the other thread is working on it. */
  isElsewhere(technique: string): boolean;
  /**
   * Claims a technique for so many CPU seconds, until this thread reports the result. Returns false
   * when the other thread is working on it.
   */
  claims(technique: string, seconds: number): boolean;
  tell(news: AttemptNews): void;
  /**
   * The same, but this thread, which is further, takes the technique over when the other one has
   * worked on it for at most `mostBegunSeconds` CPU seconds. The other one ends its attempt as if
   * its time were over, and finds the technique claimed elsewhere.
   */
  takesOver(technique: string, seconds: number, mostBegunSeconds: number): boolean;
  /** Whether the other thread took over the attempt that this one had claimed; then it is over. */
  isTakenOver(technique: string): boolean;
  /** Returns the results that the other thread has reported since the last call. */
  received(): readonly AttemptNews[];
}
