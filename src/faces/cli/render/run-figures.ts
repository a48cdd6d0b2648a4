import { constants } from "node:os";
import type { Disturbances, TerminationReason } from "../../../ground/model/index.ts";
import type { RunMeasurement } from "../../../organiser/execution/index.ts";

const REASONS: Readonly<Record<TerminationReason, string>> = {
  cputime: "the limit on CPU time",
  "cputime-soft": "the soft limit on CPU time",
  walltime: "the limit on wall time",
  memory: "the limit on memory",
  killed: "the limit on processes",
  failed: "the command could not be started",
  "files-count": "the limit on the number of files",
  "files-size": "the limit on output",
};

/** Returns the figures of one execution, a line each, without those that were not measured. */
export function renderFigures(run: RunMeasurement): string {
  const { usage } = run;
  const lines: (readonly [string, string | undefined])[] = [
    ["ended by", run.terminationReason === undefined ? "itself" : REASONS[run.terminationReason]],
    ["exit code", run.exitCode?.toString()],
    ["signal", run.signal === undefined ? undefined : `${run.signal} (${signalName(run.signal)})`],
    ["CPU time", cpuTime(run)],
    ["wall time", seconds(run.wallTimeSeconds)],
    ["peak memory", bytes(run.memoryBytes)],
    ["block I/O", pair(bytes(usage.readBytes), "read", bytes(usage.writtenBytes), "written")],
    ["waited for CPU", seconds(usage.cpuPressureSeconds)],
    ["waited for memory", seconds(usage.memoryPressureSeconds)],
    ["waited for I/O", seconds(usage.ioPressureSeconds)],
    ["CPU energy", usage.cpuEnergyJoules === undefined ? undefined : joules(usage.cpuEnergyJoules)],
    ["output", bytes(run.outputBytes)],
    ["measured by", run.measurement],
    ["isolated by", run.isolation],
    ["disturbed by", describeDisturbances(run.disturbances)],
  ];
  return lines
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name.padEnd(18)} ${value}\n`)
    .join("");
}

/**
 * The disturbances that make the times of a run doubtful, in words; undefined when there are none.
 */
export function describeDisturbances(found: Disturbances | undefined): string | undefined {
  if (found === undefined) return undefined;
  const { throttleCount, swappedPages, foreignCpuSeconds, stolenCpuSeconds } = found;
  const { clockJumpSeconds, watchDelaySeconds } = found;
  const parts = [
    throttleCount === undefined ? undefined : `heat (cores slowed down ${throttleCount} times)`,
    swappedPages === undefined ? undefined : `swapping (${swappedPages} pages)`,
    phrase("other programs on its cores", foreignCpuSeconds, "of CPU time"),
    phrase("other virtual machines on its cores", stolenCpuSeconds, "of CPU time"),
    phrase("a jump of the clock", clockJumpSeconds, ""),
    phrase("a stop of the process that watched its limits", watchDelaySeconds, ""),
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

function phrase(cause: string, amount: number | undefined, unit: string): string | undefined {
  return amount === undefined ? undefined : `${cause} (${`${seconds(amount)} ${unit}`.trim()})`;
}

function joules(value: number): string {
  return `${value.toFixed(2)} J`;
}

/** `SIGKILL` for 9; real-time signals have numbers only. */
function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found?.[0] ?? "real-time signal";
}

function cpuTime({ cpuTimeSeconds, usage }: RunMeasurement): string {
  const { cpuUserSeconds, cpuSystemSeconds } = usage;
  const parts = pair(seconds(cpuUserSeconds), "user", seconds(cpuSystemSeconds), "system");
  return `${seconds(cpuTimeSeconds)}${parts === undefined ? "" : ` (${parts})`}`;
}

function pair(
  first: string | undefined,
  firstName: string,
  second: string | undefined,
  secondName: string,
): string | undefined {
  if (first === undefined || second === undefined) return undefined;
  return `${first} ${firstName}, ${second} ${secondName}`;
}

function seconds(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${value.toFixed(3)} s`;
}

function bytes(value: number | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value < 1e3) return `${value} B`;
  if (value < 1e6) return `${(value / 1e3).toFixed(1)} kB`;
  return value < 1e9 ? `${(value / 1e6).toFixed(1)} MB` : `${(value / 1e9).toFixed(2)} GB`;
}
