/**
 * Runs a job in the main thread, where it suffices: a thread of its own takes an easy answer a fifth of its time. Nothing else
 * happens in this thread meanwhile, so that it is for callers that only wait.
 */
import { getHeapStatistics } from "node:v8";
import { Script } from "node:vm";
import { isMainThread } from "node:worker_threads";
import { bundledModule } from "../../ground/installation/index.ts";
import { InputError } from "../../ground/util/errors.ts";
import {
  CpuClock,
  type Outcome,
  optimizeAsUsual,
  PATIENT_SECONDS,
  type Served,
} from "../call/index.ts";
import { HangGuard } from "./hang-guard.ts";
import { BUILD, LimitReached, runInWorker, type WorkOptions } from "./run-in-worker.ts";
import { MEMORY_SHARE, WorkWatch } from "./work-watch.ts";

/** CPU seconds after which somebody looks at the limits: most answers are there before. */
const UNWATCHED_SECONDS = 1;
/** CPU seconds after which work that has asked no clock since is taken to hang, and is done again by a thread. */
const HANGING_SECONDS = 2;

/** Whether the heap of this thread may grow as far as the work's: at its end, the process would end without an answer. */
function canRunHere({ memoryBytes }: { readonly memoryBytes: number }): boolean {
  return isMainThread && getHeapStatistics().heap_size_limit > memoryBytes * MEMORY_SHARE;
}

/**
 * Like {@link runInWorker}, for a module that exports what {@link Served} says as `perform`. What exhausts the stack of this
 * thread is done again in one that has a larger one.
 */
export async function runWherePossible<Result>(
  script: URL,
  job: object,
  options: WorkOptions<Result>,
): Promise<Result> {
  const clock = options.clock ?? new CpuClock();
  const all = { ...options, clock };
  if (canRunHere(options)) {
    const outcome = await runHere(script, job, all);
    if (outcome.kind === "result") return outcome.result;
    if (outcome.kind === "input-error") throw new InputError(outcome.diagnostics);
  }
  return runInWorker(script, job, all);
}

/** @throws LimitReached at the limits; any other error is that of the work. */
async function runHere<Result>(
  script: URL,
  job: object,
  options: WorkOptions<Result> & { readonly clock: CpuClock },
): Promise<Outcome<Result> | { readonly kind: "hanging" }> {
  const { memoryBytes, clock, endSeconds = Number.POSITIVE_INFINITY } = options;
  const watch = new WorkWatch({ memoryBytes, endSeconds: clock.originSeconds + endSeconds });
  const guard = new HangGuard(secondsOfProcess() + Math.min(HANGING_SECONDS, endSeconds));
  clock.at(UNWATCHED_SECONDS, () => {
    watch.start();
    guard.end();
  });
  clock.at(PATIENT_SECONDS, optimizeAsUsual);
  const { perform } = (await import(bundledModule(script, BUILD).href)) as {
    readonly perform: Served<object, Result>;
  };
  const work = perform(job, {
    clock,
    memoryBytes,
    hasLargerStack: true,
    tell: (message) => {
      // The clock of the call is that of the work, which has counted it.
      if (message.kind === "charge") watch.charge(message.seconds);
      else if (message.kind === "progress") options.onProgress(message.message);
      else if (message.kind === "partial") options.onPartial?.(message.partial);
    },
  });
  const segments = new Segments(watch, guard);
  try {
    let step = segments.run(() => work.next());
    while (!step.done) {
      await step.value;
      step = segments.run(() => work.next());
    }
    return step.value;
  } catch (error) {
    if (error instanceof Hanging) return { kind: "hanging" };
    throw error;
  } finally {
    guard.end();
    await watch.stop();
    segments.end();
  }
}

/** Where a script finds what it calls. */
const CALLED = Symbol.for("agon.segment");

/** Parts of the work, each of which ends at SIGINT. */
class Segments {
  readonly #watch: WorkWatch;
  readonly #guard: HangGuard;
  /** The only calls that the engine ends for a signal are those of scripts. */
  readonly #script = new Script(`globalThis[Symbol.for(${JSON.stringify(CALLED.description)})]()`);
  /** Between two segments a signal waits for the next. */
  readonly #onSignal = (): void => {
    if (this.#watch.reached() !== undefined) return;
    // Work that waits does not hang: from now on the watch looks at it.
    if (this.#guard.mayHaveFired()) this.#watch.start();
    else this.#interrupt();
  };

  constructor(watch: WorkWatch, guard: HangGuard) {
    this.#watch = watch;
    this.#guard = guard;
    process.on("SIGINT", this.#onSignal);
  }

  run<T>(segment: () => T): T {
    this.#throwIfReached();
    Object.defineProperty(globalThis, CALLED, { value: segment, configurable: true });
    try {
      return this.#script.runInThisContext({ breakOnSigint: true, displayErrors: false }) as T;
    } catch (error) {
      if (!isInterruption(error)) throw error;
      this.#throwIfReached();
      if (this.#guard.mayHaveFired()) throw new Hanging("no clock is asked", { cause: error });
      return this.#interrupt();
    }
  }

  end(): void {
    process.off("SIGINT", this.#onSignal);
    Reflect.deleteProperty(globalThis, CALLED);
  }

  #throwIfReached(): void {
    const reason = this.#watch.reached();
    if (reason !== undefined) throw new LimitReached(reason);
  }

  /** Somebody else's signal ends the process, as it would have without this thread's work. */
  #interrupt(): never {
    this.end();
    process.kill(process.pid, "SIGINT");
    // The signal is there before the call returns.
    throw new Error("interrupted");
  }
}

/** Work that asks no clock. */
class Hanging extends Error {}

function secondsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function isInterruption(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED"
  );
}
