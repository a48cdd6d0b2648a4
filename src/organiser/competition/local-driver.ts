import { PlatformError } from "../../ground/util/errors.ts";
import {
  allocateCores,
  type ExecutionHost,
  measurementKind,
  type RunContext,
  requireMemory,
  type Spool,
  Supervisors,
  threadCount,
  usableMemoryBytes,
} from "../execution/index.ts";
import type { PhaseLimits } from "./definition.ts";
import type { Driver } from "./driver.ts";
import { runPool } from "./run-pool.ts";

export interface LocalOptions {
  readonly limits: PhaseLimits;
  /** Runs at a time; default: as many as cores and memory allow. */
  readonly jobs?: number;
  /** Leave the choice of cores to the kernel: other jobs may have pinned theirs. */
  readonly unpinned?: boolean;
}

/** Executes runs on this machine, each in a process that does nothing else meanwhile. */
export function localDriver(
  context: RunContext & { readonly spool: Spool },
  options: LocalOptions,
): Driver {
  const { host } = context;
  const slots = slotsFor(host, options);
  return {
    description: {
      summary: [
        `${slots.length} at a time`,
        `isolation: ${host.isolation}`,
        `measurement: ${measurementKind(host)}`,
      ],
      advice: [
        ...adviceFor(host),
        ...(options.unpinned === true
          ? ["runs are not pinned: the cluster does not confine this job to its cores (TaskPlugin)"]
          : []),
      ],
    },
    execute: async (work, signal) => {
      const supervisors = new Supervisors();
      const execute: RunContext["execute"] = (...run) => supervisors.run(...run);
      try {
        await runPool(work, { context: { ...context, execute }, slots, signal });
      } finally {
        supervisors.close();
      }
    },
  };
}

/** Cores for each run at a time. @throws PlatformError `ERR_CORES`, `ERR_MEMORY` when not even one run fits. */
function slotsFor(
  host: ExecutionHost,
  { limits, jobs, unpinned = false }: LocalOptions,
): (number[] | undefined)[] {
  const all = Object.values(limits);
  const cores = Math.max(...all.map((limit) => limit.cores));
  const memory = Math.max(...all.map((limit) => limit.memoryBytes));
  requireMemory(host, memory, "lower 'memory' under 'limits' of the competition");
  const byMemory = Math.floor(usableMemoryBytes(host) / memory);
  if (unpinned) return Array.from({ length: jobs ?? 1 }, () => undefined);
  const slots = allocateCores(host.machine, {
    coresPerRun: cores,
    runs: jobs ?? byMemory,
    ...(jobs === undefined ? { memoryBytes: memory } : {}),
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

/** Advice to the user about a host with limited capabilities. */
function adviceFor({ isolation, cgroups }: ExecutionHost): string[] {
  const advice: string[] = [];
  if (isolation === "unshare") {
    advice.push("bubblewrap is missing; for the tested sandbox: apt-get install bubblewrap");
  }
  if (isolation === "none") {
    advice.push(
      "NO ISOLATION: neither bubblewrap nor unshare works here; run only tools you trust",
    );
  }
  if (cgroups === undefined) {
    advice.push("no control groups: times and memory are sampled, do not rank by them");
  }
  return advice;
}
