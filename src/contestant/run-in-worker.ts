import { Worker } from "node:worker_threads";
import { InputError } from "../util/errors.ts";

/** What a contestant's worker thread posts. */
export type WorkerMessage<Result> =
  | { readonly kind: "progress"; readonly message: string }
  /** The answer is certain; the result follows. */
  | { readonly kind: "decided" }
  | { readonly kind: "result"; readonly result: Result }
  | { readonly kind: "input-error"; readonly diagnostics: InputError["diagnostics"] };

/** Stack of the analysis thread, for deeply recursive programs. */
const STACK_MB = 900;

/**
 * Runs a job in a thread with a large stack.
 * @throws InputError when the job's input is faulty; any other error is the thread's own.
 */
export function runInWorker<Result>(
  script: URL,
  job: unknown,
  options: {
    readonly memoryBytes: number;
    readonly onProgress: (message: string) => void;
    readonly onDecided?: () => void;
  },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      workerData: job,
      // The kind of a program given as text is not that of the thread's file.
      execArgv: process.execArgv.filter((word) => !word.startsWith("--input-type")),
      resourceLimits: {
        stackSizeMb: STACK_MB,
        maxOldGenerationSizeMb: Math.floor(options.memoryBytes / 1e6),
      },
    });
    worker.on("message", (message: WorkerMessage<Result>) => {
      switch (message.kind) {
        case "progress":
          options.onProgress(message.message);
          break;
        case "decided":
          options.onDecided?.();
          break;
        case "result":
          resolve(message.result);
          void worker.terminate();
          break;
        case "input-error":
          reject(new InputError(message.diagnostics));
          void worker.terminate();
          break;
      }
    });
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`the analysis thread ended with code ${code}`)));
  });
}
