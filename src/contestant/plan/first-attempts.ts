/**
 * First attempts that are no moments, in their order. Of two threads, the leader follows the order that it has alone, unless it
 * takes over what gets most of the time; the helper, which has no moments, begins with that, and goes on with what is brief.
 */
import type { Partner } from "./partner.ts";
import type { PlannedTechnique } from "./strategy.ts";

/** Of the time that is left, what a technique gets that the others come after. */
export const MAIN_SHARE = 0.5;

/** CPU seconds of an attempt that a helper does not begin with: the leader comes to it soon enough. */
const MIN_HELPER_SECONDS = 0.55;
/** Of the time that is left for both, for the first attempt of a helper that is not brief. */
const HELPER_SHARE = 1 / 4;

/** Whom a moment may suffice, as far as they do not come after what is long at once. */
export function withMoment(techniques: readonly PlannedTechnique[]): readonly PlannedTechnique[] {
  const long = techniques.findIndex((one) => one.momentSeconds === 0 && isLong(one));
  const early = long < 0 ? techniques : techniques.slice(0, long);
  return early.filter(({ momentSeconds }) => momentSeconds > 0);
}

/**
 * @param quick - those that have had a moment, in the order of the plan
 * @param others - those that come after them
 * @param remainingSeconds - of all threads
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
  // What comes before it is the helper's; that itself is begun at once.
  if (most >= 0) return role === "helper" ? all.slice(0, most) : all.slice(most);
  if (role === "leader") return [...briefestFirst(quick), ...others];
  const [main] = all
    .filter((planned) => firstSeconds(planned, remainingSeconds) >= MIN_HELPER_SECONDS)
    .toSorted((a, b) => weight(b) - weight(a));
  return main === undefined ? [] : [main, ...briefestFirst(all.filter((one) => one !== main))];
}

/** Which of those that have no moments gets most of the time in the end; undefined where several do. */
export function mainOf(others: readonly PlannedTechnique[]): PlannedTechnique | undefined {
  const [first, second] = others.toSorted((a, b) => weight(b) - weight(a));
  return first !== undefined && first.share >= MAIN_SHARE && first.share > (second?.share ?? 0)
    ? first
    : undefined;
}

/** Whether there is one that may take most of the time: another thread would only take the rest of it from what decides. */
export function isDecidedByOne(
  techniques: readonly PlannedTechnique[],
  remainingSeconds: number,
): boolean {
  return techniques.some((planned) => takesMost(planned, remainingSeconds));
}

/** CPU seconds of the first attempt that is no moment, when so many are left. */
export function firstSeconds(planned: PlannedTechnique, remainingSeconds: number): number {
  const { share, firstShare, capSeconds } = planned;
  const most = isLong(planned) ? Number.POSITIVE_INFINITY : remainingSeconds * firstShare;
  return Math.min(remainingSeconds * share, planned.firstSeconds, most, capSeconds);
}

/** The same for a helper: who begins at once what comes later otherwise need not begin it twice. */
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

/** At once, without a brief attempt before. */
function isLong({ firstSeconds, capSeconds }: PlannedTechnique): boolean {
  return firstSeconds >= capSeconds;
}

/** By its share; what is long at once stays in front. */
function weight(planned: PlannedTechnique): number {
  return isLong(planned) ? 2 : planned.share;
}

/** What is long at once stays in front. */
function briefestFirst(techniques: readonly PlannedTechnique[]): readonly PlannedTechnique[] {
  const seconds = (planned: PlannedTechnique): number =>
    isLong(planned) ? 0 : planned.firstSeconds;
  return techniques.toSorted((a, b) => seconds(a) - seconds(b));
}
