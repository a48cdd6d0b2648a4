/** A part of the time of a plan in which every technique that is still open gets its share. */
export interface Round {
  /** CPU seconds of all techniques together. */
  readonly seconds: number;
  readonly isLast: boolean;
}

const FIRST_SECONDS = 8;
const GROWTH = 5;

/**
 * Rounds of longer attempts: with shares of 60 s, one technique after the other, an answer that the
 * last one finds after 3 s would wait for half a minute. Each round has five times the seconds of
 * the one before, so that all but the last have at most a third of its seconds; the last has all
 * that is left.
 *
 * @param index - number of the round, from 0
 * @param remainingSeconds - CPU seconds that are left when it starts
 */
export function roundOf(index: number, remainingSeconds: number): Round {
  const seconds = FIRST_SECONDS * GROWTH ** index;
  // A last round of little more than the one before would only repeat it.
  const isLast = seconds * GROWTH > remainingSeconds;
  return { seconds: isLast ? remainingSeconds : seconds, isLast };
}
