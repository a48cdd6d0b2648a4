/** What BenchExec tells of the processor beyond its name, out of the same files (`benchexec/systeminfo.py`). */
import { readFileSync } from "node:fs";

/** Where the kernel tells it; another folder in tests. */
export interface KernelFolders {
  /** `/sys/devices/system/cpu` */
  readonly cpu: string;
  /** `/proc/cpuinfo` */
  readonly cpuInfo: string;
}

const KERNEL: KernelFolders = { cpu: "/sys/devices/system/cpu", cpuInfo: "/proc/cpuinfo" };

/** The frequency that the first core may reach in Hz, or else the nominal one; undefined: nobody tells. */
export function processorHertz({ cpu, cpuInfo }: KernelFolders = KERNEL): number | undefined {
  const limit = read(`${cpu}/cpu0/cpufreq/scaling_max_freq`);
  if (limit !== undefined) return Number(limit) * 1000;
  const megahertz = [...(read(cpuInfo) ?? "").matchAll(/^cpu MHz\s*:\s*([\d.]+)$/gm)].at(-1)?.[1];
  return megahertz === undefined ? undefined : Math.round(Number(megahertz) * 1e6);
}

/** Whether cores may exceed their nominal frequency; undefined: the system does not know such a thing. */
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
