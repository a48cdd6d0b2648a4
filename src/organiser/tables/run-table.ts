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

/** The variation of runs over their repetitions; undefined for runs without repetitions. */
export type SpreadOf = (run: JudgedRun) => Spread | undefined;

/** One row per run, rounded for display; with `spreadOf` also the variation over repetitions. */
export function runTable(title: string, runs: readonly JudgedRun[], spreadOf?: SpreadOf): Table {
  return tableOf(title, runs, spreadOf, {
    figures: ["CPU", "wall", "memory"],
    time: formatSeconds,
    memory: formatMemory,
    spreadColumns: SPREAD_COLUMNS,
    spreadCells,
  });
}

/** One row per run with raw numbers (seconds, bytes), for programs. */
export function runRecordTable(
  title: string,
  runs: readonly JudgedRun[],
  spreadOf?: SpreadOf,
): Table {
  const number = (value: number | undefined): string => (value === undefined ? "" : String(value));
  return tableOf(title, runs, spreadOf, {
    figures: ["cpu time (s)", "wall time (s)", "memory (B)"],
    time: number,
    memory: number,
    spreadColumns: SPREAD_RECORD_COLUMNS,
    spreadCells: spreadRecordCells,
  });
}

/** Style of displayed figures. */
interface Style {
  readonly figures: readonly string[];
  readonly time: (seconds: number | undefined) => string;
  readonly memory: (bytes: number | undefined) => string;
  readonly spreadColumns: readonly Column[];
  readonly spreadCells: (spread: Spread) => readonly string[];
}

function tableOf(
  title: string,
  runs: readonly JudgedRun[],
  spreadOf: SpreadOf | undefined,
  { figures, time, memory, spreadColumns, spreadCells: show }: Style,
): Table {
  return {
    title,
    columns: [
      ...["task", "category", "tool", "status", "result"].map((name) => left(name)),
      ...["points", ...figures].map((name) => right(name)),
      ...(spreadOf === undefined ? [] : spreadColumns),
    ],
    rows: runs.map((run) => [
      run.task,
      run.category,
      run.tool,
      run.status,
      run.resultCategory,
      String(run.points),
      time(run.cpuTimeSeconds),
      time(run.wallTimeSeconds),
      memory(run.memoryBytes),
      ...cellsOf(run, spreadColumns, spreadOf, show),
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
