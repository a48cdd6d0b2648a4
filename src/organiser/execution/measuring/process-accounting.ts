/**
 * The fallback where no control group can be used: the processes of a run are the descendants of
 * its first process, read from `/proc`. Inside a PID namespace nothing escapes that tree. CPU time
 * is the larger of two sums, because each misses something: the use of live processes and their
 * waited-for children, and the last observed use of every process. Figures lag behind by at most
 * one polling period; results carry the kind `process-accounting` and should not be ranked against
 * exact ones.
 */
import type { MeasurementKind, ResourceUsage } from "../../../ground/model/index.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import { hasten } from "../system/precedence.ts";
import {
  isNamespaceInit,
  listProcesses,
  type ProcessStat,
  pause,
  readProcess,
  readText,
  sendSignal,
} from "../system/proc-fs.ts";
import type { MeterLimits, RunMeter } from "./run-meter.ts";

/**
 * Name of the environment variable that marks the processes of a run where neither group nor
 * namespace contains them.
 */
export const RUN_MARK = "AGON_RUN";

/**
 * Reading memory costs milliseconds while a process faults pages in, so it is not done at every
 * poll.
 */
const MEMORY_PERIOD_MS = 50;
const KILL_PATIENCE_MS = 30_000;

export class ProcessAccounting implements RunMeter {
  readonly kind: MeasurementKind = "process-accounting";
  readonly entryFiles: readonly string[] = [];
  readonly #limits: MeterLimits;
  readonly #mark: string;
  /** Last observed own CPU seconds by `pid:start`. */
  readonly #lastSeen = new Map<string, number>();
  /** The first process, as it was when it was attached: its number may be reused later. */
  #root: ProcessStat | undefined;
  #isRootSandbox = false;
  #cpuSeconds = 0;
  #memory: number | undefined;
  #peakMemory = 0;
  #nextMemoryReading = 0;
  #exceeded = false;
  #processCount = 0;

  /** `mark` is the value of {@link RUN_MARK} in the run's environment. */
  constructor(limits: MeterLimits, mark: string) {
    this.#limits = limits;
    this.#mark = mark;
  }

  attach(pid: number, kind: "sandbox" | "tool"): void {
    this.#root = readProcess(pid);
    this.#isRootSandbox = kind === "sandbox";
  }

  processes(): readonly number[] {
    return this.#members().map(({ pid }) => pid);
  }

  cpuTimeSeconds(): number {
    const members = this.#members();
    let live = 0;
    for (const { pid, startTicks, ownCpuSeconds, childrenCpuSeconds } of members) {
      live += ownCpuSeconds + childrenCpuSeconds;
      this.#lastSeen.set(`${pid}:${startTicks}`, ownCpuSeconds);
    }
    const seen = [...this.#lastSeen.values()].reduce((sum, seconds) => sum + seconds, 0);
    this.#cpuSeconds = Math.max(this.#cpuSeconds, live, seen);
    this.#processCount = members.reduce((sum, { threads }) => sum + threads, 0);
    this.#readMemory(members);
    return this.#cpuSeconds;
  }

  peakMemoryBytes(): number | undefined {
    return this.#peakMemory === 0 ? undefined : this.#peakMemory;
  }

  memoryBytes(): number | undefined {
    return this.#memory;
  }

  usage(): ResourceUsage {
    return {};
  }

  hasExceededMemory(): boolean {
    return this.#exceeded;
  }

  hasTooManyProcesses(): boolean {
    return this.#processCount > this.#limits.processes;
  }

  askToEnd(): void {
    for (const { pid } of this.#members()) {
      const isSandbox = pid === this.#root?.pid && this.#isRootSandbox;
      if (!isSandbox && !isNamespaceInit(pid)) sendSignal(pid, "SIGTERM");
    }
  }

  async killAll(): Promise<void> {
    const deadline = Date.now() + KILL_PATIENCE_MS;
    for (let round = 0; ; round++) {
      const members = this.#members().filter((member) => !member.isZombie);
      if (members.length === 0) return;
      // The whole PID namespace dies with the sandbox's first process.
      const targets = this.#isRootSandbox
        ? members.filter(({ pid }) => pid === this.#root?.pid)
        : [];
      if (round === 0) hasten(members.map(({ pid }) => pid));
      for (const { pid } of targets.length > 0 ? targets : members) sendSignal(pid, "SIGKILL");
      if (Date.now() > deadline) {
        throw new PlatformError(
          "ERR_PROCESSES_LEFT",
          `processes ${members.map((member) => member.pid).join(", ")} of a run survive SIGKILL`,
        );
      }
      await pause(round < 5 ? 1 : 20);
    }
  }

  async release(): Promise<void> {}

  #members(): ProcessStat[] {
    return membersOfRun(listProcesses(), this.#root, this.#mark);
  }

  #readMemory(members: readonly ProcessStat[]): void {
    const now = performance.now();
    if (now < this.#nextMemoryReading) return;
    this.#nextMemoryReading = now + MEMORY_PERIOD_MS;
    let bytes = 0;
    for (const { pid } of members) {
      const pss = /^Pss:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/smaps_rollup`) ?? "")?.[1];
      bytes += Number(pss ?? 0) * 1024;
    }
    this.#memory = bytes;
    this.#peakMemory = Math.max(this.#peakMemory, bytes);
    if (bytes > this.#limits.memoryBytes) this.#exceeded = true;
  }
}

/**
 * The descendants of `root`, itself included, and processes that carry the run's mark without being
 * descendants.
 */
function membersOfRun(
  processes: readonly ProcessStat[],
  root: ProcessStat | undefined,
  mark: string,
): ProcessStat[] {
  const children = new Map<number, ProcessStat[]>();
  for (const process of processes) {
    const siblings = children.get(process.parent);
    if (siblings === undefined) children.set(process.parent, [process]);
    else siblings.push(process);
  }
  const members = new Map<number, ProcessStat>();
  const visit = (process: ProcessStat): void => {
    if (members.has(process.pid)) return;
    members.set(process.pid, process);
    for (const child of children.get(process.pid) ?? []) visit(child);
  };
  for (const process of processes) {
    if (process.pid === root?.pid && process.startTicks === root.startTicks) visit(process);
    // A daemon without PID namespace has process 1 (or a subreaper) as its parent.
    else if (process.parent === 1 && hasMark(process.pid, mark)) visit(process);
  }
  return [...members.values()];
}

function hasMark(pid: number, mark: string): boolean {
  return (readText(`/proc/${pid}/environ`) ?? "").split("\0").includes(`${RUN_MARK}=${mark}`);
}

/**
 * Kills marked processes of coordinators that are gone: a killed coordinator leaves them behind
 * where neither namespace nor group contained the run.
 */
export function sweepMarkedProcesses(isAbandoned: (mark: string) => boolean): number {
  let count = 0;
  for (const { pid } of listProcesses()) {
    const environment = (readText(`/proc/${pid}/environ`) ?? "").split("\0");
    const mark = environment.find((entry) => entry.startsWith(`${RUN_MARK}=`));
    if (mark !== undefined && isAbandoned(mark.slice(RUN_MARK.length + 1))) {
      sendSignal(pid, "SIGKILL");
      count++;
    }
  }
  return count;
}
