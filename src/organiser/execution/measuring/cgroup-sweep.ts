/**
 * A coordinator that is killed leaves its runs' groups behind, perhaps with processes. The next
 * coordinator removes every group whose owner is gone.
 */
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { isAlive, pause, readProcess, readText } from "../system/proc-fs.ts";
import { type CgroupHierarchies, GROUP_PREFIX, lines } from "./cgroup-hierarchies.ts";
import { killGroup, removeGroup } from "./run-cgroup.ts";

/**
 * Common prefix of the names of all runs of this process, whose pid and start time never change.
 */
let own: string | undefined;

/**
 * Name of a run of this process, unique on the host forever: PID namespace, pid and start time name
 * the owner. Control groups and marks carry it.
 */
export function runName(serial: number): string {
  own ??= `${GROUP_PREFIX}${pidNamespace()}-${process.pid}-${readProcess(process.pid)?.startTicks ?? 0}`;
  return `${own}-${serial}`;
}

let serial = 0;

/** A name that no other run of this process has. */
export function nextRunName(): string {
  serial++;
  return runName(serial);
}

/**
 * Whether the owner of a run is gone. Owners in another PID namespace cannot be checked, so their
 * runs are left alone.
 */
export function isAbandoned(name: string): boolean {
  const owner = /^agon-(\d+)-(\d+)-(\d+)-\d+$/.exec(name);
  if (owner === null || owner[1] !== pidNamespace()) return false;
  return !isAlive(Number(owner[2]), Number(owner[3]));
}

function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
  } catch {
    return "0";
  }
}

/** Kills and removes the groups of coordinators that are gone; returns their number. */
export async function sweepGroups({ unified, v1 }: CgroupHierarchies): Promise<number> {
  const parents = new Set([...(unified === undefined ? [] : [unified.directory]), ...v1.values()]);
  const abandoned = new Set<string>();
  for (const parent of parents) {
    for (const name of readdirSync(parent)) if (isAbandoned(name)) abandoned.add(name);
  }
  for (const name of abandoned) {
    const directories = [...parents].map((parent) => join(parent, name));
    const members = (): number[] =>
      directories.flatMap((directory) => lines(readText(`${directory}/cgroup.procs`)).map(Number));
    const freezer = v1.get("freezer");
    for (let round = 0; round < 100 && members().length > 0; round++) {
      killGroup(
        unified === undefined ? undefined : join(unified.directory, name),
        freezer === undefined ? undefined : join(freezer, name),
        members(),
      );
      await pause(10);
    }
    for (const directory of directories) await removeGroup(directory);
  }
  return abandoned.size;
}
