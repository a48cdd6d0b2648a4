/**
 * Detects events on the machine that falsify a run's times: heat slowed the cores down, memory was
 * swapped, other processes worked on the run's cores (or on the hyper-threads beside them), or the
 * clock was set. It compares counters at the start and at the end; changes below a threshold are
 * not reported.
 */
import type { Disturbances } from "../../../ground/model/index.ts";
import type { Machine } from "../system/machine.ts";
import { readText } from "../system/proc-fs.ts";
import { ControlFiles } from "./control-files.ts";

/** Counters of the machine at one moment. */
export interface MachineCounters {
  /** CPU seconds of all processes on the watched cores. */
  readonly busySeconds: number;
  /** CPU seconds on the watched cores that the hypervisor gave to other machines. */
  readonly stolenSeconds: number;
  /** Number of times that heat slowed down the watched cores. */
  readonly throttleCount: number;
  readonly swappedPages: number;
  /** Time of a clock that can be set, and of one that cannot. */
  readonly clockSeconds: number;
  readonly monotonicSeconds: number;
}

/** A tenth of a second is ten ticks of the kernel's accounting. */
const MIN_SECONDS = 0.1;
/** Share of the run's wall time on each of its cores. */
const MIN_SHARE = 0.05;
const MIN_CLOCK_JUMP_SECONDS = 1;
const MIN_DELAY_SECONDS = 0.5;
const TICKS_PER_SECOND = 100;

/** Undefined when the run, which used `cpuSeconds` on `coreCount` cores, was not disturbed. */
export function disturbancesBetween(
  before: MachineCounters,
  after: MachineCounters,
  { cpuSeconds, coreCount }: { readonly cpuSeconds: number; readonly coreCount: number },
): Disturbances | undefined {
  const increase = (name: keyof MachineCounters): number => after[name] - before[name];
  const wallSeconds = increase("monotonicSeconds");
  const least = Math.max(MIN_SECONDS, MIN_SHARE * wallSeconds * coreCount);
  const found: Record<Exclude<keyof Disturbances, "watchDelaySeconds">, number> = {
    throttleCount: Math.max(0, increase("throttleCount")),
    swappedPages: Math.max(0, increase("swappedPages")),
    foreignCpuSeconds: atLeast(increase("busySeconds") - cpuSeconds, least),
    stolenCpuSeconds: atLeast(increase("stolenSeconds"), least),
    clockJumpSeconds: rounded(increase("clockSeconds") - wallSeconds, MIN_CLOCK_JUMP_SECONDS),
  };
  const told = Object.entries(found).filter(([, amount]) => amount !== 0);
  return told.length === 0 ? undefined : Object.fromEntries(told);
}

function atLeast(seconds: number, least: number): number {
  return seconds < least ? 0 : rounded(seconds, least);
}

function rounded(seconds: number, least: number): number {
  return Math.abs(seconds) < least ? 0 : Math.round(seconds * 100) / 100;
}

/** The files of this machine stay open. */
const files = new ControlFiles();

/** Reads the counters for logical cores, below `root`. */
export function readCounters(cores: readonly number[], root = ""): MachineCounters {
  const read = (path: string): string | undefined =>
    root === "" ? files.read(path) : readText(`${root}${path}`);
  let [busy, stolen] = [0, 0];
  const wanted = new Set(cores);
  const statistics = read("/proc/stat") ?? "";
  for (const [, core, fields = ""] of statistics.matchAll(/^cpu(\d+) (.*)$/gm)) {
    if (!wanted.has(Number(core))) continue;
    const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, steal = 0] =
      fields.split(" ").map(Number);
    busy += user + nice + system + interrupts + softInterrupts;
    stolen += steal;
  }
  const memory = read("/proc/vmstat") ?? "";
  const pages = (name: string): number =>
    Number(new RegExp(`^${name} (\\d+)$`, "m").exec(memory)?.[1] ?? 0);
  return {
    busySeconds: busy / TICKS_PER_SECOND,
    stolenSeconds: stolen / TICKS_PER_SECOND,
    throttleCount: cores.reduce((sum, core) => sum + Number(read(throttleFile(core)) ?? 0), 0),
    swappedPages: pages("pswpin") + pages("pswpout"),
    clockSeconds: Date.now() / 1000,
    monotonicSeconds: performance.now() / 1000,
  };
}

function throttleFile(core: number): string {
  return `/sys/devices/system/cpu/cpu${core}/thermal_throttle/core_throttle_count`;
}

/** All hyper-threads of the physical cores that logical cores belong to; of all cores by default. */
export function siblingsOf({ cores }: Machine, numbers?: readonly number[]): readonly number[] {
  return cores
    .filter(
      ({ threads }) => numbers === undefined || threads.some((thread) => numbers.includes(thread)),
    )
    .flatMap(({ threads }) => threads);
}

/** Watches the cores of one run, from its creation on. */
export class DisturbanceWatch {
  readonly #cores: readonly number[];
  readonly #before: MachineCounters;

  constructor(cores: readonly number[]) {
    this.#cores = cores;
    this.#before = readCounters(cores);
  }

  /**
   * The disturbances of the run, which used `cpuSeconds` itself and was not watched for
   * `delaySeconds`.
   */
  finish(cpuSeconds: number, delaySeconds: number): Disturbances | undefined {
    const coreCount = this.#cores.length;
    const after = readCounters(this.#cores);
    const found = disturbancesBetween(this.#before, after, { cpuSeconds, coreCount });
    const watchDelaySeconds = rounded(delaySeconds, MIN_DELAY_SECONDS);
    return watchDelaySeconds === 0 ? found : { ...found, watchDelaySeconds };
  }
}
