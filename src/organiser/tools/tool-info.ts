import type {
  CommandRequest,
  TerminationReason,
  ToolLimits,
  ToolTask,
  WitnessVersion,
} from "../../ground/model/index.ts";

export type { CommandRequest, ToolLimits, ToolTask };

/** Facts about a finished run for a tool-info module. */
export interface ToolRun {
  /** As given by {@link ToolInfo.commandLine}. */
  readonly commandLine: readonly string[];
  /**
   * The request from which it was made; absent where only an output is available. Modules may keep
   * state about it.
   */
  readonly asked?: CommandRequest;
  /** Absent when a signal ended the process. */
  readonly exitCode?: number;
  readonly signal?: number;
  /** The tool's own version, as far as it is known. */
  readonly toolVersion?: string;
  /** Standard output and standard error, see `outputLines`. */
  readonly outputLines: readonly string[];
  /** The reason why the runner ended the run; absent when it ended by itself. */
  readonly terminationReason?: TerminationReason;
}

/** Possible place of a tool's executable in its folder. */
export interface ExecutablePlace {
  readonly name: string;
  /** Folder below the tool's; `""` is the tool's own. */
  readonly folder: string;
}

export type ToolRole = "verifier" | "validator";

/**
 * The adapter of one tool: it makes a command line and derives a status from the output. It keeps
 * no state between calls, so that stored logs can be read again anywhere; modules of BenchExec that
 * keep state are given the run's command line before its result. The counterpart of BenchExec's
 * `BaseTool2`.
 */
export interface ToolInfo {
  /** Name of the module in competition definitions. */
  readonly module: string;
  /** Display name of the tool. */
  readonly name: string;
  readonly projectUrl?: string;
  /** Roles in which the tool can take part. */
  readonly roles: readonly ToolRole[];
  /**
   * A validator that checks the form of witnesses only: its answer decides whether the witness is
   * valid at all, and never confirms.
   */
  readonly isLinter?: true;
  /** Name of the executable to search; represents it as the first word of command lines. */
  readonly executable: string;
  /**
   * Places to search in the tool's folder, best first; default: `executable` itself and in `bin`.
   */
  readonly places?: readonly ExecutablePlace[];
  /** Words after the executable that make it print its version; empty: it cannot. */
  readonly versionArguments: readonly string[];
  /** A shell script instead, with the executable as its first argument. */
  readonly versionScript?: string;
  /** The version in the tool's standard output; default: all of it. */
  versionOf?(output: string): string;
  urlForVersion?(version: string): string | undefined;
  /**
   * Patterns of files that the tool needs beside its executable, relative to the executable's
   * folder.
   */
  readonly requiredPaths?: readonly string[];
  /** Runs start in the folder of the executable (BenchExec's `working_directory`). */
  readonly startsInOwnFolder?: boolean;
  /** File patterns, relative to the working directory, that may hold the witness. */
  readonly resultFiles: readonly string[];
  /** Option for the choice of a format of witnesses, when the tool has several. */
  readonly witnessFormats?: {
    /** The preferred one first. */
    readonly versions: readonly WitnessVersion[];
    readonly option: string;
  };
  /**
   * All words; the first is usually `executable`.
   * @throws PlatformError `ERR_TASK_NOT_SUPPORTED` when the tool does not support the task.
   */
  commandLine(
    executable: string,
    options: readonly string[],
    task: ToolTask,
    limits: ToolLimits,
    /** The tool's own version, as far as it is known. */
    version?: string,
  ): readonly string[];
  /**
   * Status text in BenchExec's form: `true`, `false(p)`, `unknown`, `ERROR (…)` or any free text.
   */
  determineResult(run: ToolRun): string;
  /**
   * The same for modules that are slow and run in another process: to be called while runs are
   * watched.
   */
  determineResultLater?(run: ToolRun): Promise<string>;
  /** A figure that a table requests by name, extracted from the output; may contain HTML. */
  valueFromOutput?(outputLines: readonly string[], identifier: string): string | undefined;
}
