import type {
  CommandRequest,
  TerminationReason,
  ToolLimits,
  ToolTask,
  WitnessVersion,
} from "../../ground/model/index.ts";

export type { CommandRequest, ToolLimits, ToolTask };

/** What a tool-info module knows of a finished run. */
export interface ToolRun {
  /** As given by {@link ToolInfo.commandLine}. */
  readonly commandLine: readonly string[];
  /** What it was made of; absent where only an output is at hand. Modules may keep state of it. */
  readonly asked?: CommandRequest;
  /** Absent when a signal ended the process. */
  readonly exitCode?: number;
  readonly signal?: number;
  /** The tool's own version, as far as it is known. */
  readonly toolVersion?: string;
  /** Standard output and standard error, see `outputLines`. */
  readonly outputLines: readonly string[];
  /** Why the runner ended the run; absent when it ended by itself. */
  readonly terminationReason?: TerminationReason;
}

/** Where in its folder a tool's executable may be. */
export interface ExecutablePlace {
  readonly name: string;
  /** Folder below the tool's; `""` is the tool's own. */
  readonly folder: string;
}

export type ToolRole = "verifier" | "validator";

/**
 * The adapter of one tool: a command line in, a status out of the output.
 * Nothing is remembered between calls, so that stored logs can be read again
 * anywhere; modules of BenchExec that do remember are told of the run's command line before its result. The counterpart of BenchExec's `BaseTool2`.
 */
export interface ToolInfo {
  /** Name of the module in competition definitions. */
  readonly module: string;
  /** Display name of the tool. */
  readonly name: string;
  readonly projectUrl?: string;
  /** What the tool can take part as. */
  readonly roles: readonly ToolRole[];
  /**
   * A validator that checks the form of witnesses only: its answer says whether
   * the witness is valid at all, and never confirms.
   */
  readonly isLinter?: true;
  /** Name of the executable to look for; stands for it as the first word of command lines. */
  readonly executable: string;
  /** Where to look in the tool's folder, best first; default: `executable` itself and in `bin`. */
  readonly places?: readonly ExecutablePlace[];
  /** Words after the executable that make it print its version; empty: it cannot. */
  readonly versionArguments: readonly string[];
  /** A shell script in place of them, with the executable as its first argument. */
  readonly versionScript?: string;
  /** The version in what the tool printed (standard output); default: all of it. */
  versionOf?(output: string): string;
  urlForVersion?(version: string): string | undefined;
  /** Patterns of what the tool needs beside its executable, relative to the executable's folder. */
  readonly requiredPaths?: readonly string[];
  /** Runs start in the folder of the executable (BenchExec's `working_directory`). */
  readonly startsInOwnFolder?: boolean;
  /** File patterns, relative to the working directory, that may hold the witness. */
  readonly resultFiles: readonly string[];
  /** How the tool is asked for a format of witnesses, when it has several. */
  readonly witnessFormats?: {
    /** The preferred one first. */
    readonly versions: readonly WitnessVersion[];
    readonly option: string;
  };
  /**
   * All words; the first is usually `executable`.
   * @throws PlatformError `ERR_TASK_NOT_SUPPORTED` when the tool cannot take such a task.
   */
  commandLine(
    executable: string,
    options: readonly string[],
    task: ToolTask,
    limits: ToolLimits,
    /** The tool's own version, as far as it is known. */
    version?: string,
  ): readonly string[];
  /** Status text as BenchExec knows it: `true`, `false(p)`, `unknown`, `ERROR (…)` or any free text. */
  determineResult(run: ToolRun): string;
  /** The same for modules that take their time in another process: to be asked while runs are watched. */
  determineResultLater?(run: ToolRun): Promise<string>;
  /** A figure that a table asks for by name, out of the output; may hold HTML. */
  valueFromOutput?(outputLines: readonly string[], identifier: string): string | undefined;
}
