import type { Limits, TerminationReason } from "../../ground/model/index.ts";

/** Facts about a run that ended, and the tool-info module's reading of its output. */
export interface EndedRun {
  /** Answer of the tool-info module. */
  readonly toolStatus: string;
  /** Absent when a signal ended the process. */
  readonly exitCode?: number;
  readonly signal?: number;
  readonly terminationReason?: TerminationReason;
  readonly cpuTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  readonly limits: Pick<Limits, "cpuTimeSeconds" | "wallTimeSeconds">;
}

const STATUS_OF_REASON: Readonly<Record<TerminationReason, string>> = {
  cputime: "TIMEOUT",
  "cputime-soft": "TIMEOUT",
  walltime: "TIMEOUT",
  memory: "OUT OF MEMORY",
  killed: "KILLED",
  failed: "FAILED",
  "files-count": "FILES-COUNT LIMIT",
  "files-size": "FILES-SIZE LIMIT",
};

/** Signals with a status of their own; the others are `KILLED BY SIGNAL n`. */
const STATUS_OF_SIGNAL: Readonly<Record<number, string>> = {
  6: "ABORTED",
  11: "SEGMENTATION FAULT",
  15: "KILLED",
};

/** Answers that are not specific. */
const UNSPECIFIC = new Set(["done", "ERROR", "unknown"]);

/**
 * Final status of a run, as BenchExec's `Run._analyze_result`: unspecific
 * answers become the signal or exit code; a reached limit overrides
 * everything, keeping a specific answer in parentheses (`TIMEOUT (true)`),
 * which never counts.
 */
export function statusOfRun(run: EndedRun): string {
  const toolStatus = withExit(run);
  const limitStatus = reachedLimit(run);
  if (limitStatus === undefined) return toolStatus;
  const isSpecific =
    !UNSPECIFIC.has(toolStatus) &&
    toolStatus !== limitStatus &&
    toolStatus !== "KILLED" &&
    toolStatus !== "KILLED BY SIGNAL 9";
  return isSpecific ? `${limitStatus} (${toolStatus})` : limitStatus;
}

function withExit({ toolStatus, exitCode, signal }: EndedRun): string {
  if (!UNSPECIFIC.has(toolStatus)) return toolStatus;
  if (signal !== undefined) return STATUS_OF_SIGNAL[signal] ?? `KILLED BY SIGNAL ${signal}`;
  if (exitCode !== undefined && exitCode !== 0 && toolStatus !== "unknown") {
    return `ERROR (${exitCode})`;
  }
  return toolStatus;
}

function reachedLimit(run: EndedRun): string | undefined {
  const { cpuTimeSeconds, wallTimeSeconds, limits, terminationReason } = run;
  const wallLimit = limits.wallTimeSeconds ?? Number.POSITIVE_INFINITY;
  const isOverTime =
    (cpuTimeSeconds !== undefined && cpuTimeSeconds > limits.cpuTimeSeconds) ||
    (wallTimeSeconds !== undefined && wallTimeSeconds > wallLimit);
  if (isOverTime) return "TIMEOUT";
  return terminationReason === undefined ? undefined : STATUS_OF_REASON[terminationReason];
}
