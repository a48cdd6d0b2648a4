import type { RunResult, RunSpecification } from "../../ground/model/index.ts";

/**
 * An executor of runs: this machine, a cluster, a simulation. It does not return results, but makes
 * sure that they get into the spool, and reports when they are there.
 */
export interface Driver {
  readonly description: DriverDescription;
  /**
   * Works until nothing is left to take and no run is being executed. Rejects with the reason of
   * `signal` when that is aborted, after its runs have ended.
   */
  execute(work: Work, signal: AbortSignal): Promise<void>;
}

/** For display. */
export interface DriverDescription {
  /** Where and how the runs are executed, in a few words each. */
  readonly summary: readonly string[];
  /** Possible improvements, in sentences. */
  readonly advice: readonly string[];
}

/** The runs to execute, as a driver sees them. */
export interface Work {
  /** A run that has no result and is not taken; undefined when there is none at the moment. */
  take(): RunSpecification | undefined;
  /** Gives runs back, or adds those that a result requires; they are the next to be taken. */
  put(runs: readonly RunSpecification[]): void;
  /** Reports that a taken run is being executed, and on which cores where it was given some. */
  started(run: RunSpecification, cores?: readonly number[]): void;
  /**
   * Reports, once per run, that its result is in the spool. Returns the runs that the result
   * requires and that have no result; the driver executes them or puts them.
   */
  finished(result: RunResult): readonly RunSpecification[];
  /** All runs that a result requires, with or without a result. */
  calledForBy(result: RunResult): readonly RunSpecification[];
}
