/**
 * BenchExec's result files (`*.results.xml`, `doc/result.dtd` up to 3.12) as
 * data: texts as written, without judgement. One file is one run set of one tool.
 */

/** The attributes of the root element and the data outside of the runs. Absent: not in the file. */
/** Prefix of the description in files with final statuses, which include validators' answers. */
export const FINAL_STATUSES = "Final statuses by the rules of";

export interface ResultFileHeader {
  readonly tool?: string;
  readonly version?: string;
  readonly toolModule?: string;
  readonly benchmarkName?: string;
  /** Run definition, followed by a point and the name of the task set where there is one. */
  readonly name?: string;
  /** Task set. */
  readonly block?: string;
  readonly displayName?: string;
  /** `2025-11-21 18:22:05 CET`. */
  readonly date?: string;
  /** ISO 8601 with offset. */
  readonly startTime?: string;
  readonly endTime?: string;
  readonly options?: string;
  /** With unit: `900s`; old files: `900 s`. */
  readonly timeLimit?: string;
  /** With unit: `15000000000B`; old files: `15000 MB`, or bytes without unit. */
  readonly memoryLimit?: string;
  readonly cpuCores?: string;
  readonly generator?: string;
  /** `incomplete`, `interrupted`: some runs are missing. */
  readonly error?: string;
  readonly description?: string;
  /** Titles of the columns that the file declares. */
  readonly columns: readonly string[];
  readonly systems: readonly ResultFileSystem[];
  /** Columns of the whole run set: total times and energies. */
  readonly totals: readonly ResultColumn[];
}

/** A machine that runs were executed on. */
export interface ResultFileSystem {
  readonly hostname?: string;
  readonly os?: string;
  readonly cpuModel?: string;
  readonly cpuCores?: string;
  /** `3.4 GHz`, `3401 MHz` or `3400000000Hz`. */
  readonly cpuFrequency?: string;
  readonly turboBoost?: string;
  /** Variables that runs were given. */
  readonly environment?: Readonly<Record<string, string>>;
  /** `33553035264B`, `16389384 kB` or without unit. */
  readonly memorySize?: string;
}

/** One `run` (until 2014 `sourcefile`). */
export interface ResultFileRun {
  /** Path of the task relative to the file, or an identifier when there are no input files. */
  readonly name: string;
  /** Ambiguous for names with `, `: BenchExec joins them so. */
  readonly files: readonly string[];
  /** Names of properties, separated by blanks; one since 2018. */
  readonly properties?: string;
  readonly propertyFile?: string;
  /** `true`, `false` or `false(subproperty)`; not in files before 2019. */
  readonly expectedVerdict?: string;
  readonly options?: string;
  readonly logFile?: string;
  readonly columns: readonly ResultColumn[];
  /** Line of the element, from 1. */
  readonly line: number;
}

export interface ResultColumn {
  readonly title: string;
  /** Absent: the run has no such value. */
  readonly value?: string;
  readonly hidden: boolean;
}

/** The value of the first column with the title, as BenchExec looks it up. */
export function columnValue(columns: readonly ResultColumn[], title: string): string | undefined {
  return columns.find((column) => column.title === title)?.value;
}
