import { type ExecutionHost, executeRun, type RunContext } from "../execution/index.ts";
import type { RunResult, RunSpecification } from "../model/index.ts";
import { PlatformError } from "../util/errors.ts";

/** A sandbox that fails to start may do so once for lack of a resource; twice is a fault of the host. */
const ATTEMPTS = 2;

export interface PoolOptions {
  readonly context: RunContext & { readonly host: ExecutionHost };
  /** One group of cores for each run at a time. */
  readonly slots: readonly (readonly number[])[];
  readonly signal: AbortSignal;
  readonly onStart: (specification: RunSpecification) => void;
  /** Returns further runs that the result made necessary; they come first. */
  readonly onResult: (
    specification: RunSpecification,
    result: RunResult,
  ) => readonly RunSpecification[];
}

/**
 * Executes runs, as many at a time as there are slots. When one cannot be
 * started at all, no new ones begin, and the fault is thrown after the others
 * have ended. An aborted signal kills all runs and rejects with its reason.
 */
export async function runPool(
  specifications: readonly RunSpecification[],
  options: PoolOptions,
): Promise<void> {
  const waiting = [...specifications];
  const free = [...options.slots];
  const running = new Set<Promise<void>>();
  let failure: unknown;
  while (waiting.length > 0 || running.size > 0) {
    while (failure === undefined && waiting.length > 0 && free.length > 0) {
      const specification = waiting.shift() as RunSpecification;
      const cores = free.shift() as readonly number[];
      options.onStart(specification);
      const run: Promise<void> = executeWithRetry(specification, cores, options)
        .then((result) => {
          waiting.unshift(...options.onResult(specification, result));
        })
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
  cores: readonly number[],
  { context, signal }: PoolOptions,
): Promise<RunResult> {
  const own = cores.slice(0, specification.limits.cores);
  for (let attempt = 1; ; attempt++) {
    try {
      return await executeRun(specification, context, { cores: own, signal });
    } catch (error) {
      const isTransient = error instanceof PlatformError && error.code === "ERR_SANDBOX";
      if (!isTransient || attempt === ATTEMPTS || signal.aborted) throw error;
    }
  }
}
