import type { RunResult, RunSpecification } from "../../ground/model/index.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import { type ExecutionHost, executeRun, type RunContext } from "../execution/index.ts";
import type { Work } from "./driver.ts";

/** A sandbox may fail to start once for lack of a resource; twice is a fault of the host. */
const STARTS = 2;
/** Number of killed measuring processes that are replaced; more indicate intent. */
const LOST_SUPERVISORS = 5;
/**
 * Attempts at a run whose limits were watched too late; the last one counts, marked as disturbed.
 */
const WATCHED_ATTEMPTS = 3;

export interface PoolOptions {
  readonly context: RunContext & { readonly host: ExecutionHost };
  /** One group of cores for each simultaneous run; undefined: the kernel chooses. */
  readonly slots: readonly (readonly number[] | undefined)[];
  readonly signal: AbortSignal;
}

/**
 * Executes runs, as many at a time as there are slots; the runs that a result requires come next.
 * When a run cannot be started at all, no new ones start, and the fault is thrown after the others
 * have ended. An aborted signal kills all runs and rejects with its reason.
 */
export async function runPool(work: Work, options: PoolOptions): Promise<void> {
  const free = [...options.slots];
  const running = new Set<Promise<void>>();
  let failure: unknown;
  for (;;) {
    while (failure === undefined && free.length > 0) {
      const specification = work.take();
      if (specification === undefined) break;
      const cores = free.shift();
      work.started(specification, cores?.slice(0, specification.limits.cores));
      const run: Promise<void> = executeWithRetry(specification, cores, options)
        .then((result) => work.put(work.finished(result)))
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => {
          free.push(cores);
          running.delete(run);
        });
      running.add(run);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (failure !== undefined) throw failure;
}

async function executeWithRetry(
  specification: RunSpecification,
  cores: readonly number[] | undefined,
  { context, signal }: PoolOptions,
): Promise<RunResult> {
  const own = cores === undefined ? {} : { cores: cores.slice(0, specification.limits.cores) };
  let failedStarts = 0;
  let lost = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      const mustBeWatched = attempt < WATCHED_ATTEMPTS;
      return await executeRun(specification, context, { ...own, signal, mustBeWatched });
    } catch (error) {
      const code = error instanceof PlatformError ? error.code : undefined;
      const isTransient =
        code === "ERR_NOT_WATCHED" ||
        (code === "ERR_SUPERVISOR_LOST" && ++lost < LOST_SUPERVISORS) ||
        (code === "ERR_SANDBOX" && ++failedStarts < STARTS);
      if (!isTransient || signal.aborted) throw error;
    }
  }
}
