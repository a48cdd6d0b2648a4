import type { JudgedRun } from "../scoring/index.ts";
import { formatMemory, formatSeconds } from "./quantities.ts";
import { left, right, type Table } from "./table.ts";

/** One row per run, rounded for people. */
export function runTable(title: string, runs: readonly JudgedRun[]): Table {
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
    ]),
  };
}

/** One row per run with raw numbers (seconds, bytes), for programs. */
export function runRecordTable(title: string, runs: readonly JudgedRun[]): Table {
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
    ]),
  };
}
