import type { ExecutionLimits } from "../system/execution-limits.ts";
import type { SandboxFiles } from "./sandbox-layout.ts";

/** One command to be executed. */
export interface RunRequest {
  /** Words of the command; paths are relative to the working directory, or absolute paths of the tool. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly files: SandboxFiles;
  readonly limits: ExecutionLimits;
  /** Numbers of the cores to run on; undefined: any. */
  readonly cores?: readonly number[];
  /** Where the command starts, as it sees it; default: the working directory. */
  readonly startDirectory?: string;
  /** File descriptor that the command reads; default: nothing to read. */
  readonly standardInput?: number;
  /** Where standard output and standard error go, in the order of their arrival; default: nowhere. */
  readonly outputFile?: string;
  /** Is given the command's output as it arrives; the command is held up until the promise resolves. */
  readonly onOutput?: (chunk: Uint8Array) => Promise<void>;
  /** Called now and then; what it throws ends the run, which then has no result. */
  readonly check?: () => void;
  /** Called when no process of the command is left, while its sandbox ends; only where that is known before. */
  readonly onOver?: () => void;
  /** A path of our own beside the working directory, where nothing is yet. */
  readonly mountPoint: string;
}
