/**
 * Capabilities of this machine for running untrusted programs, found by trying, because rights and
 * kernels differ more than version numbers can express.
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ISOLATION_KINDS } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import {
  delegateControllers,
  isSufficient,
  usableCgroups,
} from "../measuring/cgroup-hierarchies.ts";
import { isAbandoned, sweepGroups } from "../measuring/cgroup-sweep.ts";
import { readPowerZones } from "../measuring/energy.ts";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import { sweepMarkedProcesses } from "../measuring/process-accounting.ts";
import { scratchFolder, sweepScratchFolders } from "../measuring/scratch-folder.ts";
import { hasReaper } from "../sandbox/reaper.ts";
import { callFilter } from "../sandbox/seccomp/call-filter.ts";
import { readMachine } from "../system/machine.ts";
import { readText } from "../system/proc-fs.ts";
import { removeTree } from "../system/remove-tree.ts";
import { runCommand } from "./run-command.ts";

/** Required capabilities; without them a {@link PlatformError} is thrown. */
export interface HostRequirements {
  /** Bubblewrap and control groups, as for a real competition. */
  readonly sandbox: boolean;
}

/**
 * Prepares this process for executing runs: removes what a killed predecessor left, takes control
 * of its control groups, and tries the sandboxes.
 * @throws PlatformError `ERR_SANDBOX_MISSING`, `ERR_CGROUP_MISSING`, `ERR_NOT_LINUX`.
 */
export async function prepareHost(requirements: HostRequirements): Promise<ExecutionHost> {
  const bare = await surroundings();
  sweepMarkedProcesses(isAbandoned);
  sweepScratchFolders();
  const host = await bestIsolation(bare);
  if (requirements.sandbox) require(host);
  return host;
}

/**
 * Executes a single command on this host. Trying sandboxes first would cost as much as the command
 * itself: the best one is presumed to work, and they are tried only if it does not start.
 * @param use called a second time with another host when the first host's sandbox did not start its
 * command
 * @throws PlatformError as {@link prepareHost}
 */
export async function withPresumedHost<T>(
  requirements: HostRequirements,
  use: (host: ExecutionHost) => Promise<T>,
): Promise<T> {
  const bare = await surroundings();
  // A killed process leaves its folder in any case; searching all processes of a large host takes
  // long.
  if (sweepScratchFolders() > 0) sweepMarkedProcesses(isAbandoned);
  if (bare.cgroups !== undefined) {
    try {
      return await use({ ...bare, isolation: "bubblewrap" });
    } catch (error) {
      if (!(error instanceof PlatformError && error.code === "ERR_SANDBOX")) throw error;
    }
  }
  return use(await prepareHost(requirements));
}

type BareHost = Omit<ExecutionHost, "isolation">;

/** The host without its sandboxes; groups of dead predecessors are removed. */
async function surroundings(): Promise<BareHost> {
  if (process.platform !== "linux") {
    throw new PlatformError("ERR_NOT_LINUX", "runs can be executed on Linux only", {
      hint: "reading, scoring and showing results works everywhere; run 'agon run' on Linux or WSL 2",
    });
  }
  const usable = delegateControllers(usableCgroups());
  await sweepGroups(usable);
  const filter = readText("/proc/self/status")?.includes("Seccomp:")
    ? callFilter(process.arch)
    : undefined;
  return {
    ...(isSufficient(usable) ? { cgroups: usable } : {}),
    machine: readMachine(),
    isRoot: process.getuid?.() === 0,
    hasReaper: hasReaper(),
    powerZones: readPowerZones(),
    ...defined({ callFilter: filter }),
  };
}

function require({ isolation, cgroups }: ExecutionHost): void {
  if (isolation !== "bubblewrap") {
    throw new PlatformError("ERR_SANDBOX_MISSING", "bubblewrap does not work here", {
      hint: "install it (apt-get install bubblewrap) and allow user namespaces, or run as root; 'agon run --allow-weak-sandbox' uses what is available",
    });
  }
  if (cgroups === undefined) {
    throw new PlatformError("ERR_CGROUP_MISSING", "no control group can be used", {
      hint: "start through 'systemd-run --user --scope -p Delegate=yes', or as root; 'agon run --allow-weak-sandbox' uses what is available",
    });
  }
}

/**
 * The strongest isolation that works; on a kernel that does not let the reaper enter groups,
 * without reaper.
 */
async function bestIsolation(bare: BareHost): Promise<ExecutionHost> {
  for (const isolation of ISOLATION_KINDS) {
    const host = { ...bare, isolation };
    if (isolation === "none" || (await isolationWorks(host))) return host;
    const withoutReaper = { ...host, hasReaper: false };
    if (host.hasReaper && (await isolationWorks(withoutReaper))) return withoutReaper;
  }
  return { ...bare, isolation: "none" };
}

/** Whether a real command can be run with this host. */
export async function isolationWorks(host: ExecutionHost): Promise<boolean> {
  const folder = scratchFolder("probe");
  const work = join(folder, "work");
  mkdirSync(work);
  try {
    const { exitCode, terminationReason } = await runCommand(
      {
        command: ["/bin/sh", "-c", "exit 42"],
        environment: {},
        files: { workDirectory: work, inputs: new Map(), toolPaths: [], hidden: [] },
        limits: {
          cpuTimeSeconds: 5,
          wallTimeSeconds: 10,
          memoryBytes: 200_000_000,
          processes: 100,
          outputBytes: 100_000,
          filesBytes: 1_000_000,
          filesCount: 100,
        },
        outputFile: join(folder, "output.log"),
        mountPoint: join(folder, "root"),
      },
      host,
    );
    return exitCode === 42 && terminationReason === undefined;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  } finally {
    await removeTree(folder);
  }
}
