/**
 * What a tool-info module knows of a task, as BenchExec's `Task`: names of
 * files as the run sees them. A witness to check is one of the input files;
 * `options.witness_input_file` names it (see `task-options.ts`).
 */
export interface ToolTask {
  readonly inputFiles: readonly string[];
  /** Stands for the task where there are no input files. */
  readonly identifier?: string;
  readonly propertyFile?: string;
  /** `options` of the task definition: `language`, `data_model`, … */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Limits that a tool may be told; absent ones do not exist. */
export interface ToolLimits {
  /** CPU time after which the run counts as a timeout. */
  readonly cpuTimeSeconds?: number;
  /** CPU time after which the run is killed; default: the same. */
  readonly hardCpuTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  readonly memoryBytes?: number;
  readonly cores?: number;
}

/** All that a tool-info module is told when it makes a command line. */
export interface CommandRequest {
  /** Of the tool, as the competition or benchmark definition has them. */
  readonly options: readonly string[];
  readonly task: ToolTask;
  readonly limits: ToolLimits;
}
