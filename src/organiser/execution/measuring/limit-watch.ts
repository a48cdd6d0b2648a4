/**
 * Watches one run and reports when a limit is reached. The period adapts to the remaining amount:
 * with `n` cores at work the CPU limit cannot be reached before
 * `(limit - used) / n`, so polling is rare far from the limits, and precise to milliseconds near
 * them.
 */
import type { TerminationReason } from "../../../ground/model/index.ts";
import type { ExecutionLimits } from "../system/execution-limits.ts";
import type { RunMeter } from "./run-meter.ts";

const MIN_PERIOD_MS = 2;
/**
 * Also bounds how far memory or files can exceed the limit where the kernel does not enforce it.
 */
const MAX_PERIOD_MS = { exact: 50, accounting: 20 } as const;

export interface WatchedRun {
  readonly meter: RunMeter;
  readonly limits: ExecutionLimits;
  /** Cores that the run can keep busy at once. */
  readonly cores: number;
  wallTimeSeconds(): number;
  /** Whether the working directory holds more than allowed. */
  filesReason(): TerminationReason | undefined;
  /** Called at each look, with the observed times. */
  onLook(wallSeconds: number, cpuSeconds: number): void;
  /** Called once with the first limit reached; the watch ends, except after `cputime-soft`. */
  onLimit(reason: TerminationReason): void;
  /** Called once when the run can no longer be watched; the watch ends. */
  onFault(error: unknown): void;
}

export interface LimitWatch {
  /**
   * Seconds by which the latest look came too late: the limits were not watched during that time.
   */
  readonly delaySeconds: number;
  stop(): void;
}

/** Starts to watch. */
export function watchLimits(run: WatchedRun): LimitWatch {
  let delaySeconds = 0;
  let dueAt = 0;
  let askedToEnd = false;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const reached = (cpu: number, wall: number): TerminationReason | undefined => {
    if (cpu >= run.limits.cpuTimeSeconds) return "cputime";
    if (wall >= run.limits.wallTimeSeconds) return "walltime";
    if (run.meter.hasExceededMemory()) return "memory";
    if (run.meter.hasTooManyProcesses()) return "killed";
    return run.filesReason();
  };

  const poll = (): void => {
    delaySeconds = Math.max(delaySeconds, (performance.now() - dueAt) / 1000);
    try {
      look();
    } catch (error) {
      isOver = true;
      run.onFault(error);
    }
  };

  const look = (): void => {
    const cpu = run.meter.cpuTimeSeconds();
    const wall = run.wallTimeSeconds();
    run.onLook(wall, cpu);
    const reason = reached(cpu, wall);
    if (reason !== undefined) {
      isOver = true;
      run.onLimit(reason);
      return;
    }
    const { cpuTimeSeconds, softCpuTimeSeconds, wallTimeSeconds } = run.limits;
    if (softCpuTimeSeconds !== undefined && !askedToEnd && cpu >= softCpuTimeSeconds) {
      askedToEnd = true;
      run.onLimit("cputime-soft");
    }
    const nextCpuLimit = askedToEnd ? cpuTimeSeconds : (softCpuTimeSeconds ?? cpuTimeSeconds);
    schedule(Math.min((nextCpuLimit - cpu) / run.cores, wallTimeSeconds - wall) * 1000);
  };

  const longest =
    run.meter.kind === "process-accounting" ? MAX_PERIOD_MS.accounting : MAX_PERIOD_MS.exact;
  const schedule = (milliseconds: number): void => {
    if (isOver) return;
    const period = Math.max(MIN_PERIOD_MS, Math.min(milliseconds, longest));
    dueAt = performance.now() + period;
    timer = setTimeout(poll, period);
  };

  schedule(MIN_PERIOD_MS);
  return {
    get delaySeconds() {
      return delaySeconds;
    },
    stop: () => {
      // The look that was due may come only after the run's end.
      if (!isOver) delaySeconds = Math.max(delaySeconds, (performance.now() - dueAt) / 1000);
      isOver = true;
      clearTimeout(timer);
    },
  };
}
