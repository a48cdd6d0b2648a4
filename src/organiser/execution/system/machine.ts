/** The processor cores of a machine, with the properties that matter for assigning them to runs. */
import { readdirSync } from "node:fs";
import { readText } from "./proc-fs.ts";

/** A physical core. */
export interface PhysicalCore {
  /** Numbers of its usable hyper-threads, at least one. */
  readonly threads: readonly number[];
  /** NUMA node. */
  readonly node: number;
  /** Speed relative to the other cores; the fastest kind has the largest number (the kernel says 1024). */
  readonly capacity: number;
}

/** The usable cores and the memory of a machine. */
export interface Machine {
  readonly cores: readonly PhysicalCore[];
  /** Bytes of memory by NUMA node, where there is more than one. */
  readonly nodeMemory?: ReadonlyMap<number, number>;
}

const FASTEST = 1024;
/**
 * Capacity of Intel's efficiency cores where the kernel does not report it; only the order matters.
 */
const SLOWER = 512;

/** Number of runs of one core that could be pinned if they shared physical cores. */
export function threadCount({ cores }: Machine): number {
  return cores.reduce((sum, { threads }) => sum + threads.length, 0);
}

/**
 * The NUMA nodes whose memory a run on these cores (logical numbers) gets,
 * ascending: those of the cores, and more if they do not hold `memoryBytes`, because the kernel
 * would end the run below its limit.
 */
export function memoryNodes(
  { cores, nodeMemory }: Machine,
  numbers: readonly number[],
  memoryBytes = 0,
): number[] {
  const own = cores.filter(({ threads }) => threads.some((thread) => numbers.includes(thread)));
  const nodes = new Set(own.map(({ node }) => node));
  const bytesOf = (node: number): number => nodeMemory?.get(node) ?? 0;
  let bytes = [...nodes].reduce((sum, node) => sum + bytesOf(node), 0);
  const others = [...(nodeMemory?.keys() ?? [])]
    .filter((node) => !nodes.has(node))
    .sort((a, b) => bytesOf(b) - bytesOf(a));
  for (const node of others) {
    if (bytes >= memoryBytes || bytesOf(node) === 0) break;
    nodes.add(node);
    bytes += bytesOf(node);
  }
  return [...nodes].sort((a, b) => a - b);
}

/** Reads the cores that this process may use, and the memory of their nodes. */
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
      readText(`${folder}/topology/thread_siblings_list`) ?? // Before Linux 5.3.
      String(cpu);
    const threads = parseCpuList(siblings).filter((thread) => allowed.includes(thread));
    for (const thread of threads) seen.add(thread);
    const capacity = readText(`${folder}/cpu_capacity`) ?? (slow.has(cpu) ? SLOWER : FASTEST);
    cores.push({ threads, node: nodeOf.get(cpu) ?? 0, capacity: Number(capacity) });
  }
  const nodeMemory = readNodeMemory(`${devices}/system/node`);
  return nodeMemory.size > 1 ? { cores, nodeMemory } : { cores };
}

function readNodeMemory(folder: string): Map<number, number> {
  const bytes = new Map<number, number>();
  for (const node of parseCpuList(readText(`${folder}/online`) ?? "")) {
    const text = readText(`${folder}/node${node}/meminfo`) ?? "";
    bytes.set(node, Number(/MemTotal:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1024);
  }
  return bytes;
}

function readNodes(folder: string): Map<number, number> {
  const nodeOf = new Map<number, number>();
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return nodeOf; // A kernel without NUMA.
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
