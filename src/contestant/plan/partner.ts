/**
 * Two threads that follow the same plan, each on a core of its own. The leader takes attempts in the order that it has
 * alone, the helper in another (first-attempts.ts). Who begins an attempt claims its technique until it ends, so that the
 * other goes on with the next one. Each tells the other how attempts have ended. An answer is an answer whoever has it.
 */

/** What became of an attempt, as the other thread is told it. */
export interface AttemptNews {
  readonly technique: string;
  /** CPU seconds that it was given. */
  readonly seconds: number;
  /** Whether more time, or another thread, might bring it further. */
  readonly isOpen: boolean;
  /** How far it has come, where it goes on from there. */
  readonly progress?: number;
  /** Why it knows nothing. */
  readonly reason: string;
}

export interface Partner {
  readonly role: "leader" | "helper";
  /** CPU seconds that are left for both threads. */
  remainingSeconds(): number;
  /** Whether the other one is at it. */
  isElsewhere(technique: string): boolean;
  /** False when the other one is at it; else it is this one's for so many CPU seconds, until it tells how that ended. */
  claims(technique: string, seconds: number): boolean;
  tell(news: AttemptNews): void;
  /**
   * The same, but that the other one leaves it to this one, which is further, when it has been at it for at most so many CPU seconds: it
   * ends its attempt as if the time were over, and finds the technique elsewhere.
   */
  takesOver(technique: string, seconds: number, mostBegunSeconds: number): boolean;
  /** Whether that has become of the attempt that this one had claimed; then it is over. */
  isTakenOver(technique: string): boolean;
  /** What the other has told since it was last asked. */
  received(): readonly AttemptNews[];
}
