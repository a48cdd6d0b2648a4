/**
 * Which processor cores runs are pinned to. Siblings of one physical core
 * (hyper-threads) are neighbours in the list, so that a run with several cores
 * gets whole ones and two runs share a physical core only if they must.
 */
import { readText } from "./proc-fs.ts";

/** Reads a kernel list such as `0-3,8,10-11`. */
export function parseCpuList(text: string): number[] {
  return text
    .split(",")
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [first = Number.NaN, last = first] = part.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
}

/** The cores this process may use, siblings next to each other. */
export function availableCores(
  procSelf = "/proc/self",
  cpuRoot = "/sys/devices/system/cpu",
): number[] {
  const status = readText(`${procSelf}/status`) ?? "";
  const allowed = parseCpuList(/^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1] ?? "0");
  const place = (cpu: number): number[] => {
    const topology = (name: string): number =>
      Number(readText(`${cpuRoot}/cpu${cpu}/topology/${name}`) ?? 0);
    return [topology("physical_package_id"), topology("core_id"), cpu];
  };
  const places = new Map(allowed.map((cpu) => [cpu, place(cpu)]));
  return allowed.sort((left, right) => {
    const [a, b] = [places.get(left) ?? [], places.get(right) ?? []];
    const difference = a.findIndex((value, index) => value !== b[index]);
    return difference < 0 ? 0 : (a[difference] ?? 0) - (b[difference] ?? 0);
  });
}

/** Splits cores into `jobs` disjoint groups of `size`; fewer groups when there are not enough. */
export function coreGroups(cores: readonly number[], size: number, jobs: number): number[][] {
  const count = Math.min(jobs, Math.floor(cores.length / size));
  return Array.from({ length: count }, (_, index) => cores.slice(index * size, (index + 1) * size));
}
