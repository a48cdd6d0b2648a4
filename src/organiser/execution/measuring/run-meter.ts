import type { MeasurementKind, ResourceUsage } from "../../../ground/model/index.ts";

/**
 * Measures and ends the processes of one run. Implemented by control groups
 * (exact) and by reading `/proc` (fallback).
 */
export interface RunMeter {
  readonly kind: MeasurementKind;
  /** `cgroup.procs` files that the run's first process must enter before anything else. */
  readonly entryFiles: readonly string[];
  /**
   * Gives the meter the process that was started; called once, right after the start. `sandbox`:
   * that process isolates the tool.
   */
  attach(pid: number, kind: "sandbox" | "tool"): void;
  /** Current processes of the run. */
  processes(): readonly number[];
  /** User plus system time so far, of all processes of the run, ended ones included. */
  cpuTimeSeconds(): number;
  /** Largest memory of all processes together so far; undefined where it is unknown. */
  peakMemoryBytes(): number | undefined;
  /** Memory of all processes together, now or at the last reading. */
  memoryBytes(): number | undefined;
  /** The other figures, as far as they are known; meant for the end of the run. */
  usage(): ResourceUsage;
  /** Whether the memory limit was reached. */
  hasExceededMemory(): boolean;
  /** Whether the run tried to have more processes at a time than allowed. */
  hasTooManyProcesses(): boolean;
  /** Asks the tool's processes to end; the processes of the sandbox are spared. */
  askToEnd(): void;
  /**
   * Kills every process of the run and resolves when none is left.
   * @throws PlatformError `ERR_PROCESSES_LEFT` when some cannot be killed.
   */
  killAll(): Promise<void>;
  /**
   * Releases the resources of the meter; no figure may be requested afterwards. A second call does
   * nothing.
   */
  release(): Promise<void>;
}

/** The limits that a meter itself enforces; `Infinity`: none. */
export interface MeterLimits {
  readonly memoryBytes: number;
  readonly processes: number;
  /** Numbers of the cores that the run may use; undefined: any. */
  readonly cores?: readonly number[];
  /** NUMA nodes of these cores. */
  readonly memoryNodes?: readonly number[];
}
