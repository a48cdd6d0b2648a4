/**
 * Assigns the cores of a machine to runs so that runs disturb each other as little as possible, and
 * all have the same conditions:
 *
 * 1. A run gets whole physical cores; its unused hyper-threads stay idle. Two
 *    runs share a physical core only on request.
 * 2. Only the fastest kind of cores is used, unless not even one run fits
 *    there: times on slow and fast cores are not comparable.
 * 3. A run stays within one NUMA node if any node is large enough, and runs
 *    are spread over the nodes.
 * 4. Runs within a node find their memory there; where no node holds the memory
 *    of one run, memory does not limit the number (the caller checks the sum).
 *
 * No symmetry is assumed: nodes may have different numbers of cores, cores different numbers of
 * threads.
 */
import { type Machine, type PhysicalCore, threadCount } from "../system/machine.ts";

export interface AllocationRequest {
  /** Logical cores of each run, from 1. */
  readonly coresPerRun: number;
  /** Greatest number of simultaneous runs. */
  readonly runs: number;
  /** Lets runs share physical cores when otherwise fewer than `runs` fit. */
  readonly maySharePhysicalCores: boolean;
  /** Memory of each run; default: no bound. */
  readonly memoryBytes?: number;
}

/**
 * Cores within this factor of the fastest count as equally fast: vendors mark single cores as
 * slightly faster.
 */
const EQUAL_SPEED = 0.9;

/** The logical cores of each run; as many runs as fit, at most as many as asked for. */
export function allocateCores(machine: Machine, request: AllocationRequest): number[][] {
  const whole = allocate(machine, request);
  if (whole.length >= request.runs || !request.maySharePhysicalCores) return whole;
  const shared = allocate(splitThreads(machine), request);
  return shared.length > whole.length ? shared : whole;
}

function allocate(machine: Machine, request: AllocationRequest): number[][] {
  const fast = fastestKind(machine);
  const slots = allocateAlike(fast, request);
  return slots.length > 0 ? slots : allocateAlike(machine, request);
}

function fastestKind({ cores, ...machine }: Machine): Machine {
  const best = Math.max(...cores.map(({ capacity }) => capacity));
  return { ...machine, cores: cores.filter(({ capacity }) => capacity >= EQUAL_SPEED * best) };
}

/** Treats every thread as a core of its own; siblings stay neighbours. */
function splitThreads({ cores, ...machine }: Machine): Machine {
  return {
    ...machine,
    cores: cores.flatMap((core) => core.threads.map((thread) => ({ ...core, threads: [thread] }))),
  };
}

function allocateAlike(machine: Machine, request: AllocationRequest): number[][] {
  const { coresPerRun, runs, memoryBytes = 0 } = request;
  const nodes = new Map<number, PhysicalCore[]>();
  for (const core of machine.cores) {
    const own = nodes.get(core.node);
    if (own === undefined) nodes.set(core.node, [core]);
    else own.push(core);
  }
  const fitsInNode = [...nodes.values()].some((cores) => threadCount({ cores }) >= coresPerRun);
  // A run that is larger than every node takes neighbouring nodes.
  const pools = fitsInNode
    ? [...nodes.values()]
    : [[...nodes].sort(([a], [b]) => a - b).flatMap(([, cores]) => cores)];
  const memory = new Map(machine.nodeMemory ?? []);
  const countsMemory = fitsInNode && [...memory.values()].some((bytes) => bytes >= memoryBytes);
  const slots: number[][] = [];
  while (slots.length < runs) {
    const [freest] = pools.sort((a, b) => threadCount({ cores: b }) - threadCount({ cores: a }));
    if (freest === undefined || threadCount({ cores: freest }) < coresPerRun) break;
    const node = freest[0]?.node as number;
    const left = (memory.get(node) ?? 0) - memoryBytes;
    if (countsMemory && left < 0) {
      pools.shift(); // Its cores stay idle.
      continue;
    }
    memory.set(node, left);
    slots.push(take(freest, coresPerRun));
  }
  return slots;
}

/** Removes whole cores from `pool` until there are `count` threads; the last core may have more. */
function take(pool: PhysicalCore[], count: number): number[] {
  const threads: number[] = [];
  while (threads.length < count) {
    const core = pool.shift() as PhysicalCore; // The pool was large enough.
    threads.push(...core.threads.slice(0, count - threads.length));
  }
  return threads;
}
