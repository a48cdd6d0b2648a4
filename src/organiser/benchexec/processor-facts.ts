/**
 * Facts about the processor beyond its name, from the same files as BenchExec's
 * (`benchexec/systeminfo.py`).
 */
import { readFileSync } from "node:fs";

/** Folders in which the kernel reports them; other ones in tests. */
export interface KernelFolders {
  /** `/sys/devices/system/cpu` */
  readonly cpu: string;
  /** `/proc/cpuinfo` */
  readonly cpuInfo: string;
}

const KERNEL: KernelFolders = { cpu: "/sys/devices/system/cpu", cpuInfo: "/proc/cpuinfo" };

/** The greatest frequency of the first core in Hz, or else the nominal one; undefined: unknown. */
export function processorHertz({ cpu, cpuInfo }: KernelFolders = KERNEL): number | undefined {
  const limit = read(`${cpu}/cpu0/cpufreq/scaling_max_freq`);
  if (limit !== undefined) return Number(limit) * 1000;
  const megahertz = [...(read(cpuInfo) ?? "").matchAll(/^cpu MHz\s*:\s*([\d.]+)$/gm)].at(-1)?.[1];
  return megahertz === undefined ? undefined : Math.round(Number(megahertz) * 1e6);
}

/**
 * Whether cores may exceed their nominal frequency; undefined: the system does not have such a
 * setting.
 */
export function hasTurboBoost({ cpu }: KernelFolders = KERNEL): boolean | undefined {
  const boost = read(`${cpu}/cpufreq/boost`);
  if (boost !== undefined) return boost === "1";
  const noTurbo = read(`${cpu}/intel_pstate/no_turbo`);
  return noTurbo === undefined ? undefined : noTurbo === "0";
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}
