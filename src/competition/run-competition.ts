/**
 * The coordinator: verification runs, and for each result at once the
 * validation runs that it calls for, until every run has a result. It may be
 * killed at any instant; started again it continues with what is missing.
 */
import {
  hostInfo,
  lockSpool,
  prepareHost,
  type RunContext,
  type Spool,
  type ToolInstallation,
  writeHostInfo,
} from "../execution/index.ts";
import type { RunResult, RunSpecification } from "../model/index.ts";
import { invariant, PlatformError } from "../util/errors.ts";
import { recordingModules } from "./command-book.ts";
import type { Driver, DriverDescription, Work } from "./driver.ts";
import { localDriver } from "./local-driver.ts";
import { lockDifferences, readLock, writeLock } from "./lock-file.ts";
import { contextOf, writePlaces } from "./places.ts";
import type { Resolution } from "./resolve.ts";
import type { ResolvedCompetition } from "./resolved.ts";
import { loadPlan } from "./run-plan.ts";
import { RunQueue } from "./run-queue.ts";
import type { Shard } from "./shard.ts";

/** Results in files of their own that are moved into a pack when nothing is being measured. */
const PACK_FROM = 10_000;

export interface RunOptions {
  /** Who executes the runs; default: this machine. */
  readonly driver?: (resolution: Resolution, spool: Spool) => Driver;
  /** Runs at a time on this machine; default: as many as cores and memory allow. */
  readonly jobs?: number;
  /** Refuse to run on this machine without bubblewrap and control groups. */
  readonly requireSandbox: boolean;
  /** Only these of the verification runs, with their validations; default: all. */
  readonly shard?: Shard;
  /** Accept a definition that differs from the spool's; results of unchanged runs are kept. */
  readonly update: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

export type RunEvent =
  | {
      readonly kind: "begin";
      readonly driver: DriverDescription;
      readonly verificationRuns: number;
      /** Validation runs that results of an earlier start call for. */
      readonly knownValidationRuns: number;
      readonly resumedResults: number;
      readonly unsupported: number;
    }
  | { readonly kind: "start"; readonly specification: RunSpecification }
  | {
      readonly kind: "result";
      readonly result: RunResult;
      /** Validation runs that the result calls for. */
      readonly newRuns: number;
    };

/**
 * Runs what is missing. The folders are those of `resolution` and `spool`.
 * @throws PlatformError `ERR_SPOOL_LOCKED`, `ERR_COMPETITION_CHANGED`, faults of the host;
 *   the reason of `signal` when that is aborted.
 */
export async function runCompetition(
  resolution: Resolution,
  spool: Spool,
  options: RunOptions,
): Promise<void> {
  const { competition } = resolution;
  spool.create();
  const unlock = lockSpool(spool.path("lock"));
  try {
    acceptDefinition(spool, competition, options);
    writePlaces(spool, resolution.places);
    const driver =
      options.driver === undefined
        ? await thisMachine(resolution, spool, options)
        : options.driver(resolution, spool);
    spool.pack(PACK_FROM);
    const modules = recordingModules(spool, (id) => installationOf(resolution, id).info);
    const plan = loadPlan(spool, competition, { store: true, modules });
    const queue = new RunQueue(plan, spool, options.shard);
    const { verification, validation, unsupported } = queue.progress();
    options.onEvent({
      kind: "begin",
      driver: driver.description,
      verificationRuns: verification.planned,
      knownValidationRuns: validation.planned,
      resumedResults: verification.done + validation.done,
      unsupported,
    });
    await driver.execute(watched(queue, options.onEvent), options.signal);
    spool.pack(PACK_FROM);
  } finally {
    spool.removeScratch();
    unlock();
  }
}

/** The queue, with its events told. */
function watched(queue: RunQueue, tell: RunOptions["onEvent"]): Work {
  return {
    take: () => queue.take(),
    put: (runs) => queue.put(runs),
    started: (specification) => tell({ kind: "start", specification }),
    finished: (result) => {
      const further = queue.finished(result);
      tell({ kind: "result", result, newRuns: further.length });
      return further;
    },
    calledForBy: (result) => queue.calledForBy(result),
  };
}

async function thisMachine(
  resolution: Resolution,
  spool: Spool,
  { requireSandbox, jobs }: RunOptions,
): Promise<Driver> {
  const { places, competition } = resolution;
  const { limits } = competition;
  const host = await prepareHost({ sandbox: requireSandbox });
  writeHostInfo(spool, hostInfo(host, spool.directory));
  const toolOf: RunContext["toolOf"] = ({ tool }) => installationOf(resolution, tool);
  return localDriver(
    { host, ...contextOf(spool, places, toolOf, spool.scratch()) },
    { limits, ...(jobs === undefined ? {} : { jobs }) },
  );
}

function installationOf({ installations }: Resolution, tool: string): ToolInstallation {
  const installation = installations.get(tool);
  invariant(installation !== undefined, `no installation of ${tool}`);
  return installation;
}

function acceptDefinition(
  spool: Spool,
  competition: ResolvedCompetition,
  { update }: RunOptions,
): void {
  const before = readLock(spool);
  const differences = before === undefined ? [] : lockDifferences(before, competition);
  if (differences.length > 0 && !update) {
    const shown = differences.slice(0, 5).join("; ");
    const more = differences.length > 5 ? `; and ${differences.length - 5} more` : "";
    throw new PlatformError(
      "ERR_COMPETITION_CHANGED",
      `${spool.directory} was begun with another definition: ${shown}${more}`,
      { hint: "choose another --spool, or add --update to go on and repeat only what changed" },
    );
  }
  if (before === undefined || differences.length > 0) writeLock(spool, competition);
}
