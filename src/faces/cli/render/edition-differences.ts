import type { EditionDifferences, ScoreAndRank } from "../../../organiser/reports/index.ts";

/** Differences in words, a line each. */
export function describeEditionDifferences(differences: EditionDifferences): readonly string[] {
  const { edition, scores, runs, notPlanned } = differences;
  const show = ({ score, rank }: ScoreAndRank): string =>
    `${score}${rank === undefined ? "" : ` (rank ${rank})`}`;
  return [
    `by the rules of ${edition}: ${runs.changed} of ${runs.all} runs and ${scores.length} scores differ`,
    ...scores.map(
      ({ category, tool, own, other }) => `  ${category}, ${tool}: ${show(own)} -> ${show(other)}`,
    ),
    ...(notPlanned === 0
      ? []
      : [`  ${notPlanned} validation runs that these rules require were never made`]),
  ];
}
