/** The variation of the runs of one tool on one task when they are repeated. */
import { figuresOf } from "../../ground/util/sample-figures.ts";
import { formatMemory, formatSeconds } from "./quantities.ts";
import { type Column, left, right } from "./table.ts";

/** The compared data of each run. */
export interface RepeatedRun {
  readonly status: string;
  readonly cpuTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  readonly memoryBytes?: number;
}

export interface Spread {
  readonly runs: number;
  /** Each different status once, in the order of the runs: more than one needs attention. */
  readonly statuses: readonly string[];
  /** Undefined where a run has no value. */
  readonly cpuTimeSeconds: Range | undefined;
  readonly wallTimeSeconds: Range | undefined;
  readonly memoryBytes: Range | undefined;
}

export interface Range {
  readonly minimum: number;
  readonly median: number;
  readonly maximum: number;
  /** Standard deviation of the population. */
  readonly standardDeviation: number;
}

/** The variation of all runs of one tool on one task, including the one that counts. */
export function spreadOf(runs: readonly RepeatedRun[]): Spread {
  const range = (name: "cpuTimeSeconds" | "wallTimeSeconds" | "memoryBytes"): Range | undefined => {
    const values = runs.flatMap((run) => run[name] ?? []);
    return values.length === runs.length ? rangeOf(values) : undefined;
  };
  return {
    runs: runs.length,
    statuses: [...new Set(runs.map(({ status }) => status))],
    cpuTimeSeconds: range("cpuTimeSeconds"),
    wallTimeSeconds: range("wallTimeSeconds"),
    memoryBytes: range("memoryBytes"),
  };
}

/** Undefined for no values. */
function rangeOf(values: readonly number[]): Range | undefined {
  const figures = figuresOf(values.toSorted((a, b) => a - b));
  if (figures === undefined) return undefined;
  const { min: minimum, median, max: maximum, deviation: standardDeviation } = figures;
  return { minimum, median, maximum, standardDeviation };
}

/** Columns for display, and their cells. */
export const SPREAD_COLUMNS: readonly Column[] = [
  right("runs"),
  left("all statuses"),
  right("CPU min–max"),
  right("CPU ± of median"),
  right("memory min–max"),
];

export function spreadCells(spread: Spread): readonly string[] {
  const { cpuTimeSeconds: cpu, memoryBytes: memory } = spread;
  return [
    String(spread.runs),
    spread.statuses.join(" / "),
    cpu === undefined ? "?" : `${formatSeconds(cpu.minimum)} – ${formatSeconds(cpu.maximum)}`,
    cpu === undefined ? "?" : percentOf(cpu),
    memory === undefined
      ? "?"
      : `${formatMemory(memory.minimum)} – ${formatMemory(memory.maximum)}`,
  ];
}

/** Standard deviation in percent of the median. */
function percentOf({ standardDeviation, median }: Range): string {
  return median === 0 ? "?" : `${((100 * standardDeviation) / median).toFixed(1)}%`;
}

const RANGES = [
  ["cpu time (s)", "cpuTimeSeconds"],
  ["wall time (s)", "wallTimeSeconds"],
  ["memory (B)", "memoryBytes"],
] as const;

/** Columns with raw numbers, and their cells. */
export const SPREAD_RECORD_COLUMNS: readonly Column[] = [
  right("runs"),
  left("all statuses"),
  ...RANGES.flatMap(([name]) =>
    ["min", "median", "max", "sd"].map((what) => right(`${what} ${name}`)),
  ),
];

export function spreadRecordCells(spread: Spread): readonly string[] {
  return [
    String(spread.runs),
    spread.statuses.join(" / "),
    ...RANGES.flatMap(([, name]) => {
      const range = spread[name];
      if (range === undefined) return ["", "", "", ""];
      return [range.minimum, range.median, range.maximum, range.standardDeviation].map(String);
    }),
  ];
}
