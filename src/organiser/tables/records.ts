/**
 * Results as records for other programs: one row per run or per score, names in `snake_case` with
 * units, unrounded numbers, empty where a value is unknown. CSV, TSV, JSON and Parquet have the
 * same columns.
 */
import type { CategoryStanding, JudgedRun } from "../scoring/index.ts";

export type RecordValue = string | number | boolean | undefined;

export interface RecordColumn {
  readonly name: string;
  readonly type: "text" | "number" | "integer" | "boolean";
  /** One per row. */
  readonly values: readonly RecordValue[];
}

/** Columns of equal length. */
export type Records = readonly RecordColumn[];

/** Data of a run in a record beyond its judgement. */
export interface RecordRun extends JudgedRun {
  readonly run?: string;
  /** Text form. */
  readonly expectedVerdict?: string;
}

/** One row per tool, base category and task. */
export function runRecords(runs: readonly RecordRun[]): Records {
  const column = (
    name: string,
    type: RecordColumn["type"],
    value: (run: RecordRun) => RecordValue,
  ): RecordColumn => ({ name, type, values: runs.map(value) });
  return [
    column("tool", "text", ({ tool }) => tool),
    column("category", "text", ({ category }) => category),
    column("task", "text", ({ task }) => task.slice(0, hashOf(task))),
    column("property", "text", ({ task }) => task.slice(hashOf(task) + 1)),
    column("expected_verdict", "text", ({ expectedVerdict }) => expectedVerdict),
    column("status", "text", ({ status }) => status),
    column("result_category", "text", ({ resultCategory }) => resultCategory),
    column("points", "number", ({ points }) => points),
    column("cpu_time_s", "number", ({ cpuTimeSeconds }) => cpuTimeSeconds),
    column("wall_time_s", "number", ({ wallTimeSeconds }) => wallTimeSeconds),
    column("memory_b", "number", ({ memoryBytes }) => memoryBytes),
    column("cpu_energy_j", "number", ({ cpuEnergyJoules }) => cpuEnergyJoules),
    column("run", "text", ({ run }) => run),
  ];
}

/** Index at which the property begins; identities of tasks are `file#property`. */
function hashOf(task: string): number {
  const hash = task.lastIndexOf("#");
  return hash < 0 ? task.length : hash;
}

/** One row per category and tool. */
export function scoreRecords(standings: readonly CategoryStanding[]): Records {
  const rows = standings.flatMap((standing) =>
    standing.scores.map((score) => ({ standing, score, tally: score.tally })),
  );
  const column = (
    name: string,
    type: RecordColumn["type"],
    value: (row: (typeof rows)[number]) => RecordValue,
  ): RecordColumn => ({ name, type, values: rows.map(value) });
  const known = (row: (typeof rows)[number], value: RecordValue): RecordValue =>
    row.score.state === "scored" ? value : undefined;
  return [
    column("category", "text", ({ standing }) => standing.category.name),
    column("kind", "text", ({ standing }) => standing.category.kind),
    column("demonstration", "boolean", ({ standing }) => standing.category.demonstration === true),
    column("tool", "text", ({ score }) => score.tool),
    column("state", "text", ({ score }) => score.state),
    column("rank", "integer", ({ score }) => score.rank),
    column("score", "number", (row) => known(row, row.score.score.toNumber())),
    column("score_exact", "text", (row) => known(row, String(row.score.score))),
    column("max_score", "number", ({ standing }) => standing.maxScore.toNumber()),
    column("tasks", "integer", ({ standing }) => standing.tasks.valid),
    column("tasks_true", "integer", ({ standing }) => standing.tasks.expectedTrue),
    column("tasks_false", "integer", ({ standing }) => standing.tasks.expectedFalse),
    column("tasks_void", "integer", ({ standing }) => standing.tasks.void),
    column("correct_true", "integer", ({ tally }) => tally.correctTrue),
    column("correct_false", "integer", ({ tally }) => tally.correctFalse),
    column("unconfirmed_true", "integer", ({ tally }) => tally.unconfirmedTrue),
    column("unconfirmed_false", "integer", ({ tally }) => tally.unconfirmedFalse),
    column("wrong_true", "integer", ({ tally }) => tally.wrongTrue),
    column("wrong_false", "integer", ({ tally }) => tally.wrongFalse),
    column("cpu_time_of_correct_s", "number", ({ tally }) => tally.cpuTimeOfCorrectSeconds),
    column("cpu_time_s", "number", ({ tally }) => tally.cpuTimeSeconds),
    column("cpu_energy_of_correct_j", "number", ({ tally }) => tally.cpuEnergyOfCorrectJoules),
    column("cpu_energy_j", "number", ({ tally }) => tally.cpuEnergyJoules),
  ];
}

/** RFC 4180 with line feeds; an unknown value is an empty cell. */
export function recordsToCsv(records: Records): string {
  return lines(records, ",", (text) =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
  );
}

/** A tab between cells; tabs, line ends and backslashes inside are escaped with a backslash. */
export function recordsToTsv(records: Records): string {
  const escapes: Readonly<Record<string, string>> = {
    "\\": "\\\\",
    "\t": "\\t",
    "\n": "\\n",
    "\r": "\\r",
  };
  return lines(records, "\t", (text) =>
    text.replace(/[\\\t\n\r]/g, (char) => escapes[char] as string),
  );
}

function lines(records: Records, separator: string, quote: (text: string) => string): string {
  const rows = records[0]?.values.length ?? 0;
  const texts = [records.map(({ name }) => name).join(separator)];
  for (let row = 0; row < rows; row++) {
    const cells = records.map(({ values }) => {
      const value = values[row];
      return value === undefined ? "" : quote(String(value));
    });
    texts.push(cells.join(separator));
  }
  return `${texts.join("\n")}\n`;
}

/** One object per row; unknown values are left out. */
export function recordsToJson(records: Records): readonly Readonly<Record<string, RecordValue>>[] {
  const rows = records[0]?.values.length ?? 0;
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(
      records.flatMap(({ name, values }) => {
        const value = values[row];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
}
