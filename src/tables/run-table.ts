import type { JudgedRun } from "../scoring/index.ts";
import { formatMemory, formatSeconds } from "./quantities.ts";
import {
  SPREAD_COLUMNS,
  SPREAD_RECORD_COLUMNS,
  type Spread,
  spreadCells,
  spreadRecordCells,
} from "./spread.ts";
import { type Column, left, right, type Table } from "./table.ts";

/** How runs spread over their repetitions; undefined for those that were made once. */
export type SpreadOf = (run: JudgedRun) => Spread | undefined;

/** One row per run, rounded for people; with `spreadOf` also what repetitions show. */
export function runTable(title: string, runs: readonly JudgedRun[], spreadOf?: SpreadOf): Table {
  return {
    title,
    columns: [
      left("task"),
      left("category"),
      left("tool"),
      left("status"),
      left("result"),
      right("points"),
      right("CPU"),
      right("wall"),
      right("memory"),
      ...(spreadOf === undefined ? [] : SPREAD_COLUMNS),
    ],
    rows: runs.map((run) => [
      run.task,
      run.category,
      run.tool,
      run.status,
      run.resultCategory,
      String(run.points),
      formatSeconds(run.cpuTimeSeconds),
      formatSeconds(run.wallTimeSeconds),
      formatMemory(run.memoryBytes),
      ...cellsOf(run, SPREAD_COLUMNS, spreadOf, spreadCells),
    ]),
  };
}

/** One row per run with raw numbers (seconds, bytes), for programs. */
export function runRecordTable(
  title: string,
  runs: readonly JudgedRun[],
  spreadOf?: SpreadOf,
): Table {
  const number = (value: number | undefined): string => (value === undefined ? "" : String(value));
  return {
    title,
    columns: [
      left("task"),
      left("category"),
      left("tool"),
      left("status"),
      left("result"),
      right("points"),
      right("cpu time (s)"),
      right("wall time (s)"),
      right("memory (B)"),
      ...(spreadOf === undefined ? [] : SPREAD_RECORD_COLUMNS),
    ],
    rows: runs.map((run) => [
      run.task,
      run.category,
      run.tool,
      run.status,
      run.resultCategory,
      String(run.points),
      number(run.cpuTimeSeconds),
      number(run.wallTimeSeconds),
      number(run.memoryBytes),
      ...cellsOf(run, SPREAD_RECORD_COLUMNS, spreadOf, spreadRecordCells),
    ]),
  };
}

function cellsOf(
  run: JudgedRun,
  columns: readonly Column[],
  spreadOf: SpreadOf | undefined,
  show: (spread: Spread) => readonly string[],
): readonly string[] {
  if (spreadOf === undefined) return [];
  const spread = spreadOf(run);
  return spread === undefined ? columns.map(() => "") : show(spread);
}
