/**
 * The coordinator: verification runs, and for each result at once the
 * validation runs that it calls for, until every run has a result. It may be
 * killed at any instant; started again it continues with what is missing.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, resolve } from "node:path";
import {
  allocateCores,
  type ExecutionHost,
  hostInfo,
  lockSpool,
  prepareHost,
  type RunContext,
  replaceDurably,
  type Spool,
  type ToolInstallation,
  threadCount,
  writeHostInfo,
} from "../execution/index.ts";
import type { RunResult, RunSpecification } from "../model/index.ts";
import { invariant, PlatformError } from "../util/errors.ts";
import type { PhaseLimits } from "./definition.ts";
import { lockDifferences, readLock, writeLock } from "./lock-file.ts";
import { isWitnessFile, planValidation, planVerification } from "./plan.ts";
import type { Resolution } from "./resolve.ts";
import type { ResolvedCompetition, ResolvedTask } from "./resolved.ts";
import { runPool } from "./run-pool.ts";
import { witnessFacts } from "./witness-facts.ts";

export interface RunOptions {
  /** Runs at a time; default: as many as cores and memory allow. */
  readonly jobs?: number;
  /** Refuse to run without bubblewrap and control groups. */
  readonly requireSandbox: boolean;
  /** Accept a definition that differs from the spool's; results of unchanged runs are kept. */
  readonly update: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

export type RunEvent =
  | {
      readonly kind: "begin";
      readonly host: ExecutionHost;
      /** Runs at a time. */
      readonly jobs: number;
      readonly verificationRuns: number;
      /** Validation runs that results of an earlier start call for. */
      readonly knownValidationRuns: number;
      readonly resumedResults: number;
      readonly unsupported: number;
    }
  | { readonly kind: "start"; readonly specification: RunSpecification }
  | {
      readonly kind: "result";
      readonly specification: RunSpecification;
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
    spool.removeAbandonedAttempts();
    const host = await prepareHost({ sandbox: options.requireSandbox });
    writeHostInfo(spool, hostInfo(host, spool.directory));
    await execute(resolution, spool, host, options);
  } finally {
    unlock();
  }
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

async function execute(
  resolution: Resolution,
  spool: Spool,
  host: ExecutionHost,
  options: RunOptions,
): Promise<void> {
  const { competition } = resolution;
  const plan = planVerification(competition);
  writeSpecifications(spool, "verification", plan.runs);
  const tasks = new Map(competition.tasks.map((task) => [task.id, task]));
  const validationsOf = (result: RunResult): readonly RunSpecification[] =>
    planValidation(
      competition,
      tasks.get(result.task) as ResolvedTask,
      result,
      witnessFacts(spool, result),
    );

  const missing: RunSpecification[] = [];
  const validations: RunSpecification[] = [];
  let resumedResults = 0;
  const take = (specification: RunSpecification): RunResult | undefined => {
    const result = spool.readResult(specification.id);
    if (result === undefined) missing.push(specification);
    else resumedResults++;
    return result;
  };
  for (const specification of plan.runs) {
    const result = take(specification);
    if (result === undefined) continue;
    for (const validation of validationsOf(result)) {
      validations.push(validation);
      take(validation);
    }
  }

  const slots = slotsFor(host, competition.limits, options.jobs);
  options.onEvent({
    kind: "begin",
    host,
    jobs: slots.length,
    verificationRuns: plan.runs.length,
    knownValidationRuns: validations.length,
    resumedResults,
    unsupported: plan.unsupported.length,
  });
  await runPool(missing, {
    context: contextOf(resolution, spool, host),
    slots,
    signal: options.signal,
    onStart: (specification) => options.onEvent({ kind: "start", specification }),
    onResult: (specification, result) => {
      const all = specification.phase === "verification" ? validationsOf(result) : [];
      validations.push(...all);
      const added = all.filter(({ id }) => !spool.hasResult(id));
      options.onEvent({ kind: "result", specification, result, newRuns: added.length });
      return added;
    },
  });
  writeSpecifications(spool, "validation", sortById(validations));
}

function contextOf(resolution: Resolution, spool: Spool, host: ExecutionHost): RunContext {
  const { installations, taskRoot, definition } = resolution;
  return {
    host,
    spool,
    toolOf: ({ tool }) => {
      const installation: ToolInstallation | undefined = installations.get(tool);
      invariant(installation !== undefined, `no installation of ${tool}`);
      return installation;
    },
    rootOf: (file) => (isWitnessFile(file) ? spool.directory : taskRoot),
    hidden: [taskRoot, spool.directory, dirname(resolve(definition.file))].map((folder) =>
      realpathSync(folder),
    ),
  };
}

/** Cores for each run at a time. @throws PlatformError `ERR_CORES` when not even one run fits. */
function slotsFor(host: ExecutionHost, limits: PhaseLimits, jobs: number | undefined): number[][] {
  const all = Object.values(limits);
  const cores = Math.max(...all.map((limit) => limit.cores));
  const memory = Math.max(...all.map((limit) => limit.memoryBytes));
  const byMemory = Math.max(1, Math.floor(totalmem() / memory));
  const slots = allocateCores(host.machine, {
    coresPerRun: cores,
    runs: jobs ?? byMemory,
    maySharePhysicalCores: jobs !== undefined,
  });
  if (slots.length === 0) {
    throw new PlatformError(
      "ERR_CORES",
      `a run needs ${cores} cores, and only ${threadCount(host.machine)} can be used here`,
      { hint: "lower 'cores' under 'limits' of the competition" },
    );
  }
  return slots;
}

function writeSpecifications(
  spool: Spool,
  name: "verification" | "validation",
  specifications: readonly RunSpecification[],
): void {
  const text = specifications.map((specification) => `${JSON.stringify(specification)}\n`).join("");
  const file = spool.path("specs", `${name}.ndjson`);
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) replaceDurably(file, text);
}

function sortById(specifications: readonly RunSpecification[]): RunSpecification[] {
  return [...specifications].sort((a, b) => (a.id < b.id ? -1 : 1));
}
