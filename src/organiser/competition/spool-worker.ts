/**
 * A worker executes runs of a spool, with or without a coordinator elsewhere: the spool contains
 * all that it needs, and results count through link(2), for any number of workers.
 */

import { defined } from "../../ground/util/defined.ts";
import { invariant } from "../../ground/util/errors.ts";
import {
  hostInfo,
  prepareHost,
  type Spool,
  threadCount,
  writeHostInfo,
} from "../execution/index.ts";
import { BatchWork, readBatch } from "./batch.ts";
import { recordingModules } from "./command-book.ts";
import type { Work } from "./driver.ts";
import { localDriver } from "./local-driver.ts";
import { readLock } from "./lock-file.ts";
import { contextOf, readPlaces, toolFinder } from "./places.ts";
import type { ToolInfoOf } from "./plan.ts";
import type { ResolvedCompetition } from "./resolved.ts";
import { type Begin, type RunEvent, watched } from "./run-event.ts";
import { loadPlan } from "./run-plan.ts";
import { RunQueue } from "./run-queue.ts";
import type { Shard } from "./shard.ts";
import { ValidationBook } from "./validation-book.ts";
import { ValidationPlan } from "./validation-plan.ts";

export interface WorkerOptions {
  /** File with the runs to execute; default: all of the competition. */
  readonly batch?: string;
  /** Only these of all verification runs, with their validations. */
  readonly shard?: Shard;
  /** Runs at a time; default: as many as cores and memory allow. */
  readonly jobs?: number;
  /**
   * Number of cores that a cluster assigned to this worker; absent: it is not a job of a cluster.
   */
  readonly ownCores?: number;
  readonly requireSandbox: boolean;
  /** Folder for the files of current runs; default: in the spool. */
  readonly scratch?: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** A cluster that ends a job signals every process of it. */
const SETTLE_MS = 250;

/**
 * Executes the missing runs. Resolves to whether the batch exists: a batch without file has been
 * withdrawn.
 * @throws as `runCompetition`; nothing is locked.
 */
export async function runWorker(spool: Spool, options: WorkerOptions): Promise<boolean> {
  const competition = readLock(spool);
  invariant(competition !== undefined, "the lock file has vanished");
  const places = readPlaces(spool);
  const find = toolFinder(competition, places);
  const modules = recordingModules(spool, (id) => find(id).info);
  const work = workOf(spool, competition, modules, options);
  if (work === undefined) return false;
  const host = await prepareHost({ sandbox: options.requireSandbox });
  writeHostInfo(spool, hostInfo(host, spool.directory));
  try {
    const context = contextOf(
      spool,
      places,
      ({ tool }) => find(tool),
      spool.scratch(options.scratch),
      competition,
    );
    const { jobs, ownCores } = options;
    // Finding a tool blocks: never while the limits of another run are being watched.
    if (jobs !== 1) for (const tool of work.tools) find(tool);
    const driver = localDriver(
      { host, ...context, ...(ownCores === undefined ? {} : { settleMs: SETTLE_MS }) },
      {
        limits: competition.limits,
        ...defined({ jobs }),
        // Cores that are not exclusive may be pinned by other jobs.
        unpinned: ownCores !== undefined && threadCount(host.machine) > ownCores,
      },
    );
    options.onEvent({ kind: "begin", driver: driver.description, ...work.begin });
    await driver.execute(watched(work.work, options.onEvent), options.signal);
    return true;
  } finally {
    spool.removeScratch();
  }
}

interface OpenWork {
  readonly work: Work;
  readonly begin: Begin;
  /** Tools that its runs may need: validations are known only when there are witnesses. */
  readonly tools: readonly string[];
}

function workOf(
  spool: Spool,
  competition: ResolvedCompetition,
  modules: ToolInfoOf,
  { batch, shard }: WorkerOptions,
): OpenWork | undefined {
  const { validators } = competition;
  if (batch === undefined) {
    const book = new ValidationBook(spool, competition, { store: false });
    const plan = loadPlan(spool, competition, { store: false, modules });
    const queue = new RunQueue(plan, spool, { ...defined({ shard }), book });
    book.close();
    const tools = [...competition.participants, ...validators].map(({ id }) => id);
    return { work: queue, begin: queue.begin(), tools };
  }
  const runs = readBatch(batch);
  if (runs === undefined) return undefined;
  const count = runs.filter(({ phase }) => phase === "verification").length;
  return {
    work: new BatchWork(runs, spool, new ValidationPlan(competition, spool, modules)),
    begin: {
      verificationRuns: count,
      knownValidationRuns: runs.length - count,
      resumedResults: runs.filter(({ id }) => spool.hasResult(id)).length,
      unsupported: 0,
    },
    tools: [...new Set([...runs.map(({ tool }) => tool), ...validators.map(({ id }) => id)])],
  };
}
