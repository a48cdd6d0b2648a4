import type { Tool } from "../../../ground/model/index.ts";
import {
  describeProgress,
  type Evaluation,
  isComplete,
  participantTools,
  type VoidTask,
} from "../../../organiser/competition/index.ts";
import type { CategoryStanding, ToolScore } from "../../../organiser/scoring/index.ts";
import {
  describeTasks,
  formatScore,
  formatSeconds,
  medalOf,
  type Table,
  tableToText,
} from "../../../organiser/tables/index.ts";

/** The ranking of every category as text, in table order, with remarks on its validity. */
export function renderStandings({
  competition,
  edition,
  standings,
  progress,
}: Pick<Evaluation, "competition" | "edition" | "standings" | "progress">): string {
  const tools = participantTools(competition);
  const parts = standings.map((standing) => renderStanding(standing, tools));
  parts.push(...renderExclusions(competition.voidTasks, tools));
  if (edition.id !== competition.edition.id) {
    parts.push(
      `By the rules of ${edition.name}; it was run by those of ${competition.edition.name}.\n`,
    );
  }
  if (progress.notPlanned > 0) {
    parts.push(
      `${progress.notPlanned} validation runs that these rules require were never planned: such results are unconfirmed.\n`,
    );
  }
  if (progress.incomparable > 0) {
    parts.push(
      `${progress.incomparable} results do not count: they were sampled from /proc, others were measured by control groups.\n`,
    );
  }
  if (!isComplete(progress)) parts.push(`INCOMPLETE: ${describeProgress(progress)}\n`);
  return parts.join("\n");
}

/** The rankings of several categories as text. */
export function renderScoredResults(
  standings: readonly CategoryStanding[],
  tools: readonly Tool[],
  voidTasks: readonly VoidTask[],
): string {
  return [
    ...standings.map((standing) => renderStanding(standing, tools)),
    ...renderExclusions(voidTasks, tools),
  ].join("\n");
}

/** Excluded tasks and tools, with the reasons. */
function renderExclusions(
  voidTasks: readonly VoidTask[],
  tools: readonly Tool[],
): readonly string[] {
  const excluded = tools.flatMap(({ name, exclusion }) =>
    exclusion === undefined ? [] : [`  ${name}: ${exclusion}\n`],
  );
  const voided = voidTasks.map(({ task, reason }) => `  ${task}: ${reason}\n`);
  return [
    ...(voided.length === 0 ? [] : [`Void tasks, which do not count:\n${voided.join("")}`]),
    ...(excluded.length === 0
      ? []
      : [`Excluded from the ranking by the organisers:\n${excluded.join("")}`]),
  ];
}

/** The ranking of one category as text. */
function renderStanding(standing: CategoryStanding, tools: readonly Tool[]): string {
  const names = new Map(tools.map(({ id, name }) => [id, name]));
  const { category, tasks, maxScore } = standing;
  const demonstration = category.demonstration === true ? ", demonstration" : "";
  const title = `${category.name}: ${describeTasks(tasks)}, at most ${formatScore(maxScore)} points`;
  return `${title}${demonstration}\n${tableToText(rankingTable(standing, names))}`;
}

function rankingTable(standing: CategoryStanding, names: ReadonlyMap<string, string>): Table {
  const right = (title: string): Table["columns"][number] => ({ title, align: "right" });
  const left = (title: string): Table["columns"][number] => ({ title, align: "left" });
  const last = standing.scores.length + 1;
  const ranked = [...standing.scores].sort((a, b) => (a.rank ?? last) - (b.rank ?? last));
  return {
    title: standing.category.name,
    columns: [
      right("rank"),
      left("tool"),
      right("score"),
      left("medal"),
      right("correct"),
      right("unconfirmed"),
      right("wrong"),
      right("CPU time"),
    ],
    rows: ranked.map((score) => rankingRow(score, names, standing.hasMedals)),
  };
}

function rankingRow(
  { tool, state, rank, score, tally }: ToolScore,
  names: ReadonlyMap<string, string>,
  hasMedals: boolean,
): string[] {
  const name = names.get(tool) ?? tool;
  if (state !== "scored") return ["–", name, "–", state, "", "", "", ""];
  return [
    rank === undefined ? "–" : String(rank),
    name,
    formatScore(score),
    (hasMedals ? medalOf(rank, score) : undefined) ?? "",
    String(tally.correctTrue + tally.correctFalse),
    String(tally.unconfirmedTrue + tally.unconfirmedFalse),
    String(tally.wrongTrue + tally.wrongFalse),
    formatSeconds(tally.cpuTimeSeconds),
  ];
}
