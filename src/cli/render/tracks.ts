import { type ScoredResults, type ScoredTrack, validationTracks } from "../../reports/index.ts";
import { formatScore, formatSeconds, type Table, tableToText } from "../../tables/index.ts";
import { UsageError } from "../command.ts";

/**
 * The validation track as text, all categories or one.
 * @throws UsageError when the edition has no such track.
 */
export function renderTracks(results: ScoredResults, category: string | undefined): string {
  if (results.edition.validationTrack === undefined) {
    throw new UsageError(
      `${results.edition.name} has no validation track (there is one since 2023)`,
    );
  }
  const tracks = validationTracks(results);
  if (tracks.length === 0) return "There are no answers of validators.\n";
  return tracks.flatMap((track) => renderTrack(track, category)).join("\n");
}

function renderTrack({ track, standings }: ScoredTrack, wanted: string | undefined): string[] {
  return standings
    .filter(({ category }) => wanted === undefined || category.name === wanted)
    .map(({ category, witnesses, scores }) => {
      const { correct, wrong, unknown } = witnesses;
      const title = `${track.kind} witnesses ${track.version}, ${category.name}: ${correct} correct, ${wrong} wrong, ${unknown} void`;
      const last = scores.length + 1;
      const rows = [...scores]
        .sort((a, b) => (a.rank ?? last) - (b.rank ?? last))
        .map(({ validator, rank, score, pointsOnCorrect, pointsOnWrong, cpuTimeSeconds }) => [
          rank === undefined ? "–" : String(rank),
          validator,
          rank === undefined ? "–" : formatScore(score),
          formatScore(pointsOnCorrect),
          formatScore(pointsOnWrong),
          formatSeconds(cpuTimeSeconds),
        ]);
      return `${title}\n${tableToText({ title, columns: COLUMNS, rows })}`;
    });
}

const COLUMNS: Table["columns"] = [
  { title: "rank", align: "right" },
  { title: "validator", align: "left" },
  { title: "score", align: "right" },
  { title: "on correct", align: "right" },
  { title: "on wrong", align: "right" },
  { title: "CPU time", align: "right" },
];
