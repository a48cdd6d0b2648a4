/**
 * Runs a job in the main thread, where it suffices: a thread of its own takes a fifth of the time
 * of an easy answer. The main thread is blocked meanwhile, so this is only for callers that wait.
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

/** CPU seconds before the limits are watched: most answers are found before. */
const UNWATCHED_SECONDS = 1;
/** CPU seconds without a query of the clock after which work is assumed to hang, and is repeated by a thread. */
const HANGING_SECONDS = 2;

/**
 * Whether the heap of this thread may grow as far as the limit of the work: otherwise the process
 * would end without an answer.
 */
function canRunHere({ memoryBytes }: { readonly memoryBytes: number }): boolean {
  return isMainThread && getHeapStatistics().heap_size_limit > memoryBytes * MEMORY_SHARE;
}

/**
 * The same as {@link runInWorker}, for a module that exports {@link Served} as `perform`. Work that
 * exhausts the stack of this thread is repeated in a thread with a larger one.
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
  const guard = new HangGuard(
    CpuClock.fromNow().originSeconds + Math.min(HANGING_SECONDS, endSeconds),
  );
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
      // The clock of the call belongs to the work, which has counted it.
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

/** Name under which a script finds the function to call. */
const CALLED = Symbol.for("agon.segment");

/** Parts of the work, each of which ends at SIGINT. */
class Segments {
  readonly #watch: WorkWatch;
  readonly #guard: HangGuard;
  /** The engine interrupts only calls of scripts for a signal. */
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

  /** A signal from another process ends this one, as it would without work in this thread. */
  #interrupt(): never {
    this.end();
    process.kill(process.pid, "SIGINT");
    // The signal arrives before the call returns.
    throw new Error("interrupted");
  }
}

/** Work that asks no clock. */
class Hanging extends Error {}

function isInterruption(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED"
  );
}
