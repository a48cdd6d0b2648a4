/**
 * The task as a tool-info module sees it, like BenchExec's `Task`: names of files as the run sees
 * them. A witness to check is one of the input files;
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

/** Limits that a tool may be given; absent limits do not exist. */
export interface ToolLimits {
  /** CPU time after which the run counts as a timeout. */
  readonly cpuTimeSeconds?: number;
  /** CPU time after which the run is killed; default: the same. */
  readonly hardCpuTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  readonly memoryBytes?: number;
  readonly cores?: number;
}

/** The input from which a tool-info module makes a command line. */
export interface CommandRequest {
  /** Options of the tool, as the competition or benchmark definition has them. */
  readonly options: readonly string[];
  readonly task: ToolTask;
  readonly limits: ToolLimits;
}
