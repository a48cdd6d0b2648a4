/** The processor cores of a machine, as far as they matter for sharing them out. */
import { readdirSync } from "node:fs";
import { readText } from "./proc-fs.ts";

/** A physical core. */
export interface PhysicalCore {
  /** Numbers of its hyper-threads that we may use, at least one. */
  readonly threads: readonly number[];
  /** NUMA node. */
  readonly node: number;
  /** Speed relative to the other cores; the fastest kind has the largest number (the kernel says 1024). */
  readonly capacity: number;
}

export interface Machine {
  readonly cores: readonly PhysicalCore[];
}

const FASTEST = 1024;
/** For Intel's efficiency cores where the kernel does not tell; only the order matters. */
const SLOWER = 512;

/** How many runs of one core could be pinned if they shared physical cores. */
export function threadCount({ cores }: Machine): number {
  return cores.reduce((sum, { threads }) => sum + threads.length, 0);
}

/** The NUMA nodes that these cores (logical numbers) belong to, ascending. */
export function memoryNodes({ cores }: Machine, numbers: readonly number[]): number[] {
  const own = cores.filter(({ threads }) => threads.some((thread) => numbers.includes(thread)));
  return [...new Set(own.map(({ node }) => node))].sort((a, b) => a - b);
}

/** The cores that this process may use. */
export function readMachine(procSelf = "/proc/self", devices = "/sys/devices"): Machine {
  const status = readText(`${procSelf}/status`) ?? "";
  const allowed = parseCpuList(/^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1] ?? "0");
  const nodeOf = readNodes(`${devices}/system/node`);
  const slow = new Set(parseCpuList(readText(`${devices}/cpu_atom/cpus`) ?? ""));
  const cores: PhysicalCore[] = [];
  const seen = new Set<number>();
  for (const cpu of allowed) {
    if (seen.has(cpu)) continue;
    const folder = `${devices}/system/cpu/cpu${cpu}`;
    const siblings =
      readText(`${folder}/topology/core_cpus_list`) ??
      readText(`${folder}/topology/thread_siblings_list`) ?? // before Linux 5.3
      String(cpu);
    const threads = parseCpuList(siblings).filter((thread) => allowed.includes(thread));
    for (const thread of threads) seen.add(thread);
    const capacity = readText(`${folder}/cpu_capacity`) ?? (slow.has(cpu) ? SLOWER : FASTEST);
    cores.push({ threads, node: nodeOf.get(cpu) ?? 0, capacity: Number(capacity) });
  }
  return { cores };
}

function readNodes(folder: string): Map<number, number> {
  const nodeOf = new Map<number, number>();
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return nodeOf; // a kernel without NUMA
  }
  for (const name of names) {
    const node = /^node(\d+)$/.exec(name)?.[1];
    if (node === undefined) continue;
    for (const cpu of parseCpuList(readText(`${folder}/${name}/cpulist`) ?? "")) {
      nodeOf.set(cpu, Number(node));
    }
  }
  return nodeOf;
}

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
