/** One result file of another system, parsed as far as scoring needs it. */

import type { ExpectedVerdict } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import { joinPath } from "../../ground/util/path.ts";
import {
  columnValue,
  modernProperty,
  modernStatus,
  parseBytes,
  parseExpectedVerdict,
  parseJoules,
  parseSeconds,
  type ResultFileHeader,
  type ResultFileRole,
  type ResultFileRun,
  resultFileRole,
  resultFileTime,
} from "../results/index.ts";
import type { JudgedRun } from "../scoring/index.ts";
import { expectedVerdictOfFileName } from "../tasks/index.ts";
import { readResultFile } from "./result-file.ts";

export interface FileRuns {
  readonly file: string;
  readonly header: ResultFileHeader;
  /** Undefined when neither the name nor the header reveals it. */
  readonly role: ResultFileRole | undefined;
  /** Time of its creation, comparable as text; empty when unknown. */
  readonly time: string;
  readonly runs: readonly FileRun[];
}

export interface FileRun {
  /** As in the file, for messages. */
  readonly name: string;
  readonly line: number;
  /** Path of the task without the way up out of the file's folder. */
  readonly path: string;
  /** In today's terms; undefined when the file names none, or several. */
  readonly property: string | undefined;
  /** Whether the file names the property. */
  readonly hasProperty: boolean;
  /** In today's terms; empty when there is none. */
  readonly status: string;
  /** As written; empty when there is none. */
  readonly writtenCategory: string;
  /** As in the file. */
  readonly expectedVerdict: ExpectedVerdict | undefined;
  /** Path of the log, where the file names it. */
  readonly logFile?: string;
  readonly measures: Pick<
    JudgedRun,
    "cpuTimeSeconds" | "wallTimeSeconds" | "memoryBytes" | "cpuEnergyJoules"
  >;
}

/**
 * @throws InputError when the file is unreadable or a value is not what its
 *   column must hold: negative or infinite times, invalid verdicts.
 */
export function readFileRuns(file: string): FileRuns {
  const runs: FileRun[] = [];
  const header = readResultFile(file, file, (run) => runs.push(fileRun(run, file)));
  return {
    file,
    header,
    role: resultFileRole(file, header),
    time: resultFileTime(file, header),
    runs,
  };
}

/** The expected verdict in the file or, until 2018, in the name of the program. */
export function expectedVerdictOf(run: FileRun, property: string): ExpectedVerdict | undefined {
  return run.expectedVerdict ?? expectedVerdictOfFileName(run.name, property);
}

/** A fault of one run, at its line. */
export function fileFault(file: string, line: number, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-result-file", message, file, line }]);
}

function fileRun(run: ResultFileRun, file: string): FileRun {
  return {
    name: run.name,
    line: run.line,
    path: joinPath(run.name).replace(/^(\.\.\/)+/, ""),
    property: run.properties === undefined ? undefined : modernProperty(run.properties),
    hasProperty: run.properties !== undefined,
    status: modernStatus(columnValue(run.columns, "status") ?? ""),
    writtenCategory: columnValue(run.columns, "category") ?? "",
    expectedVerdict: writtenVerdict(run, file),
    ...defined({ logFile: run.logFile }),
    measures: measuresOf(run, file),
  };
}

function writtenVerdict(run: ResultFileRun, file: string): ExpectedVerdict | undefined {
  if (run.expectedVerdict === undefined) return undefined;
  const verdict = parseExpectedVerdict(run.expectedVerdict);
  if (verdict !== undefined) return verdict;
  throw fileFault(file, run.line, "expectedVerdict must be true, false or false(subproperty)");
}

function measuresOf(run: ResultFileRun, file: string): FileRun["measures"] {
  const number = (title: string, parse: (text: string) => number | undefined, what: string) =>
    measured(run, title, parse, what, file);
  const cpuTimeSeconds = number("cputime", parseSeconds, "a time in seconds from 0");
  const wallTimeSeconds = number("walltime", parseSeconds, "a time in seconds from 0");
  const memoryBytes =
    number("memory", parseBytes, "a size in bytes") ??
    number("memUsage", parseBytes, "a size in bytes");
  const cpuEnergyJoules = number("cpuenergy", parseJoules, "an energy in joules");
  return {
    ...defined({ cpuTimeSeconds, wallTimeSeconds, memoryBytes, cpuEnergyJoules }),
  };
}

/** Undefined when the run has no such value. */
function measured(
  run: ResultFileRun,
  title: string,
  parse: (text: string) => number | undefined,
  what: string,
  file: string,
): number | undefined {
  const text = columnValue(run.columns, title) ?? "";
  if (text === "") return undefined;
  const value = parse(text);
  if (value !== undefined) return value;
  throw fileFault(file, run.line, `${title} of ${run.name} must be ${what}, found '${text}'`);
}
