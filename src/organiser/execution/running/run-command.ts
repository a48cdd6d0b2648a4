/**
 * Executes one command under limits, in a sandbox, and measures it. When the promise resolves, no
 * process of the tool is left. Its sandbox may still be shutting down; the sandbox of the previous
 * run is gone.
 */

import { constants } from "node:os";
import type { Readable } from "node:stream";
import type {
  Disturbances,
  IsolationKind,
  MeasurementKind,
  ResourceUsage,
  TerminationReason,
  TimeLine,
} from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { invariant, PlatformError } from "../../../ground/util/errors.ts";
import { prepareEntry } from "../measuring/cgroup-entry.ts";
import { nextRunName } from "../measuring/cgroup-sweep.ts";
import { DisturbanceWatch, siblingsOf } from "../measuring/disturbance-watch.ts";
import { EnergyMeter, type PowerZone, packagesOf } from "../measuring/energy.ts";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import { watchFolder } from "../measuring/folder-usage.ts";
import { watchLimits } from "../measuring/limit-watch.ts";
import { ProcessAccounting } from "../measuring/process-accounting.ts";
import { RunCgroup } from "../measuring/run-cgroup.ts";
import type { RunMeter } from "../measuring/run-meter.ts";
import { TimeLineRecorder } from "../measuring/time-line.ts";
import { type Ending, LaunchedRun } from "../sandbox/launched-run.ts";
import { OutputLog } from "../sandbox/output-log.ts";
import type { RunRequest } from "../sandbox/run-request.ts";
import { memoryNodes, threadCount } from "../system/machine.ts";
import { pause } from "../system/proc-fs.ts";
import { takeRunUser } from "../system/run-user.ts";

