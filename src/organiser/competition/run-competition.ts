/**
 * The coordinator: executes verification runs, and for each result at once the validation runs that
 * it requires, until every run has a result. It may be killed at any instant; after a restart it
 * continues with the missing runs.
 */

import { defined } from "../../ground/util/defined.ts";
import { invariant, PlatformError } from "../../ground/util/errors.ts";
import {
  hostInfo,
  lockSpool,
  prepareHost,
  type RunContext,
  type Spool,
  type ToolInstallation,
  writeHostInfo,
} from "../execution/index.ts";
import { CancelRequest } from "./cancel.ts";
import { recordingModules } from "./command-book.ts";
import type { Driver } from "./driver.ts";
import { localDriver } from "./local-driver.ts";
import { lockDifferences, readLock, writeLock } from "./lock-file.ts";
import { checkFreeze, isFrozen, stampChange } from "./phases.ts";
import { contextOf, writePlaces } from "./places.ts";
import type { Resolution } from "./resolve.ts";
import type { ResolvedCompetition } from "./resolved.ts";
import { type RunEvent, watched } from "./run-event.ts";
import { loadPlan } from "./run-plan.ts";
import { RunQueue } from "./run-queue.ts";
import type { Shard } from "./shard.ts";
import { ValidationBook } from "./validation-book.ts";

/**
 * Number of results in files of their own that are moved into a pack when no run is being measured.
 */
const PACK_FROM = 10_000;

export interface RunOptions {
  /** The executor of the runs; default: this machine. */
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

/**
 * Executes the missing runs. The folders are those of `resolution` and `spool`.
 * @throws PlatformError `ERR_SPOOL_LOCKED`, `ERR_COMPETITION_CHANGED`, faults of the host;
 *   the reason of `signal` when that is aborted, `CANCELLED` when `agon cancel` was called.
 */
export async function runCompetition(
  resolution: Resolution,
  spool: Spool,
  options: RunOptions,
): Promise<void> {
  const { competition } = resolution;
  spool.create();
  const unlock = lockSpool(spool.path("lock"));
  const request = new CancelRequest(spool);
  let book: ValidationBook | undefined;
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
    book = new ValidationBook(spool, competition, { store: true });
    const queue = new RunQueue(plan, spool, { ...defined({ shard: options.shard }), book });
    options.onEvent({ kind: "begin", driver: driver.description, ...queue.begin() });
    const signal = AbortSignal.any([options.signal, request.signal]);
    await driver.execute(watched(queue, options.onEvent), signal);
    spool.pack(PACK_FROM);
  } finally {
    request.stop();
    book?.close();
    spool.removeScratch();
    unlock();
  }
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
    { host, ...contextOf(spool, places, toolOf, spool.scratch(), competition) },
    { limits, ...defined({ jobs }) },
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
  const weighty = differences.filter((difference) => !DESCRIPTIONS.includes(difference));
  if (weighty.length > 0 && !update) {
    const shown = weighty.slice(0, 5).join("; ");
    const more = weighty.length > 5 ? `; and ${weighty.length - 5} more` : "";
    throw new PlatformError(
      "ERR_COMPETITION_CHANGED",
      `${spool.directory} was begun with another definition: ${shown}${more}`,
      { hint: "choose another --spool, or add --update to continue and repeat only changed runs" },
    );
  }
  if (before !== undefined) checkFreeze(spool);
  if (isFrozen(spool)) requireFrozen(differences);
  if (before === undefined || differences.length > 0) writeLock(spool, competition);
  if (isFrozen(spool) && differences.length > 0) stampChange(spool, differences.join("; "));
}

/** Changes that affect no run and no score, only the description of tools on the pages. */
const DESCRIPTIONS = ["fmTools changed"];

const ALLOWED_CHANGES = ["voidTasks changed", "excludedTools changed", ...DESCRIPTIONS];

/**
 * After the freeze, tasks may be declared invalid, and tools be excluded and described; nothing
 * else may change.
 */
function requireFrozen(differences: readonly string[]): void {
  const forbidden = differences.filter((difference) => !ALLOWED_CHANGES.includes(difference));
  if (forbidden.length === 0) return;
  throw new PlatformError(
    "ERR_FROZEN",
    `the competition is frozen, but ${forbidden.slice(0, 5).join("; ")}`,
    { hint: "restore what changed; 'agon phase SPOOL training --note WHY' unfreezes" },
  );
}
