import { type CbmcReport, readCbmcReport } from "../cbmc-report.ts";
import {
  FALSE_DEREF,
  FALSE_FREE,
  FALSE_MEMCLEANUP,
  FALSE_MEMTRACK,
  FALSE_OVERFLOW,
  FALSE_REACH,
  WITNESS_FILES,
  wasTimeout,
} from "../output.ts";
import { dataModelParameter, inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo, ToolRun, ToolTask } from "../tool-info.ts";

const DATA_MODELS = { ILP32: "--32", LP64: "--64" };

/**
 * CBMC. With a property file the conditions are those of SV-COMP; without,
 * `--xml-ui` makes its output readable.
 */
export const cbmc: ToolInfo = {
  module: "cbmc",
  name: "CBMC",
  projectUrl: "http://www.cprover.org/cbmc/",
  executable: "cbmc",
  roles: ["verifier"],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...cbmcOptions(options, task),
    ...inputFilesOrIdentifier(task),
  ],
  determineResult: (run) => {
    const { exitCode, outputLines, commandLine } = run;
    if (exitCode === 0 || exitCode === 10) {
      if (commandLine.includes("--xml-ui")) return statusOfReport(run);
      const last = outputLines.at(-1)?.trim();
      return last === undefined ? "ERROR" : statusOfAnswer(last, outputLines);
    }
    if (exitCode === 64 && outputLines.includes("Usage error!")) return "INVALID ARGUMENTS";
    const ranOut = ["Out of memory", "SAT checker ran out of memory"];
    const isOutOfMemory = exitCode === 6 && ranOut.some((line) => outputLines.includes(line));
    return isOutOfMemory ? "OUT OF MEMORY" : "ERROR";
  },
};

/** The options of CBMC and its relatives. */
export function cbmcOptions(options: readonly string[], task: ToolTask): readonly string[] {
  const { propertyFile } = task;
  const own =
    propertyFile !== undefined
      ? ["--propertyfile", propertyFile]
      : options.includes("--xml-ui")
        ? []
        : ["--xml-ui"];
  const all = [...options, ...own];
  const dataModel = dataModelParameter(task, DATA_MODELS);
  return dataModel === undefined || all.includes(dataModel) ? all : [...all, dataModel];
}

const ANSWERS: Readonly<Record<string, string>> = {
  "FALSE(valid-memtrack)": FALSE_MEMTRACK,
  "FALSE(valid-deref)": FALSE_DEREF,
  "FALSE(valid-free)": FALSE_FREE,
  "FALSE(no-overflow)": FALSE_OVERFLOW,
  "FALSE(valid-memcleanup)": FALSE_MEMCLEANUP,
};

function statusOfAnswer(answer: string, lines: readonly string[]): string {
  if (answer === "TRUE") return "true";
  if (answer.includes("FALSE")) return ANSWERS[answer] ?? FALSE_REACH;
  return lines.includes("UNKNOWN") ? "unknown" : "ERROR";
}

function statusOfReport(run: ToolRun): string {
  const report = readCbmcReport(run.outputLines.join(""));
  const status = report === undefined ? undefined : statusOf(report, run);
  if (status !== undefined) return status;
  if (wasTimeout(run)) return "TIMEOUT";
  return run.outputLines.includes("Minisat::OutOfMemoryException")
    ? "OUT OF MEMORY"
    : "INVALID OUTPUT";
}

/** Undefined when the report contradicts itself. */
function statusOf(
  { status, failureReason }: CbmcReport,
  { exitCode, commandLine }: ToolRun,
): string | undefined {
  if (status === "FAILURE") {
    if (exitCode !== 10 || failureReason === undefined) return undefined;
    return failureReason.includes("unwinding assertion") ? "unknown" : FALSE_REACH;
  }
  if (status === "SUCCESS") {
    if (exitCode !== 0) return undefined;
    return commandLine.includes("--unwinding-assertions") ? "true" : "unknown";
  }
  return status;
}
