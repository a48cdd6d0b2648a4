import type { ToolScore } from "../ranking.ts";
import type { CategoryStanding } from "../standings.ts";

/** The lists of the report of 2012, section 6; tools in table order. */
export interface Virtues {
  /** Robustness: a positive score in every base category. */
  readonly positiveEverywhere: readonly string[];
  /** Took part in every base category, nowhere with a negative total. */
  readonly nowhereNegative: readonly string[];
  /** Soundness: no wrong proof (missed bug). */
  readonly neverMissedBug: readonly string[];
  /** Completeness: no false alarm. */
  readonly neverFalseAlarm: readonly string[];
}

/**
 * Tools that are robust, sound, complete over the base categories that count. Soundness and
 * completeness are about all runs, also of categories that a tool opted out of after running in
 * them.
 */
export function virtuesOf(standings: readonly CategoryStanding[]): Virtues {
  const bases = standings.filter(
    ({ category, tasks }) =>
      category.kind === "base" && category.demonstration !== true && tasks.normalisation > 0,
  );
  const tools = bases[0]?.scores.map(({ tool }) => tool) ?? [];
  const scoresOf = (tool: string): readonly ToolScore[] =>
    bases.flatMap(({ scores }) => scores.filter((score) => score.tool === tool));
  const where = (holds: (score: ToolScore) => boolean): readonly string[] =>
    tools.filter((tool) => scoresOf(tool).every(holds));
  const hasRun = (tool: string): boolean => scoresOf(tool).some(({ tally }) => tally.runs > 0);
  return {
    positiveEverywhere: where(({ state, score }) => state === "scored" && score.numerator > 0n),
    nowhereNegative: where(
      ({ state, score, cutTotal }) =>
        state === "scored" && score.numerator >= 0n && cutTotal === undefined,
    ),
    neverMissedBug: where(({ tally }) => tally.wrongTrue === 0).filter(hasRun),
    neverFalseAlarm: where(({ tally }) => tally.wrongFalse === 0).filter(hasRun),
  };
}
