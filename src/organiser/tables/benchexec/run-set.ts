/** One column group of a table: the runs of one tool, from one result file or several. */
import type { Cells } from "../../results/index.ts";
import type { TypedColumn } from "./column.ts";

/** Texts that repeat, as numbers: the text of row r is `texts[ids[r]]`. */
export interface InternedTexts {
  readonly ids: Uint32Array;
  readonly texts: readonly string[];
}

/** Name in tables for a run without status and category. */
export const ABORTED = "aborted";
/** Name in tables for a task without run in the run set. */
const EMPTY = "empty";

export interface RunSet {
  /** The attributes of the files: several texts when there are several files or machines. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** Measurements of the whole run set, by column title. */
  readonly summary: ReadonlyMap<string, string>;
  readonly columns: readonly TypedColumn[];
  /** Titles of columns that decide about the difference table; none: `status`. */
  readonly relevantForDiff: ReadonlySet<string>;
  readonly runCount: number;
  /** For each run: the number of its task. No task occurs twice. */
  readonly tasks: Int32Array;
  /** Whether the task of the run is a file. */
  readonly hasFiles: Uint8Array;
  readonly statuses: InternedTexts;
  readonly categories: InternedTexts;
  /** {@link NO_SCORE} where the property has no scores. */
  readonly scores: Int16Array;
  /** One for each column. */
  readonly values: readonly Cells[];
}

export const NO_SCORE = -32768;

/** A run set with its positions in the rows of a table: row → run, negative for none. */
export interface PlacedRunSet extends RunSet {
  readonly rows: Int32Array;
}

/** The positions of a run set in the rows of a table: run of each task, −1 for none. */
export function placeRuns(runSet: RunSet, tasks: Int32Array, taskCount: number): PlacedRunSet {
  const runs = new Int32Array(taskCount).fill(-1);
  runSet.tasks.forEach((task, run) => {
    runs[task] = run;
  });
  return { ...runSet, rows: tasks.map((task) => runs[task] as number) };
}

/** Status of a row's run; undefined when the run set has no run of the task. */
export function statusAt(runSet: PlacedRunSet, row: number): string | undefined {
  const run = runSet.rows[row] as number;
  return run < 0 ? undefined : runSet.statuses.texts[runSet.statuses.ids[run] as number];
}

export function categoryAt(runSet: PlacedRunSet, row: number): string {
  const run = runSet.rows[row] as number;
  return run < 0
    ? EMPTY
    : (runSet.categories.texts[runSet.categories.ids[run] as number] as string);
}

export type ResultClass = "true" | "false" | "other";

/** `true`, `false` and `false(…)` are answers, all other statuses are not. */
export function classOf(status: string | undefined): ResultClass {
  if (status === "true") return "true";
  const isFalse =
    status === "false" || (status?.startsWith("false(") === true && status.endsWith(")"));
  return isFalse ? "false" : "other";
}

/**
 * Points by the built-in rules of BenchExec: +2, +1, −16, −32; 0 for statuses that are not answers.
 */
export function scoreOf(
  category: string,
  status: string,
  witnessCategory: string | undefined,
): number {
  if (witnessCategory !== undefined && !["correct", "wrong"].includes(witnessCategory)) return 0;
  const answer = classOf(status);
  if (answer === "other") return 0;
  if (category === "correct") return answer === "true" ? 2 : 1;
  if (category === "wrong") return answer === "true" ? -32 : -16;
  return 0;
}
