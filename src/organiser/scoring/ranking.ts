import type { Rational } from "../../ground/util/rational.ts";
import type { Tally } from "./tally.ts";

/** One tool in one category. */
export interface ToolScore {
  readonly tool: string;
  /**
   * `scored`; `opted-out`: hidden on the tool's request; `not-listed`: takes no part; `incomplete`:
   * lacks results (a meta category needs all children).
   */
  readonly state: "scored" | "opted-out" | "not-listed" | "incomplete";
  /** 0 unless there are results. */
  readonly score: Rational;
  readonly tally: Tally;
  /** The negative total that the rules of 2012 turned into the score 0. */
  readonly cutTotal?: number;
  /** From 1; equal for exact ties in score and CPU time. Absent for tools that are not ranked. */
  readonly rank?: number;
}

/**
 * Adds ranks: score downwards, then CPU time of the correct runs upwards.
 * Tools hors concours, opted out or without results get none.
 */
export function rankScores(
  scores: readonly ToolScore[],
  unranked: ReadonlySet<string>,
): readonly ToolScore[] {
  const ranked = scores.filter(({ state, tool }) => state === "scored" && !unranked.has(tool));
  const ranks = assignRanks(ranked, compareScores);
  return scores.map((score) => {
    const rank = ranks.get(score);
    return rank === undefined ? score : { ...score, rank };
  });
}

/**
 * Ranks from 1, best first. Equal ones share a rank, and the next rank is
 * skipped: 1, 2, 2, 4.
 */
export function assignRanks<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): ReadonlyMap<T, number> {
  const sorted = [...items].sort(compare);
  const ranks = new Map<T, number>();
  for (const [index, item] of sorted.entries()) {
    const before = sorted[index - 1];
    const isTie = before !== undefined && compare(before, item) === 0;
    ranks.set(item, isTie ? (ranks.get(before) as number) : index + 1);
  }
  return ranks;
}

/** Better first; an unknown CPU time is the worst. */
function compareScores(a: ToolScore, b: ToolScore): number {
  const byScore = b.score.compare(a.score);
  if (byScore !== 0) return byScore;
  const timeA = a.tally.cpuTimeOfCorrectSeconds ?? Number.POSITIVE_INFINITY;
  const timeB = b.tally.cpuTimeOfCorrectSeconds ?? Number.POSITIVE_INFINITY;
  return timeA === timeB ? 0 : timeA - timeB;
}
