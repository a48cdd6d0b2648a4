import {
  type ScoredResults,
  type ScoredTrack,
  validationTracks,
} from "../../../organiser/reports/index.ts";
import { LINT_PHASE } from "../../../organiser/scoring/index.ts";
import {
  formatScore,
  formatSeconds,
  type Table,
  tableToText,
} from "../../../organiser/tables/index.ts";
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
  if (tracks.length === 0) return `${whyNoTracks(results)}\n`;
  const tables = tracks.flatMap((track) => renderTrack(track, category));
  if (tables.length > 0) return tables.join("\n");
  const known = [
    ...new Set(tracks.flatMap(({ standings }) => standings.map((each) => each.category.name))),
  ];
  if (known.length === 0) {
    return "Validators answered, but on no witness that counts: none is known to be right or wrong (tasks without expected verdict, invalid tasks or witnesses).\n";
  }
  throw new UsageError(
    `no category '${category}' has witnesses that count; there are ${known.join(", ")}`,
  );
}

function whyNoTracks(results: ScoredResults): string {
  const runs = [...results.rawRuns()];
  const opinions = runs.flatMap((run) => run.opinions);
  if (runs.length === 0) return "There are no answers of validators: there are no results.";
  if (opinions.length === 0) {
    return "There are no answers of validators: the results contain verification runs only.";
  }
  if (opinions.every(({ phase }) => phase === LINT_PHASE)) {
    return "There are no answers of validators: only linters checked the witnesses.";
  }
  return "There are no answers of validators that count: the tasks of their answers are in no category with tasks of known verdict.";
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
