import { type MessagePort, Worker } from "node:worker_threads";
import { bundledModule } from "../../ground/installation/index.ts";
import { InputError } from "../../ground/util/errors.ts";
import {
  CpuClock,
  type Outcome,
  optimizeAsUsual,
  PATIENT_SECONDS,
  type ThreadOrigin,
  type WorkMessage,
} from "../call/index.ts";
import { MEMORY_SHARE } from "./work-watch.ts";

export type ThreadMessage<Result> = WorkMessage<Result> | Outcome<Result>;

/** The process has reached a limit before its thread has an answer. */
export class LimitReached extends Error {}

/** Stack of the analysis thread, for deeply recursive programs. */
const STACK_MB = 900;

/** The folder of the build. */
export const BUILD: URL = new URL("../../", import.meta.url);

/** Interval at which the process checks its use of time and memory. */
const WATCH_MILLISECONDS = 50;

/**
 * Threads inherit the options of the process, except one: the module type of a program that is
 * given as text does not apply to the thread's file. Options of V8 are inherited only where none
 * are named.
 */
function ownOptions(): { readonly execArgv?: string[] } {
  const isText = process.execArgv.some((word) => word.startsWith("--input-type"));
  return isText ? { execArgv: [] } : {};
}

/** The limits of a job, and the receivers of its messages. */
export interface WorkOptions<Result> {
  readonly memoryBytes: number;
  /** Clock of the call; default: all time of the process belongs to it. */
  readonly clock?: CpuClock;
  /** CPU seconds of the call at which the work is stopped. */
  readonly endSeconds?: number;
  readonly onProgress: (message: string) => void;
  readonly onPartial?: (partial: Partial<Result>) => void;
}

export interface ThreadOptions<Result> extends WorkOptions<Result> {
  /** Ends the thread; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onDecided?: () => void;
  readonly onThread?: (thread: string) => void;
  /** Ports in the job, which are transferred to the thread. */
  readonly ports?: readonly MessagePort[];
}

/**
 * Runs a job in a thread with a large stack. A thread checks its limits itself; one that is stuck
 * in a step without checks is stopped here, so that the process still gives an answer.
 * @throws InputError when the job's input is faulty.
 * @throws LimitReached at the limits; any other error is the thread's own.
 */
export function runInWorker<Result>(
  script: URL,
  job: object,
  options: ThreadOptions<Result>,
): Promise<Result> {
  const { memoryBytes, endSeconds = Number.POSITIVE_INFINITY, clock = new CpuClock() } = options;
  const { signal } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(bundledModule(script, BUILD), {
      workerData: {
        ...job,
        clockOriginSeconds: clock.originSeconds,
        memoryBytes: options.memoryBytes,
      } satisfies ThreadOrigin,
      transferList: [...(options.ports ?? [])],
      ...ownOptions(),
      resourceLimits: {
        stackSizeMb: STACK_MB,
        maxOldGenerationSizeMb: Math.floor(options.memoryBytes / 1e6),
      },
    });
    let isPatient = true;
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage();
      if (isPatient && user + system >= PATIENT_SECONDS * 1e6) {
        isPatient = false;
        optimizeAsUsual();
      }
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
    worker.on("message", (message: ThreadMessage<Result>) => {
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
        case "stack-too-small":
          // No thread is informed of a larger one.
          reject(new Error("the analysis thread asks for a larger stack"));
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
