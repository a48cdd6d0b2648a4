/** Statistics of run sets, exactly as BenchExec computes them. */

import { Decimal } from "../../../ground/util/decimal.ts";
import type { Cells } from "../../results/index.ts";
import { isNumeric, type TypedColumn } from "./column.ts";
import { type Figures, numberIn } from "./figures.ts";
import { NumberList } from "./number-list.ts";
import { categoryAt, classOf, NO_SCORE, type PlacedRunSet, statusAt } from "./run-set.ts";

/** The groups of results with statistics, in the order of the tables. */
const GROUPS = [
  "total",
  "summary",
  "correct",
  "correct_true",
  "correct_false",
  "correct_unconfirmed",
  "correct_unconfirmed_true",
  "correct_unconfirmed_false",
  "wrong",
  "wrong_true",
  "wrong_false",
  "score",
] as const;

export type Group = (typeof GROUPS)[number];

/** Figures by group, in the order in which BenchExec computes them; undefined for columns of text. */
export type ColumnStatistics = ReadonlyMap<Group, Figures>;

const CATEGORIES = {
  correct: "correct",
  "correct-unconfirmed": "correct_unconfirmed",
  wrong: "wrong",
} as const;

/** The group of an answer: `correct_true`. Undefined for results that are not answers. */
const BLOCKS = ["correct", "correct_unconfirmed", "wrong"] as const;

type AnswerGroup = `${(typeof CATEGORIES)[keyof typeof CATEGORIES]}_${"true" | "false"}`;

function answerGroup(category: string, status: string | undefined): AnswerGroup | undefined {
  const answer = classOf(status);
  if (answer === "other" || !Object.hasOwn(CATEGORIES, category)) return undefined;
  return `${CATEGORIES[category as keyof typeof CATEGORIES]}_${answer}`;
}

/** Statistics of every column over the rows of the table. */
export function runSetStatistics(
  runSet: PlacedRunSet,
  rows: Int32Array,
  options: { readonly isCorrectOnly: boolean; readonly withSummary: boolean },
): readonly (ColumnStatistics | undefined)[] {
  const groups = groupsOfRuns(runSet, rows);
  const numbers = new NumberList(runSet.runCount);
  return runSet.columns.map((column, index) => {
    if (column.kind === "text") return undefined;
    const cells = runSet.values[index] as Cells;
    const statistics =
      column.kind === "status"
        ? statusStatistics(runSet, cells, groups)
        : numberStatistics(numbers.read(cells, column.plainLengths), groups, options.isCorrectOnly);
    if (options.withSummary) addSummary(statistics, column, runSet.summary);
    return statistics;
  });
}

/** Runs by group, each in the order of the rows. */
type RunGroups = ReadonlyMap<Group, Int32Array>;

const ANSWER_GROUPS: readonly AnswerGroup[] = [
  "correct_true",
  "correct_false",
  "correct_unconfirmed_true",
  "correct_unconfirmed_false",
  "wrong_true",
  "wrong_false",
];

function groupsOfRuns(runSet: PlacedRunSet, rows: Int32Array): RunGroups {
  const all: number[] = [];
  const answers = new Map(ANSWER_GROUPS.map((group) => [group, [] as number[]]));
  for (const row of rows) {
    const run = runSet.rows[row] as number;
    if (run < 0) continue;
    all.push(run);
    const group = answerGroup(categoryAt(runSet, row), statusAt(runSet, row));
    if (group !== undefined) answers.get(group)?.push(run);
  }
  const groups = new Map<Group, Int32Array>([["total", Int32Array.from(all)]]);
  for (const block of BLOCKS) {
    const ofTrue = answers.get(`${block}_true`) as number[];
    const ofFalse = answers.get(`${block}_false`) as number[];
    groups.set(block, Int32Array.from([...ofTrue, ...ofFalse]));
    groups.set(`${block}_true`, Int32Array.from(ofTrue));
    groups.set(`${block}_false`, Int32Array.from(ofFalse));
  }
  return groups;
}

type Statistics = Map<Group, Figures>;

function statusStatistics(runSet: PlacedRunSet, cells: Cells, groups: RunGroups): Statistics {
  const runs = groups.get("total") as Int32Array;
  let score = 0;
  let total = 0;
  for (const run of runs) {
    const points = runSet.scores[run] as number;
    if (points !== NO_SCORE) score += points;
    if ((cells.lengths[run] as number) > 0) total++;
  }
  const statistics: Statistics = new Map();
  statistics.set("score", { sum: Decimal.ofInteger(score) });
  for (const [group, { length }] of groups) {
    statistics.set(group, { sum: Decimal.ofInteger(group === "total" ? total : length) });
  }
  return statistics;
}

function numberStatistics(
  numbers: NumberList,
  groups: RunGroups,
  isCorrectOnly: boolean,
): Statistics {
  const statistics: Statistics = new Map();
  for (const [group, runs] of groups) {
    if (isCorrectOnly && group.startsWith("wrong")) continue;
    const figures = numbers.figuresOf(runs);
    if (figures !== undefined) statistics.set(group, figures);
  }
  return statistics;
}

function addSummary(
  statistics: Statistics,
  column: TypedColumn,
  summary: ReadonlyMap<string, string>,
): void {
  const text = summary.get(column.title);
  if (!isNumeric(column) || text === undefined || text === "") return;
  const sum = numberIn(text);
  if (sum !== undefined) statistics.set("summary", { sum });
}
