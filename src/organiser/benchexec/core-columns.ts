import type { ResourceUsage } from "../../ground/model/index.ts";

/**
 * BenchExec's columns of CPU time by core, where the control groups report it, in the order of the
 * cores.
 */
export function coreColumns(
  usage: ResourceUsage | undefined,
): readonly (readonly [title: string, seconds: number])[] {
  return Object.entries(usage?.cpuCoreSeconds ?? {})
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([core, seconds]) => [`cputime-cpu${core}`, seconds]);
}
