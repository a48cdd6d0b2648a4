/** The work of a contestant: in a thread of its own, or in the main thread of the process. */
import { isMainThread, type MessagePort, parentPort, workerData } from "node:worker_threads";
import { InputError } from "../../ground/util/errors.ts";
import {
  isStackExhaustion,
  repeatWithLargerStack,
  StackTooSmall,
} from "../../ground/util/exhaustion.ts";
import { type CallOrigin, CpuClock } from "./cpu-clock.ts";

/** Messages about the work before its end. */
export type WorkMessage<Result> =
  | { readonly kind: "progress"; readonly message: string }
  /** Another process has used so many CPU seconds for this work. */
  | { readonly kind: "charge"; readonly seconds: number }
  /** The answer is certain; the result follows. */
  | { readonly kind: "decided" }
  /** The partial result so far, for an answer when the work is stopped. */
  | { readonly kind: "partial"; readonly partial: Partial<Result> }
  /** The thread's id in the operating system. */
  | { readonly kind: "thread"; readonly thread: string };

/** The end of some work. */
export type Outcome<Result> =
  | { readonly kind: "result"; readonly result: Result }
  | { readonly kind: "input-error"; readonly diagnostics: InputError["diagnostics"] }
  /** The work must be repeated with a larger stack, since the host offers one. */
  | { readonly kind: "stack-too-small" };

/** The host of the work: its clock, limits and messages. */
export interface Host<Result> {
  /** The clock of the call. */
  readonly clock: CpuClock;
  /** Memory that the process may use. */
  readonly memoryBytes: number;
  /** Whether another thread has a larger stack, for work that exhausts this one. */
  readonly hasLargerStack?: boolean;
  readonly tell: (message: WorkMessage<Result>) => void;
}

/** Work that pauses wherever a module has to be loaded. */
export type PausingWork<Result> = Generator<Promise<unknown>, Result>;

/** Performs a job. @throws InputError when it is faulty. */
export type Perform<Job, Result> = (job: Job, host: Host<Result>) => PausingWork<Result>;

/** The same for other bundles, which may have another class `InputError`. */
export type Served<Job, Result> = (job: Job, host: Host<Result>) => PausingWork<Outcome<Result>>;

/** Data for a thread beside its job. */
export interface ThreadOrigin extends CallOrigin {
  readonly memoryBytes: number;
}

/**
 * Offers a function that performs jobs to the code that loads it. In a thread of its own, which
 * receives its job at its start, it performs the job at once and posts messages and the outcome.
 */
export function serve<Job, Result>(perform: Perform<Job, Result>): Served<Job, Result> {
  const served: Served<Job, Result> = (job, host) => {
    if (host.hasLargerStack === true) repeatWithLargerStack();
    return settled(perform(job, host));
  };
  if (!isMainThread && parentPort !== null) void doInThread(served, parentPort);
  return served;
}

function* settled<Result>(work: PausingWork<Result>): PausingWork<Outcome<Result>> {
  try {
    return { kind: "result", result: yield* work };
  } catch (error) {
    if (error instanceof InputError) return { kind: "input-error", diagnostics: error.diagnostics };
    if (isTooSmallStack(error)) return { kind: "stack-too-small" };
    throw error;
  }
}

function isTooSmallStack(error: unknown): boolean {
  try {
    isStackExhaustion(error);
    return false;
  } catch (thrown) {
    return thrown instanceof StackTooSmall;
  }
}

async function doInThread<Job, Result>(
  served: Served<Job, Result>,
  port: MessagePort,
): Promise<void> {
  const { clockOriginSeconds, memoryBytes, ...job } = workerData as Job & ThreadOrigin;
  const work = served(job as Job, {
    memoryBytes,
    clock: new CpuClock(clockOriginSeconds),
    tell: (message) => port.postMessage(message),
  });
  let step = work.next();
  while (!step.done) {
    await step.value;
    step = work.next();
  }
  port.postMessage(step.value);
}
