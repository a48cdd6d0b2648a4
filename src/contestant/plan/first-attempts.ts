/**
 * The order of the first attempts after the moments. The leader follows the order of a single
 * thread, unless it takes over the technique with most of the time. The helper, which has no
 * moments, begins with that technique and continues with brief attempts.
 */
import type { Partner } from "./partner.ts";
import type { PlannedTechnique } from "./strategy.ts";

/** A technique with at least this share of the remaining time is the main one. */
export const MAIN_SHARE = 0.5;

/**
 * A helper does not begin with attempts of at least these CPU seconds: the leader starts them soon
 * enough.
 */
const MIN_HELPER_SECONDS = 0.55;
/**
 * Share of the time that remains for both threads, for the first attempt of a helper that is not
 * brief.
 */
const HELPER_SHARE = 1 / 4;

/**
 * Returns the techniques that may succeed in a moment and do not come after a technique that is
 * long at once.
 */
export function withMoment(techniques: readonly PlannedTechnique[]): readonly PlannedTechnique[] {
  const long = techniques.findIndex((one) => one.momentSeconds === 0 && isLong(one));
  const early = long < 0 ? techniques : techniques.slice(0, long);
  return early.filter(({ momentSeconds }) => momentSeconds > 0);
}

/**
 * @param quick - techniques that have had a moment, in the order of the plan
 * @param others - the techniques after them
 * @param remainingSeconds - of all threads together
 */
export function firstAttempts(
  quick: readonly PlannedTechnique[],
  others: readonly PlannedTechnique[],
  remainingSeconds: number,
  role: Partner["role"] | undefined,
): readonly PlannedTechnique[] {
  if (role === undefined) return [...briefestFirst(quick), ...others];
  const all = [...quick, ...others];
  const most = all.findIndex((planned) => takesMost(planned, remainingSeconds));
  // The helper runs the techniques before it; the main technique itself starts at once.
  if (most >= 0) return role === "helper" ? all.slice(0, most) : all.slice(most);
  if (role === "leader") return [...briefestFirst(quick), ...others];
  const [main] = all
    .filter((planned) => firstSeconds(planned, remainingSeconds) >= MIN_HELPER_SECONDS)
    .toSorted((a, b) => weight(b) - weight(a));
  return main === undefined ? [] : [main, ...briefestFirst(all.filter((one) => one !== main))];
}

/**
 * Returns the technique without a moment that gets most of the time in the end; undefined where
 * several do.
 */
export function mainOf(others: readonly PlannedTechnique[]): PlannedTechnique | undefined {
  const [first, second] = others.toSorted((a, b) => weight(b) - weight(a));
  return first !== undefined && first.share >= MAIN_SHARE && first.share > (second?.share ?? 0)
    ? first
    : undefined;
}

/** Whether one technique may take most of the time: another thread would only take time from it. */
export function isDecidedByOne(
  techniques: readonly PlannedTechnique[],
  remainingSeconds: number,
): boolean {
  return techniques.some((planned) => takesMost(planned, remainingSeconds));
}

/** Returns the CPU seconds of the first attempt after the moments, for the given remaining time. */
export function firstSeconds(planned: PlannedTechnique, remainingSeconds: number): number {
  const { share, firstShare, capSeconds } = planned;
  const most = isLong(planned) ? Number.POSITIVE_INFINITY : remainingSeconds * firstShare;
  return Math.min(remainingSeconds * share, planned.firstSeconds, most, capSeconds);
}

/** The same for a helper: an attempt that starts early need not start twice. */
export function helperSeconds(planned: PlannedTechnique, remainingSeconds: number): number {
  const seconds = firstSeconds(planned, remainingSeconds);
  if (seconds < MIN_HELPER_SECONDS) return seconds;
  const most = Math.min(
    planned.capSeconds,
    remainingSeconds * Math.min(planned.share, HELPER_SHARE),
  );
  return Math.max(seconds, most);
}

function takesMost(planned: PlannedTechnique, remainingSeconds: number): boolean {
  return isLong(planned) && firstSeconds(planned, remainingSeconds) > remainingSeconds * MAIN_SHARE;
}

/** Whether the first attempt is a long one, without a brief one before. */
function isLong({ firstSeconds, capSeconds }: PlannedTechnique): boolean {
  return firstSeconds >= capSeconds;
}

/** The sort key of a technique: its share, where techniques that are long at once stay in front. */
function weight(planned: PlannedTechnique): number {
  return isLong(planned) ? 2 : planned.share;
}

/** Sorts by share; techniques that are long at once stay in front. */
function briefestFirst(techniques: readonly PlannedTechnique[]): readonly PlannedTechnique[] {
  const seconds = (planned: PlannedTechnique): number =>
    isLong(planned) ? 0 : planned.firstSeconds;
  return techniques.toSorted((a, b) => seconds(a) - seconds(b));
}