/** The facts of one execution. */
export interface RunMeasurement {
  /** Absent when a signal ended the process. Exact, unless the host lacks a reaper (`reaper.ts`). */
  readonly exitCode?: number;
  readonly signal?: number;
  readonly terminationReason?: TerminationReason;
  readonly cpuTimeSeconds: number;
  readonly wallTimeSeconds: number;
  readonly memoryBytes?: number;
  readonly usage: ResourceUsage;
  /** Absent when the run was not noticeably disturbed. */
  readonly disturbances?: Disturbances;
  /** Absent when the run was over before the first look. */
  readonly samples?: TimeLine;
  readonly outputBytes: number;
  readonly measurement: MeasurementKind;
  readonly isolation: IsolationKind;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** A run counts as not watched when a look is late by this time. */
const UNWATCHED_SECONDS = 1;
/**
 * Signals by which the kernel ends processes that exceed their limit on CPU time (`RLIMIT_CPU`).
 */
const KERNEL_SIGNALS: readonly number[] = [constants.signals.SIGXCPU, constants.signals.SIGKILL];
const CHECK_PERIOD_SECONDS = 0.5;
/** Greatest number of characters of a sandbox's messages. */
const SHOWN_MESSAGES = 500;
/** Time between two attempts to kill processes that a sandbox still starts. */
const KILL_PERIOD_MS = 20;
/**
 * Amount that is freed in some milliseconds; more, in files of the sandbox's memory, would slow
 * down the next run.
 */
const SMALL_REST_BYTES = 10_000_000;

/** Sandboxes that shut down after their runs. */
const leaving = new Set<Promise<unknown>>();

/**
 * Runs a command to its end or to a limit. Aborting `signal` kills the run
 * and rejects with the signal's reason.
 * @throws PlatformError `ERR_SANDBOX` when the command could not even be started.
 */
export async function runCommand(
  request: RunRequest,
  host: ExecutionHost,
  signal?: AbortSignal,
): Promise<RunMeasurement> {
  signal?.throwIfAborted();
  const mark = nextRunName();
  const user = host.isRoot && host.isolation !== "none" ? takeRunUser() : undefined;
  const meter = createMeter(request, host, mark);
  // Not before the groups are made: creating one blocks while the kernel handles an entry.
  if (host.cgroups !== undefined) void prepareEntry();
  const log = new OutputLog(request.outputFile, request.limits.outputBytes);
  const before = [...leaving];
  try {
    return await execute(request, host, meter, log, mark, user?.id, signal);
  } finally {
    await Promise.all(before);
    await meter.killAll();
    await meter.release();
    user?.release();
  }
}

async function execute(
  request: RunRequest,
  host: ExecutionHost,
  meter: RunMeter,
  log: OutputLog,
  mark: string,
  user: number | undefined,
  signal: AbortSignal | undefined,
): Promise<RunMeasurement> {
  const { limits } = request;
  const startedAt = new Date().toISOString();
  const timeLine = new TimeLineRecorder();
  let nextCheck = 0;
  const cores = siblingsOf(host.machine, request.cores);
  const run = new LaunchedRun(request, host, meter, mark, user);
  // The sandbox builds itself meanwhile.
  const watch = new DisturbanceWatch(cores);
  const energy = new EnergyMeter(zonesOf(host, cores));
  // Where only the group contains the tool, the run ends with the tool: the sandbox measures
  // nothing.
  const isGroup = meter.kind !== "process-accounting";
  // Opens the files that are read at the end, when time counts.
  if (isGroup) finalFigures(meter, watch, 0);
  let reason: TerminationReason | undefined;
  let killing: Promise<void> | undefined;
  let fault: unknown;
  const end = (why: TerminationReason): void => {
    reason ??= why;
    if (why === "cputime-soft") meter.askToEnd();
    else killing ??= run.kill(() => meter.killAll());
  };
  /** A fault in watching or storing ends the run without a result. */
  const giveUp = (error: unknown): void => {
    fault ??= error;
    end("killed");
  };
  const onAbort = (): void => end("killed");
  signal?.addEventListener("abort", onAbort, { once: true });
  const watched = watchLimits({
    meter,
    limits,
    cores: request.cores?.length ?? threadCount(host.machine),
    wallTimeSeconds: () => run.wallTimeSeconds(),
    filesReason: watchFolder(request.files.workDirectory, limits, () => meter.processes()),
    onLook: (wall, cpu) => {
      run.requireStart();
      if (request.check !== undefined && wall >= nextCheck) {
        nextCheck = wall + CHECK_PERIOD_SECONDS;
        request.check();
      }
      energy.look();
      if (run.hasStarted) timeLine.add(wall, cpu, () => meter.memoryBytes());
    },
    onLimit: end,
    onFault: giveUp,
  });
  let messages = "";
  const onOutput = async (chunk: Uint8Array): Promise<void> => {
    // Before the tool starts, the output is the sandbox's.
    if (await run.begun) await request.onOutput?.(chunk);
    else messages += Buffer.from(chunk).toString();
  };
  const spoken = listen(run.messages, (text) => {
    messages = (messages + text).slice(0, SHOWN_MESSAGES);
  });
  const output = log.drain(run.output, () => end("files-size"), onOutput).catch(giveUp);
  let cpuEnergyJoules: number | undefined;
  try {
    await (isGroup ? Promise.race([run.ended, run.toolEnded]) : run.ended);
  } finally {
    cpuEnergyJoules = energy.finish();
    watched.stop();
    signal?.removeEventListener("abort", onAbort);
  }
  const isOver = isGroup && run.hasToolEnded;
  // Processes that the tool left running must end, and not hold the pipe open.
  if (isOver) killing ??= run.kill(() => meter.killAll());
  await killing;
  const finish = (): FinalFigures => finalFigures(meter, watch, watched.delaySeconds);
  const early = isOver ? finish() : undefined;
  const restBytes = isOver ? meter.memoryBytes() : undefined;
  // The sandbox shuts down meanwhile.
  if (isOver) void meter.release();
  if (isOver) request.onOver?.();
  await killUntilClosed(meter, output);
  let ended: Ending | undefined;
  if (restBytes !== undefined && restBytes <= SMALL_REST_BYTES) leave(run);
  else ended = await run.ended;
  const outputBytes = log.close();
  signal?.throwIfAborted();
  if (fault !== undefined) throw fault;
  const { hasStarted, startError, waitStatus, endedAt } = await run.report;
  if (!hasStarted && reason === undefined && ended !== undefined) {
    await spoken;
    throw sandboxFailure(request, host, ended, messages);
  }

  const figures = early ?? finish();
  const { cpuTimeSeconds, memoryBytes, disturbances } = figures;
  const samples = timeLine.samples();
  if (startError !== undefined) reason ??= "failed";
  // The run had ended in time when a late look found the limit; exact where the reaper reports the
  // moment.
  const wallTimeSeconds = run.wallTimeSeconds();
  if (reason === "walltime" && endedAt !== undefined && wallTimeSeconds < limits.wallTimeSeconds) {
    reason = undefined;
  }
  // The last poll may be some milliseconds older than the end.
  if (reason === undefined && figures.hasExceededMemory) reason = "memory";
  if (reason === undefined && figures.hasTooManyProcesses) reason = "killed";
  if (reason === undefined && cpuTimeSeconds > limits.cpuTimeSeconds) reason = "cputime";
  if (reason === undefined && wallTimeSeconds > limits.wallTimeSeconds) reason = "walltime";
  const exit = waitStatus === undefined ? exitOf(ended, host.isolation) : exitOfStatus(waitStatus);
  // For the unwatched time, the kernel's own limits show whether a process exceeded its limit.
  const isUnwatched = watched.delaySeconds >= UNWATCHED_SECONDS;
  const isEndedByKernel = "signal" in exit && KERNEL_SIGNALS.includes(exit.signal);
  if (reason === undefined && isUnwatched && isEndedByKernel) reason = "cputime";
  return {
    ...exit,
    ...defined({ terminationReason: reason }),
    cpuTimeSeconds,
    // For a run that started and ended between two looks of a busy thread, only the CPU time
    // bounds the wall time from below.
    wallTimeSeconds:
      wallTimeSeconds || cpuTimeSeconds / (request.cores?.length ?? threadCount(host.machine)),
    ...defined({ memoryBytes }),
    usage: {
      ...figures.usage,
      ...defined({ cpuEnergyJoules }),
    },
    ...defined({ disturbances, samples }),
    outputBytes,
    measurement: meter.kind,
    isolation: host.isolation,
    startedAt,
  };
}

/** Facts of a run when none of its processes is left. */
interface FinalFigures extends Pick<RunMeasurement, "memoryBytes" | "disturbances" | "usage"> {
  readonly cpuTimeSeconds: number;
  readonly hasExceededMemory: boolean;
  readonly hasTooManyProcesses: boolean;
}

function finalFigures(
  meter: RunMeter,
  watch: DisturbanceWatch,
  delaySeconds: number,
): FinalFigures {
  const cpuTimeSeconds = meter.cpuTimeSeconds();
  return {
    cpuTimeSeconds,
    ...defined({
      memoryBytes: meter.peakMemoryBytes(),
      disturbances: watch.finish(cpuTimeSeconds, delaySeconds),
    }),
    usage: meter.usage(),
    hasExceededMemory: meter.hasExceededMemory(),
    hasTooManyProcesses: meter.hasTooManyProcesses(),
  };
}

/** Continues while the sandbox shuts down. */
function leave(run: LaunchedRun): void {
  run.leave();
  const gone = run.ended.finally(() => leaving.delete(gone));
  leaving.add(gone);
}

/** The counters of the packages that these cores belong to. */
function zonesOf({ powerZones = [] }: ExecutionHost, cores: readonly number[]): PowerZone[] {
  if (powerZones.length === 0) return [];
  const packages = packagesOf(cores);
  return powerZones.filter((zone) => packages.has(zone.package));
}

function finite(bytes: number): number {
  return Number.isFinite(bytes) ? bytes : 0;
}

function createMeter(request: RunRequest, host: ExecutionHost, mark: string): RunMeter {
  const limits = {
    memoryBytes: request.limits.memoryBytes,
    processes: request.limits.processes,
    ...(request.cores === undefined
      ? {}
      : {
          cores: request.cores,
          memoryNodes: memoryNodes(host.machine, request.cores, finite(request.limits.memoryBytes)),
        }),
  };
  return host.cgroups === undefined
    ? new ProcessAccounting(limits, mark)
    : new RunCgroup(host.cgroups, mark, limits);
}

function sandboxFailure(
  request: RunRequest,
  host: ExecutionHost,
  ended: Ending,
  messages: string,
): PlatformError {
  const how = ended.signal ?? `exit code ${ended.code}`;
  const said = messages.trim().slice(0, SHOWN_MESSAGES);
  return new PlatformError(
    "ERR_SANDBOX",
    `the sandbox (${host.isolation}) could not start '${request.command[0]}' (${how})`,
    request.outputFile === undefined || said !== ""
      ? { hint: `it said: ${said === "" ? "nothing" : said}` }
      : { hint: `its messages are in ${request.outputFile}` },
  );
}

/** Passes on what arrives; settles at the end. */
async function listen(stream: Readable | undefined, onText: (text: string) => void): Promise<void> {
  try {
    for await (const chunk of stream ?? []) onText(String(chunk));
  } catch {
    // The stream was cut off with the process: earlier output counts.
  }
}

/**
 * Kills the rest of a run until no process holds its output: a sandbox that was killed during its
 * start may start the tool only afterwards.
 */
async function killUntilClosed(meter: RunMeter, output: Promise<unknown>): Promise<void> {
  let isClosed = false;
  const closed = output.finally(() => {
    isClosed = true;
  });
  while (!isClosed) {
    await meter.killAll();
    await Promise.race([closed, pause(KILL_PERIOD_MS)]);
  }
}

type Exit = { readonly exitCode: number } | { readonly signal: number };

/** Decodes a status of wait(2). */
function exitOfStatus(status: number): Exit {
  const signal = status & 127;
  return signal === 0 ? { exitCode: status >> 8 } : { signal };
}

/** Without a reaper, shells and sandboxes report a signal n as exit code 128+n. */
function exitOf(ended: Ending | undefined, isolation: IsolationKind): Exit {
  invariant(ended !== undefined, "the end of a sandbox was not awaited");
  const { code, signal } = ended;
  if (signal !== null) return { signal: constants.signals[signal] };
  invariant(code !== null, "a process ended with neither code nor signal");
  return isolation !== "none" && code > 128 && code <= 192
    ? { signal: code - 128 }
    : { exitCode: code };
}
