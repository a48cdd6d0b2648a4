/** A table as a whole: run sets side by side, a row for each task. */

import { PlatformError } from "../../../ground/util/errors.ts";
import type { Cells } from "../../results/index.ts";
import { niceAttributes, type RunSetAttributes } from "./attributes.ts";
import { columnTitle } from "./column.ts";
import { categoryAt, type PlacedRunSet, placeRuns, type RunSet, statusAt } from "./run-set.ts";
import {
  commonTasks,
  mergeTasks,
  relevantParts,
  type TableTask,
  type TaskTable,
} from "./task-table.ts";

export interface TableData {
  readonly runSets: readonly PlacedRunSet[];
  /** Texts for the table's head, one for each run set. */
  readonly attributes: readonly RunSetAttributes[];
  /** Task of each row. */
  readonly tasks: readonly TableTask[];
  /** Common folder of all names, with `/`; may be empty. */
  readonly commonPrefix: string;
  /** The parts of a task's identity that are shown: those that differ. The name always is. */
  readonly relevantParts: readonly boolean[];
  /** Runs that are in one run set and not in another. */
  readonly missingRuns: number;
}

/** Combines run sets; `isCommon`: only rows that all of them have. */
export function combineRunSets(
  runSets: readonly RunSet[],
  taskTable: TaskTable,
  isCommon: boolean,
): TableData {
  const lists = runSets.map(({ tasks }) => tasks);
  const combine = isCommon ? commonTasks : mergeTasks;
  const rows = combine(lists, taskTable.tasks.length);
  const placed = runSets.map((runSet) => placeRuns(runSet, rows, taskTable.tasks.length));
  const tasks = [...rows].map((task) => taskTable.tasks[task] as TableTask);
  let missingRuns = 0;
  for (const runSet of placed) for (const run of runSet.rows) if (run < 0) missingRuns++;
  return {
    runSets: placed,
    attributes: niceAttributes(runSets),
    tasks,
    commonPrefix: commonFolder(tasks.map(({ name }) => name)),
    relevantParts: relevantParts(tasks),
    missingRuns,
  };
}

/** The common prefix of all names, up to the last `/`. */
function commonFolder(names: readonly string[]): string {
  const [first = "", ...others] = names;
  let length = first.length;
  for (const name of others) {
    if (name.startsWith(first.slice(0, length))) continue;
    let at = 0;
    while (at < length && name[at] === first[at]) at++;
    length = at;
  }
  return first.slice(0, first.slice(0, length).lastIndexOf("/") + 1);
}

/** The name of a row without the common folder. */
export function shortName({ commonPrefix }: TableData, { name }: TableTask): string {
  return name.replace(commonPrefix, () => "");
}

/** Every row of the table. */
export function allRows({ tasks }: TableData): Int32Array {
  return Int32Array.from(tasks.keys());
}

/**
 * Rows whose run sets differ in a column that decides about it. None when
 * there is one run set.
 *
 * @throws PlatformError `ERR_NO_DIFF_COLUMN` when a run set lacks that column.
 */
export function rowsWithDifferences(table: TableData): Int32Array {
  if (table.runSets.length < 2) return new Int32Array();
  const comparedRows = allRows(table);
  const columns = new Map<string, readonly Cells[]>();
  return comparedRows.filter((row) => {
    for (const title of relevantTitles(table, row)) {
      let cells = columns.get(title);
      if (cells === undefined) {
        cells = table.runSets.map((runSet, index) => cellsTitled(table, runSet, index, title));
        columns.set(title, cells);
      }
      if (differs(table, cells, row)) return true;
    }
    return false;
  });
}

const STATUS = new Set(["status"]);

/** Titles that are relevant for the run sets with a run in the row. */
function relevantTitles({ runSets }: TableData, row: number): ReadonlySet<string> {
  let titles: ReadonlySet<string> | undefined;
  for (const { rows, relevantForDiff } of runSets) {
    if ((rows[row] as number) < 0 || relevantForDiff.size === 0 || relevantForDiff === titles)
      continue;
    titles = titles === undefined ? relevantForDiff : new Set([...titles, ...relevantForDiff]);
  }
  return titles ?? STATUS;
}

function cellsTitled(
  { attributes }: TableData,
  runSet: PlacedRunSet,
  index: number,
  title: string,
): Cells {
  const column = runSet.columns.findIndex((candidate) => candidate.title === title);
  if (column >= 0) return runSet.values[column] as Cells;
  const name = attributes[index]?.get("niceName") ?? "";
  throw new PlatformError(
    "ERR_NO_DIFF_COLUMN",
    `the difference table compares column '${title}', which run set ${name} does not have`,
    { hint: "add the column, mark others with relevantForDiff, or use --no-diff" },
  );
}

function differs({ runSets }: TableData, columns: readonly Cells[], row: number): boolean {
  const [first] = columns as [Cells];
  const firstRun = (runSets[0] as PlacedRunSet).rows[row] as number;
  for (let index = 1; index < runSets.length; index++) {
    const run = (runSets[index] as PlacedRunSet).rows[row] as number;
    if (!equalCells(first, firstRun, columns[index] as Cells, run)) return true;
  }
  return false;
}

function equalCells(a: Cells, rowA: number, b: Cells, rowB: number): boolean {
  const length = rowA < 0 ? -1 : (a.lengths[rowA] as number);
  if (length !== (rowB < 0 ? -1 : (b.lengths[rowB] as number))) return false;
  const startA = a.starts[rowA] as number;
  const startB = b.starts[rowB] as number;
  for (let at = 0; at < length; at++) {
    if (a.bytes[startA + at] !== b.bytes[startB + at]) return false;
  }
  return true;
}

/** Titles of all columns, with units. */
export function columnTitles({ runSets }: TableData): readonly string[] {
  return runSets.flatMap(({ columns }) => columns.map(columnTitle));
}

/** Numbers of correct, wrong and other results of each run set. Missing runs do not count. */
export function resultCounts(
  table: TableData,
): readonly { readonly correct: number; readonly wrong: number; readonly other: number }[] {
  return table.runSets.map((runSet) => {
    let correct = 0;
    let wrong = 0;
    let other = 0;
    for (let row = 0; row < table.tasks.length; row++) {
      const category = categoryAt(runSet, row);
      if (category === "correct") correct++;
      else if (category === "wrong") wrong++;
      else if (category === "unknown" || category === "error") other++;
    }
    return { correct, wrong, other };
  });
}

/**
 * Number of rows where the last run set has another status than the one before it, and not a better
 * one. `ignoreFlapping`: timeouts do not count where an older run set had one.
 */
export function regressionCount(table: TableData, ignoreFlapping: boolean): number {
  const last = table.runSets.at(-1);
  const previous = table.runSets.at(-2);
  if (last === undefined || previous === undefined) return 0;
  const older = table.runSets.slice(0, -2);
  let count = 0;
  for (let row = 0; row < table.tasks.length; row++) {
    if (categoryAt(last, row) === "correct") continue;
    const now = statusAt(last, row);
    const before = statusAt(previous, row);
    if (now === before) continue;
    const areBoth = (word: string): boolean =>
      now?.startsWith(word) === true && before?.startsWith(word) === true;
    if (areBoth("TIMEOUT") || areBoth("OUT OF MEMORY")) continue;
    const hadTimeout = (): boolean =>
      older.some((runSet) => statusAt(runSet, row)?.startsWith("TIMEOUT") === true);
    if (ignoreFlapping && now?.startsWith("TIMEOUT") === true && hadTimeout()) continue;
    count++;
  }
  return count;
}
