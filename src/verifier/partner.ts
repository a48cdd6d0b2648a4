/**
 * Two processes that follow the same plan, each on a core of its own. The leader does what it would do alone, in the
 * same order, so that no answer comes later: it passes over only what the helper has brought to its end. The helper takes
 * what is longest first, without the quick tries before, and nothing that the leader is at. Each tells the other what it
 * begins and how that has ended. An answer is an answer whoever has it.
 */

/** What becomes of an attempt, as the other process is told it. */
export type AttemptNews =
  | {
      readonly kind: "started";
      readonly technique: string;
      /** CPU seconds that it may take. */
      readonly seconds: number;
    }
  | {
      readonly kind: "ended";
      readonly technique: string;
      /** CPU seconds that it was given. */
      readonly seconds: number;
      /** Whether more time, or another process, might bring it further. */
      readonly isOpen: boolean;
      /** Why it knows nothing. */
      readonly reason: string;
    };

export interface Partner {
  readonly role: "leader" | "helper";
  tell(news: AttemptNews): void;
  /** What the other has told since it was last asked. */
  received(): readonly AttemptNews[];
}
