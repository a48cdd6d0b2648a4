import { CpuClock } from "../../contestant/call/index.ts";
import {
  type BuildFile,
  checkProgram,
  definitionsOf,
  type MacroOption,
  type ProgramAnswer,
  type ProgramStart,
} from "../../contestant/jobs/index.ts";
import type { ProgramCheckId } from "../../contestant/specification/index.ts";
import { readProgramFile } from "../../ground/files/index.ts";
import { defined } from "../../ground/util/defined.ts";

export interface CheckOptions {
  /** Default: all. */
  readonly checks?: readonly ProgramCheckId[];
  /** Default: that of this machine. */
  readonly dataModel?: "ILP32" | "LP64";
  /** Folders of headers, beside those of the files. */
  readonly includeFolders?: readonly string[];
  readonly macros?: readonly MacroOption[];
  /** E.g. `c11`. */
  readonly standard?: string;
  /** Default: `main` with any arguments. */
  readonly start?: ProgramStart;
  /** All places that go wrong, instead of the first. Default: false. */
  readonly findsAll?: boolean;
  /** CPU seconds; default 60. */
  readonly timeLimitSeconds?: number;
  /** Default 4 GB. */
  readonly memoryBytes?: number;
  readonly cores?: number;
  readonly seed?: number;
  readonly configuration?: string;
  readonly onProgress?: (message: string) => void;
  /** Ends the check; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Searches for errors in a program, and proves that there are none: `agon verify FILE...`.
 * @param files - paths, or texts with names
 * @throws InputError with every diagnostic when a file cannot be read, or is not C.
 */
export async function check(
  files: readonly (string | { readonly file: string; readonly text: string })[],
  options: CheckOptions = {},
): Promise<ProgramAnswer> {
  const { includeFolders = [], macros = [], standard, signal, onProgress } = options;
  const definitions = definitionsOf(macros, standard);
  const sources = files.map((given): BuildFile => {
    const { file, text } =
      typeof given === "string" ? { file: given, text: readProgramFile(given).text } : given;
    return { file, text, includeFolders, definitions };
  });
  const { checks, dataModel } = options;
  const { answer } = await checkProgram(
    {
      build: { files: sources, start: options.start ?? { kind: "main" } },
      ...defined({ checks, dataModel }),
      configuration: options.configuration ?? "default",
      timeLimitSeconds: options.timeLimitSeconds ?? 60,
      memoryBytes: options.memoryBytes ?? 4e9,
      cores: options.cores ?? 1,
      seed: options.seed ?? 1,
      findsAll: options.findsAll ?? false,
    },
    { clock: CpuClock.fromNow(), ...defined({ onProgress, signal }) },
  );
  return answer;
}
