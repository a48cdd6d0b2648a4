import { type MessagePort, Worker } from "node:worker_threads";
import { bundledModule } from "../installation/index.ts";
import { InputError } from "../util/errors.ts";
import { type CallOrigin, CpuClock } from "../verifier/index.ts";

/** What a contestant's worker thread posts. */
export type WorkerMessage<Result> =
  | { readonly kind: "progress"; readonly message: string }
  /** Another process has used so many CPU seconds for this thread. */
  | { readonly kind: "charge"; readonly seconds: number }
  /** The answer is certain; the result follows. */
  | { readonly kind: "decided" }
  /** What is known so far of the result, for an answer when the thread is ended. */
  | { readonly kind: "partial"; readonly partial: Partial<Result> }
  /** What the system calls the thread. */
  | { readonly kind: "thread"; readonly thread: string }
  | { readonly kind: "result"; readonly result: Result }
  | { readonly kind: "input-error"; readonly diagnostics: InputError["diagnostics"] };

/** The process has come to a limit before its thread has come to an answer. */
export class LimitReached extends Error {}

/** Stack of the analysis thread, for deeply recursive programs. */
const STACK_MB = 900;

/** The folder of the build. */
const BUILD = new URL("../", import.meta.url);

/** How often the process looks at what it has used. */
const WATCH_MILLISECONDS = 50;
/** Of the memory: memory that is not on the heap grows between two looks. */
const MEMORY_SHARE = 0.95;

/**
 * Threads inherit the options of the process, but for one: the kind of a program that is given as text is not that
 * of the thread's file. Options of V8 are inherited only where none are named.
 */
function ownOptions(): { readonly execArgv?: string[] } {
  const isText = process.execArgv.some((word) => word.startsWith("--input-type"));
  return isText ? { execArgv: [] } : {};
}

/**
 * Runs a job in a thread with a large stack. A thread keeps to its limits by
 * itself; one that is stuck in a step that asks for no limit is ended here, so
 * that the process still gives an answer.
 * @throws InputError when the job's input is faulty.
 * @throws LimitReached at the limits; any other error is the thread's own.
 */
export function runInWorker<Result>(
  script: URL,
  job: object,
  options: {
    readonly memoryBytes: number;
    /** Of the call; default: all that the process uses belongs to it. */
    readonly clock?: CpuClock;
    /** CPU seconds of the call at which the thread is ended. */
    readonly endSeconds?: number;
    /** Ends the thread; the promise is rejected with the signal's reason. */
    readonly signal?: AbortSignal;
    readonly onProgress: (message: string) => void;
    readonly onPartial?: (partial: Partial<Result>) => void;
    readonly onDecided?: () => void;
    readonly onThread?: (thread: string) => void;
    /** What the job names and the thread gets. */
    readonly ports?: readonly MessagePort[];
  },
): Promise<Result> {
  const { memoryBytes, endSeconds = Number.POSITIVE_INFINITY, clock = new CpuClock() } = options;
  const { signal } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(bundledModule(script, BUILD), {
      workerData: { ...job, clockOriginSeconds: clock.originSeconds } satisfies CallOrigin,
      transferList: [...(options.ports ?? [])],
      ...ownOptions(),
      resourceLimits: {
        stackSizeMb: STACK_MB,
        maxOldGenerationSizeMb: Math.floor(options.memoryBytes / 1e6),
      },
    });
    const watch = setInterval(() => {
      const isTooLarge = process.memoryUsage.rss() > memoryBytes * MEMORY_SHARE;
      if (!isTooLarge && clock.usedSeconds() < endSeconds) return;
      clearInterval(watch);
      reject(new LimitReached(isTooLarge ? "out of memory" : "time limit"));
      void worker.terminate();
    }, WATCH_MILLISECONDS);
    const abort = (): void => {
      reject(signal?.reason);
      void worker.terminate();
    };
    signal?.addEventListener("abort", abort, { once: true });
    worker.on("message", (message: WorkerMessage<Result>) => {
      switch (message.kind) {
        case "progress":
          options.onProgress(message.message);
          break;
        case "charge":
          clock.charge(message.seconds);
          break;
        case "decided":
          options.onDecided?.();
          break;
        case "partial":
          options.onPartial?.(message.partial);
          break;
        case "thread":
          options.onThread?.(message.thread);
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
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isTooLarge ? new LimitReached("out of memory") : error);
    });
    worker.on("exit", (code) => {
      clearInterval(watch);
      signal?.removeEventListener("abort", abort);
      reject(new Error(`the analysis thread ended with code ${code}`));
    });
  });
}
