import { CpuClock, lastSeconds } from "../../contestant/call/index.ts";
import { LimitReached, type ProgramSource, runInWorker } from "../../contestant/jobs/index.ts";
import type { ValidationAnswer, ValidationJob } from "../../contestant/validator/index.ts";
import { readProgramFile, readWitnessText, sha256 } from "../../ground/files/index.ts";
import { defined } from "../../ground/util/defined.ts";

/** The options of {@link validate}. */
export interface ValidateOptions {
  readonly dataModel: "ILP32" | "LP64";
  /** CPU seconds; default 90. */
  readonly timeLimitSeconds?: number;
  /** Default 4 GB. */
  readonly memoryBytes?: number;
  readonly seed?: number;
  /** Whether a witness for another version of the program is accepted. */
  readonly acceptsAnyHash?: boolean;
  readonly onProgress?: (message: string) => void;
  /** Ends the validation; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The answer of `agon validate`; it is unknown, too, when a limit ended the validation. */
export type Validation =
  | ValidationAnswer
  | { readonly verdict: "unknown"; readonly reason: string };

/**
 * Checks a witness: `agon validate`.
 * @param witness - path, or a text with a name
 * @param property - text of a property file
 * @throws InputError with every diagnostic when an input is faulty.
 */
export async function validate(
  witness: string | { readonly file: string; readonly text: string },
  program: ProgramSource,
  property: string,
  options: ValidateOptions,
): Promise<Validation> {
  const isPath = typeof witness === "string";
  const source =
    program.text === undefined
      ? readProgramFile(program.file)
      : { text: program.text, sha256: sha256(program.text) };
  const { timeLimitSeconds = 90, memoryBytes = 4e9, signal, onProgress } = options;
  const job: ValidationJob = {
    witnessFile: isPath ? witness : witness.file,
    witnessText: isPath ? await readWitnessText(witness) : witness.text,
    programFile: program.file,
    programText: source.text,
    programHash: source.sha256,
    acceptsAnyHash: options.acceptsAnyHash ?? false,
    propertyFile: "property",
    propertyText: property,
    dataModel: options.dataModel,
    timeLimitSeconds,
    seed: options.seed ?? 1,
    engine: "all",
  };
  const script = new URL("../../contestant/validator/validation-worker.js", import.meta.url);
  try {
    return await runInWorker<ValidationAnswer>(script, job, {
      memoryBytes,
      clock: CpuClock.fromNow(),
      endSeconds: lastSeconds(timeLimitSeconds),
      onProgress: (message) => onProgress?.(message),
      ...defined({ signal }),
    });
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { verdict: "unknown", reason: error.message };
  }
}
