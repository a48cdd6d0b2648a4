import { defined } from "../util/defined.ts";
import type { CommandRequest } from "./command-request.ts";
import type { FileReference } from "./file-reference.ts";
import type { Limits } from "./limits.ts";

/** The purpose of a run; validation phases check the witness of a verification run. */
export const RUN_PHASES = [
  "verification",
  "violation-validation",
  "correctness-validation",
] as const;

export type RunPhase = (typeof RUN_PHASES)[number];

/**
 * Everything that decides the behaviour of one run. Immutable; `id` is the hash of all other fields
 * except `asked`, so equal specifications are the same run.
 */
export interface RunSpecification {
  /**
   * SHA-256 of the canonical JSON of the other fields (see {@link runIdentityFields}); `path` in
   * `files` is left out: content and name inside the run count, not the place of the file.
   */
  readonly id: string;
  readonly phase: RunPhase;
  /** Identifier of the tool in the competition definition. */
  readonly tool: string;
  /** Version text of the tool and hash of its archive or files, where known. */
  readonly toolVersion?: string;
  /** Words of the command; the first is the executable. */
  readonly commandLine: readonly string[];
  /**
   * The request from which the tool-info module made the words; not part of the identity, since the
   * words are.
   */
  readonly asked?: CommandRequest;
  /** Every file the run may read, with the path it sees it under. */
  readonly files: readonly MountedFile[];
  /** Files the run may produce and that are kept, as patterns relative to its working directory. */
  readonly resultFiles: readonly string[];
  /** Identity of the task; see `taskId`. */
  readonly task: string;
  /** Name of the property. */
  readonly property: string;
  readonly limits: Limits;
  /** The verification run whose witness is checked; validation phases only. */
  readonly validates?: string;
  /** From 2, for runs that only measure how results vary; absent for the run that counts. */
  readonly repetition?: number;
}

export interface MountedFile extends FileReference {
  /** Path inside the run, relative to its working directory. */
  readonly mountPath: string;
}

/** The fields over which a run's identity is computed. */
export function runIdentityFields(
  specification: Omit<RunSpecification, "id">,
): Omit<RunSpecification, "id"> {
  const { phase, tool, commandLine, files, resultFiles, task, property, limits } = specification;
  return {
    phase,
    tool,
    ...defined({ toolVersion: specification.toolVersion }),
    commandLine,
    files,
    resultFiles,
    task,
    property,
    limits,
    ...defined({ validates: specification.validates, repetition: specification.repetition }),
  };
}

/** Why a run was ended by the runner; the names are BenchExec's. Absent: it ended by itself. */
export const TERMINATION_REASONS = [
  "cputime",
  "cputime-soft",
  "walltime",
  "memory",
  "killed",
  "failed",
  "files-count",
  "files-size",
] as const;

export type TerminationReason = (typeof TERMINATION_REASONS)[number];

/** How the numbers were obtained; results of different kinds are not exactly comparable. */
export const MEASUREMENT_KINDS = ["cgroup-v2", "cgroup-v1", "process-accounting"] as const;

export type MeasurementKind = (typeof MEASUREMENT_KINDS)[number];

/**
 * Isolation of a run from the host and from other runs; only the first kind is meant for real
 * competitions.
 */
export const ISOLATION_KINDS = ["bubblewrap", "unshare", "none"] as const;

export type IsolationKind = (typeof ISOLATION_KINDS)[number];

/**
 * Resources that a run used beyond time and memory. A figure is absent where the machine does not
 * report it.
 */
export interface ResourceUsage {
  readonly cpuUserSeconds?: number;
  readonly cpuSystemSeconds?: number;
  /** Traffic of block devices; data that the page cache served is not counted. */
  readonly readBytes?: number;
  readonly writtenBytes?: number;
  /** Wall time in which some process waited for the resource (pressure stall information, "some"). */
  readonly cpuPressureSeconds?: number;
  readonly memoryPressureSeconds?: number;
  readonly ioPressureSeconds?: number;
  /** Energy of the processor packages, while no other run used them. */
  readonly cpuEnergyJoules?: number;
  /**
   * CPU time by number of the core, for the cores that were used; only version 1 of control groups
   * reports it.
   */
  readonly cpuCoreSeconds?: Readonly<Record<string, number>>;
}

/** The figures that are a single number. */
export const USAGE_FIGURES: readonly Exclude<keyof ResourceUsage, "cpuCoreSeconds">[] = [
  "cpuUserSeconds",
  "cpuSystemSeconds",
  "readBytes",
  "writtenBytes",
  "cpuPressureSeconds",
  "memoryPressureSeconds",
  "ioPressureSeconds",
  "cpuEnergyJoules",
];

/**
 * Events on the machine during a run that make its times doubtful. An absent figure means that
 * nothing noticeable happened.
 */
export interface Disturbances {
  /** Number of times that heat slowed down a core of the run. */
  readonly throttleCount?: number;
  /** Pages that the machine swapped in or out, for any process. */
  readonly swappedPages?: number;
  /** CPU time that other processes used on the run's cores, hyper-threads included. */
  readonly foreignCpuSeconds?: number;
  /** CPU time of the run's cores that the hypervisor gave to other machines. */
  readonly stolenCpuSeconds?: number;
  /**
   * Amount by which the clock was set, or stood still; negative: set back. Wall times are not
   * affected.
   */
  readonly clockJumpSeconds?: number;
  /**
   * Longest time for which the run's limits were not watched, because the watching process was
   * stopped or got no CPU time.
   */
  readonly watchDelaySeconds?: number;
}

export const DISTURBANCES: readonly (keyof Disturbances)[] = [
  "throttleCount",
  "swappedPages",
  "foreignCpuSeconds",
  "stolenCpuSeconds",
  "clockJumpSeconds",
  "watchDelaySeconds",
];

/** Resource use during a run: arrays of equal length, at most 200 points, ascending. */
export interface TimeLine {
  /** Wall time since the start. */
  readonly seconds: readonly number[];
  readonly cpuSeconds: readonly number[];
  /** Memory at that moment; includes the file cache where control groups measure. */
  readonly memoryBytes: readonly number[];
}

/** The facts of one finished run. */
export interface RunResult {
  /** `id` of the {@link RunSpecification}. */
  readonly run: string;
  readonly phase: RunPhase;
  readonly tool: string;
  /** Identity of the task. */
  readonly task: string;
  readonly property: string;
  /** `run` of the checked verification run; validation phases only. */
  readonly validates?: string;
  /** As in the specification. */
  readonly repetition?: number;
  /** Final status text: the tool's answer, overridden by limits (see `organiser/results/status-of-run.ts`). */
  readonly status: string;
  /** Absent when a signal ended the process. */
  readonly exitCode?: number;
  readonly signal?: number;
  readonly terminationReason?: TerminationReason;
  /** User plus system time of the whole process group. Absent numbers were not measured. */
  readonly cpuTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  /** Peak memory. */
  readonly memoryBytes?: number;
  readonly usage?: ResourceUsage;
  /**
   * Absent: no disturbance was noticed, or the result was made before disturbances were recorded.
   */
  readonly disturbances?: Disturbances;
  /** Only in the stored file, to keep the many results in memory small. */
  readonly samples?: TimeLine;
  readonly measurement: MeasurementKind;
  /** Absent in results that another tool than Agon produced. */
  readonly isolation?: IsolationKind;
  readonly host: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Paths are relative to the spool. */
  readonly log?: FileReference;
  readonly witness?: FileReference;
  /** Size of a witness that was too large to be kept. */
  readonly refusedWitnessBytes?: number;
}
