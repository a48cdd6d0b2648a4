/** What a contestant is asked to do: in a thread of its own, or in the one that the process begins with. */
import { isMainThread, type MessagePort, parentPort, workerData } from "node:worker_threads";
import { InputError } from "../../ground/util/errors.ts";
import {
  isStackExhaustion,
  repeatWithLargerStack,
  StackTooSmall,
} from "../../ground/util/exhaustion.ts";
import { type CallOrigin, CpuClock } from "./cpu-clock.ts";

/** What is told of the work before it is done. */
export type WorkMessage<Result> =
  | { readonly kind: "progress"; readonly message: string }
  /** Another process has used so many CPU seconds for this work. */
  | { readonly kind: "charge"; readonly seconds: number }
  /** The answer is certain; the result follows. */
  | { readonly kind: "decided" }
  /** What is known so far of the result, for an answer when the work is ended. */
  | { readonly kind: "partial"; readonly partial: Partial<Result> }
  /** What the system calls the thread. */
  | { readonly kind: "thread"; readonly thread: string };

/** How work ended. */
export type Outcome<Result> =
  | { readonly kind: "result"; readonly result: Result }
  | { readonly kind: "input-error"; readonly diagnostics: InputError["diagnostics"] }
  /** The work must be done where the stack is larger, since the host has said that it can be. */
  | { readonly kind: "stack-too-small" };

/** For whom the work is done. */
export interface Host<Result> {
  /** Of the call. */
  readonly clock: CpuClock;
  /** That the process may use. */
  readonly memoryBytes: number;
  /** Whether there is another thread with a larger stack, for what exhausts this one. */
  readonly hasLargerStack?: boolean;
  readonly tell: (message: WorkMessage<Result>) => void;
}

/** Work that pauses wherever something is loaded, until that is there. */
export type PausingWork<Result> = Generator<Promise<unknown>, Result>;

/** Does a job. @throws InputError when it is faulty. */
export type Perform<Job, Result> = (job: Job, host: Host<Result>) => PausingWork<Result>;

/** The same for others, who may know `InputError` as another class: bundles have each their own. */
export type Served<Job, Result> = (job: Job, host: Host<Result>) => PausingWork<Outcome<Result>>;

/** What a thread gets beside its job. */
export interface ThreadOrigin extends CallOrigin {
  readonly memoryBytes: number;
}

/**
 * Offers what does a job to those who load it; a thread of its own, which is told its job when it is started, does it at once,
 * and posts messages and the outcome.
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
