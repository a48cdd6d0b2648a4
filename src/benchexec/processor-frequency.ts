import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** The highest frequency of the first core in Hz; undefined where neither the kernel nor the processor tells one. */
export function processorHertz(): number | undefined {
  const limit = "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq";
  try {
    return Number(readFileSync(limit, "utf8")) * 1000;
  } catch {
    const megahertz = cpus()[0]?.speed ?? 0;
    return megahertz === 0 ? undefined : megahertz * 1e6;
  }
}
