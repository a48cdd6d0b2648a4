import type { RunResult, RunSpecification } from "../../ground/model/index.ts";

/**
 * Something that gets runs executed: this machine, a cluster, a simulation.
 * Results never travel through it. It sees to it that they get into the spool,
 * and tells when they are there.
 */
export interface Driver {
  readonly description: DriverDescription;
  /**
   * Works until nothing is left to take and nothing is at work. Rejects with
   * the reason of `signal` when that is aborted, after its runs have ended.
   */
  execute(work: Work, signal: AbortSignal): Promise<void>;
}

/** For people. */
export interface DriverDescription {
  /** Where the runs are executed and how, in a few words each. */
  readonly summary: readonly string[];
  /** What could be better, in sentences. */
  readonly advice: readonly string[];
}

/** The runs that are to be executed, as a driver sees them. */
export interface Work {
  /** A run without a result that nobody else has taken; undefined when there is none at the moment. */
  take(): RunSpecification | undefined;
  /** Gives runs back, or adds those that a result calls for; they are the next to be taken. */
  put(runs: readonly RunSpecification[]): void;
  /** Tells that a taken run is being executed, and on which cores where it was given some. */
  started(run: RunSpecification, cores?: readonly number[]): void;
  /**
   * Tells, once a run, that its result is in the spool. Returns the runs that
   * the result calls for and that have no result; the driver executes them or
   * puts them.
   */
  finished(result: RunResult): readonly RunSpecification[];
  /** All runs that a result calls for, with or without a result. */
  calledForBy(result: RunResult): readonly RunSpecification[];
}
