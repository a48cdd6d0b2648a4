import type { Tool } from "../../ground/model/index.ts";
import type { CategoryStanding, TaskCounts, ToolScore } from "../scoring/index.ts";
import { formatScore, formatSeconds, medalOf } from "./quantities.ts";
import { left, right, type Table } from "./table.ts";

/** `20 tasks (10 true, 10 false)`, with the void ones if there are any. */
export function describeTasks({
  valid,
  expectedTrue,
  expectedFalse,
  void: voided,
}: TaskCounts): string {
  const parts = [`${expectedTrue} true`, `${expectedFalse} false`];
  if (voided > 0) parts.push(`${voided} void`);
  return `${valid} tasks (${parts.join(", ")})`;
}

/** Categories by tools for display: points, CPU time of the correct runs, medal. */
export function scoreTable(
  title: string,
  standings: readonly CategoryStanding[],
  tools: readonly Tool[],
): Table {
  return {
    title,
    columns: [
      left("category"),
      right("tasks"),
      right("max"),
      ...tools.map(({ name, exclusion }) =>
        right(exclusion === undefined ? name : `${name} (excluded: ${exclusion})`),
      ),
    ],
    rows: standings.map((standing) => [
      standing.category.demonstration === true
        ? `${standing.category.name} (demonstration)`
        : standing.category.name,
      String(standing.tasks.valid),
      formatScore(standing.maxScore),
      ...tools.map(({ id }) => scoreCell(standing, id)),
    ]),
    isBold: (row, column) => {
      const standing = standings[row];
      const tool = tools[column - NAME_COLUMNS];
      const score = standing?.scores.find((candidate) => candidate.tool === tool?.id);
      return (
        standing?.hasMedals === true &&
        score?.state === "scored" &&
        medalOf(score.rank, score.score) !== undefined
      );
    },
  };
}

/** Columns before those of the tools. */
const NAME_COLUMNS = 3;

function scoreCell(standing: CategoryStanding, tool: string): string {
  const score = standing.scores.find((candidate) => candidate.tool === tool);
  if (score === undefined || score.state !== "scored") return "–";
  const medal = standing.hasMedals ? medalOf(score.rank, score.score) : undefined;
  const time = formatSeconds(score.tally.cpuTimeOfCorrectSeconds);
  return [formatScore(score.score), `/ ${time}`, ...(medal === undefined ? [] : [medal])].join(" ");
}

/** One row per category and tool with raw numbers, for programs. Scores are exact fractions. */
export function standingsTable(title: string, standings: readonly CategoryStanding[]): Table {
  return {
    title,
    columns: [
      left("category"),
      left("tool"),
      left("state"),
      right("rank"),
      right("score"),
      right("max score"),
      right("tasks"),
      right("correct true"),
      right("correct false"),
      right("unconfirmed true"),
      right("unconfirmed false"),
      right("wrong true"),
      right("wrong false"),
      right("cpu time of correct (s)"),
      right("cpu time (s)"),
    ],
    rows: standings.flatMap((standing) =>
      standing.scores.map((score) => standingsRow(standing, score)),
    ),
  };
}

function standingsRow(
  { category, tasks, maxScore }: CategoryStanding,
  { tool, state, rank, score, tally }: ToolScore,
): readonly string[] {
  const number = (value: number | undefined): string => (value === undefined ? "" : String(value));
  return [
    category.name,
    tool,
    state,
    number(rank),
    ...(state === "scored" ? [String(score)] : [""]),
    String(maxScore),
    number(tasks.valid),
    number(tally.correctTrue),
    number(tally.correctFalse),
    number(tally.unconfirmedTrue),
    number(tally.unconfirmedFalse),
    number(tally.wrongTrue),
    number(tally.wrongFalse),
    number(tally.cpuTimeOfCorrectSeconds),
    number(tally.cpuTimeSeconds),
  ];
}
