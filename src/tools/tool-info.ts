import type { DataModel, Language, Limits, TerminationReason } from "../model/index.ts";

/** What a tool-info module knows of a task: names of files as the run sees them. */
export interface ToolTask {
  readonly inputFiles: readonly string[];
  readonly propertyFile: string;
  readonly language: Language;
  readonly dataModel?: DataModel;
  /** The witness to check; validators only. */
  readonly witnessFile?: string;
}

/** What a tool-info module knows of a finished run. */
export interface ToolRun {
  /** Absent when a signal ended the process. */
  readonly exitCode?: number;
  readonly signal?: number;
  /** Standard output and standard error, without line breaks. */
  readonly outputLines: readonly string[];
  /** Why the runner ended the run; absent when it ended by itself. */
  readonly terminationReason?: TerminationReason;
}

/**
 * The adapter of one tool: a command line in, a status out of the output.
 * Pure, so that stored logs can be read again in any environment. The
 * counterpart of BenchExec's `BaseTool2`.
 */
export interface ToolInfo {
  /** Name of the module in competition definitions. */
  readonly module: string;
  /** Display name of the tool. */
  readonly name: string;
  /** Name of the executable to look for. */
  readonly executable: string;
  /** Which runs the tool can take part in. */
  readonly role: "verifier" | "validator";
  /** Words after the executable that make it print its version. */
  readonly versionArguments: readonly string[];
  /** File patterns, relative to the working directory, that may hold the witness. */
  readonly resultFiles: readonly string[];
  /**
   * Words after the executable.
   * @throws PlatformError `ERR_TASK_NOT_SUPPORTED` when the tool cannot take such a task.
   */
  commandLine(options: readonly string[], task: ToolTask, limits: Limits): readonly string[];
  /** Status text as BenchExec knows it: `true`, `false(p)`, `unknown`, `ERROR (…)` or any free text. */
  determineResult(run: ToolRun): string;
}
