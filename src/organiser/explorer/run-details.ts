/** Data on the page of one run beyond the table; one data file per category and tool. */
import type { FileReference, RunPhase, RunResult } from "../../ground/model/index.ts";

/** By task. */
export type DetailsFile = Readonly<Record<string, RunDetails>>;

/** Facts of one execution. Paths are relative to the site. */
export interface ExecutionDetails
  extends Partial<
    Pick<
      RunResult,
      | "run"
      | "exitCode"
      | "signal"
      | "terminationReason"
      | "cpuTimeSeconds"
      | "wallTimeSeconds"
      | "memoryBytes"
      | "usage"
      | "disturbances"
      | "samples"
      | "measurement"
      | "isolation"
      | "host"
      | "startedAt"
      | "attempt"
    >
  > {
  readonly commandLine?: readonly string[];
  readonly log?: LogDetails;
}

export interface LogDetails {
  /** Absent in a single-file site. */
  readonly path?: string;
  /** The beginning and the end, or everything. */
  readonly excerpt: string;
  readonly bytes: number;
  /** Size of the part that is left out in the middle. */
  readonly omittedBytes: number;
}

export interface RunDetails extends ExecutionDetails {
  readonly toolVersion?: string;
  readonly witness?: WitnessDetails;
  readonly validations: readonly ValidationDetails[];
  /** Validators whose answer the rules require but that have given none. */
  readonly missingValidators: readonly string[];
}

export interface ValidationDetails extends ExecutionDetails {
  /** Identifier of the validator. */
  readonly tool: string;
  readonly phase: RunPhase;
  readonly status: string;
}

export interface WitnessDetails {
  readonly path?: string;
  readonly sha256: FileReference["sha256"];
  /** Objections of the reader; an error where nothing could be read. */
  readonly findings: readonly string[];
  readonly kind?: "violation" | "correctness";
  readonly version?: string;
  readonly producer?: string;
  /** In order; for violation witnesses. */
  readonly waypoints: readonly WaypointDetails[];
  readonly invariants: readonly InvariantDetails[];
  /** The file, when it is small. */
  readonly text?: string;
}

export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column?: number;
}

export interface WaypointDetails extends Place {
  /** From 1. */
  readonly segment: number;
  readonly action: "follow" | "avoid" | "cycle";
  /** E.g. `assumption`, `target`. */
  readonly type: string;
  /** Constraint, outcome … */
  readonly text?: string;
  /** Values of all variables after this line in an execution that follows the witness. */
  readonly values?: readonly (readonly [name: string, value: string])[];
}

export interface InvariantDetails extends Place {
  readonly type: string;
  readonly expression: string;
}

/** The programs of a category's tasks; equal files are stored once. */
export interface SourcesFile {
  /** By hash. */
  readonly texts: Readonly<Record<string, string>>;
  /** By task: its files in the order of the command line. */
  readonly tasks: Readonly<Record<string, readonly FileReference[]>>;
}
