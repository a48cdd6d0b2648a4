import type { ExecutionLimits } from "../system/execution-limits.ts";
import type { SandboxFiles } from "./sandbox-layout.ts";

/** One command to execute. */
export interface RunRequest {
  /** Words of the command; paths are relative to the working directory, or absolute paths of the tool. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly files: SandboxFiles;
  readonly limits: ExecutionLimits;
  /** Numbers of the cores to use; undefined: any. */
  readonly cores?: readonly number[];
  /** Folder in which the command starts, as the command sees it; default: the working directory. */
  readonly startDirectory?: string;
  /** File descriptor that the command reads; default: empty input. */
  readonly standardInput?: number;
  /** File for standard output and standard error, in the order of their arrival; default: none. */
  readonly outputFile?: string;
  /**
   * Receives the command's output as it arrives; the command is blocked until the promise resolves.
   */
  readonly onOutput?: (chunk: Uint8Array) => Promise<void>;
  /** Called regularly; an exception from it ends the run, which then has no result. */
  readonly check?: () => void;
  /**
   * Called when no process of the command is left, while its sandbox ends; only where that is known
   * before.
   */
  readonly onOver?: () => void;
  /** An unused path beside the working directory. */
  readonly mountPoint: string;
}
