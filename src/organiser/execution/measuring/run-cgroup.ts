/**
 * One run's control group: a directory in every available hierarchy. The kernel accounts CPU time
 * and memory of all members, even if they fork or become orphans, and enforces memory (swap
 * excluded), process and core limits.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MeasurementKind, ResourceUsage } from "../../../ground/model/index.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import { hasten } from "../system/precedence.ts";
import { isNamespaceInit, pause, readText, sendSignal } from "../system/proc-fs.ts";
import { type CgroupHierarchies, lines, tryWrite } from "./cgroup-hierarchies.ts";
import { cgroupUsage } from "./cgroup-usage.ts";
import { ControlFiles } from "./control-files.ts";
import type { MeterLimits, RunMeter } from "./run-meter.ts";

/** Greatest time to wait for dying processes: tearing down a large memory image takes seconds. */
const KILL_PATIENCE_MS = 30_000;

export class RunCgroup implements RunMeter {
  readonly kind: MeasurementKind;
  readonly #unified: string | undefined;
  readonly #v1: ReadonlyMap<string, string>;
  /** Directory that holds memory.* of this run, and its version. */
  readonly #memory: { readonly directory: string; readonly version: 1 | 2 };
  readonly #cpuFile: number;
  readonly #buffer: Buffer = Buffer.alloc(1024);
  readonly #figures = new ControlFiles();
  #sandbox: number | undefined;
  #released: Promise<void> | undefined;

  /** Creates the group `name` in each usable hierarchy and sets the limits. */
  constructor(hierarchies: CgroupHierarchies, name: string, limits: MeterLimits) {
    const { unified, v1 } = hierarchies;
    this.kind = v1.size > 0 ? "cgroup-v1" : "cgroup-v2";
    this.#unified = unified === undefined ? undefined : join(unified.directory, name);
    if (this.#unified !== undefined) mkdirSync(this.#unified, { recursive: true });
    const kills = this.#unified !== undefined && existsSync(`${this.#unified}/cgroup.kill`);
    const needed = [...v1].filter(([controller]) => {
      // Where the kernel kills whole groups, no freezer is needed.
      if (controller === "freezer") return !kills;
      return controller !== "cpuset" || limits.cores !== undefined;
    });
    this.#v1 = new Map(needed.map(([controller, parent]) => [controller, join(parent, name)]));
    for (const directory of new Set(this.#v1.values())) mkdirSync(directory, { recursive: true });
    const memory = this.#v1.get("memory");
    if (memory !== undefined) this.#memory = { directory: memory, version: 1 };
    else this.#memory = { directory: this.#unified as string, version: 2 };
    this.#limitMemory(limits.memoryBytes);
    this.#limitProcesses(limits.processes);
    this.#limitCores(limits);
    const account = this.#v1.get("cpuacct");
    this.#cpuFile = openSync(
      account === undefined ? `${this.#unified}/cpu.stat` : `${account}/cpuacct.usage`,
      "r",
    );
  }

  get entryFiles(): readonly string[] {
    return [...this.#directories()].map((directory) => join(directory, "cgroup.procs"));
  }

  attach(pid: number, kind: "sandbox" | "tool"): void {
    if (kind === "sandbox") this.#sandbox = pid;
  }

  cpuTimeSeconds(): number {
    const length = readSync(this.#cpuFile, this.#buffer, 0, this.#buffer.length, 0);
    const text = this.#buffer.toString("latin1", 0, length);
    if (this.#v1.has("cpuacct")) return Number(text) / 1e9;
    return Number(/usage_usec (\d+)/.exec(text)?.[1]) / 1e6;
  }

  peakMemoryBytes(): number | undefined {
    const { directory, version } = this.#memory;
    const text =
      version === 2
        ? this.#figures.read(`${directory}/memory.peak`) // Since Linux 5.19.
        : (this.#figures.read(`${directory}/memory.memsw.max_usage_in_bytes`) ??
          this.#figures.read(`${directory}/memory.max_usage_in_bytes`));
    return text === undefined ? undefined : Number(text);
  }

  memoryBytes(): number | undefined {
    const { directory, version } = this.#memory;
    const text = this.#figures.read(
      `${directory}/${version === 1 ? "memory.usage_in_bytes" : "memory.current"}`,
    );
    return text === undefined ? undefined : Number(text);
  }

  usage(): ResourceUsage {
    return cgroupUsage(this.#unified, this.#v1, (path) => this.#figures.read(path));
  }

  hasExceededMemory(): boolean {
    const { directory, version } = this.#memory;
    const file = version === 1 ? "memory.oom_control" : "memory.events";
    const count = /^oom_kill (\d+)/m.exec(this.#figures.read(`${directory}/${file}`) ?? "")?.[1];
    return count !== undefined && count !== "0";
  }

  hasTooManyProcesses(): boolean {
    // At the limit fork fails; the run is then ended, as with every other limit.
    const count = /^max (\d+)/m.exec(this.#figures.read(`${this.#pids}/pids.events`) ?? "")?.[1];
    return count !== undefined && count !== "0";
  }

  askToEnd(): void {
    for (const pid of this.processes()) {
      if (pid !== this.#sandbox && !isNamespaceInit(pid)) sendSignal(pid, "SIGTERM");
    }
  }

  async killAll(): Promise<void> {
    const deadline = Date.now() + KILL_PATIENCE_MS;
    for (let round = 0; ; round++) {
      if (this.processes().length === 0) return;
      this.#killOnce();
      if (Date.now() > deadline) {
        throw new PlatformError(
          "ERR_PROCESSES_LEFT",
          `processes ${this.processes().join(", ")} of a run survive SIGKILL`,
          {
            hint: "they may hang in the kernel; see /proc/<pid>/stack, then run the command again",
          },
        );
      }
      await pause(round < 5 ? 1 : 20);
    }
  }

  /**
   * Kills all members and releases everything that can be released at once; false: must be called
   * again.
   */
  tryEnd(): boolean {
    this.#killOnce();
    if (this.processes().length > 0) return false;
    try {
      for (const directory of this.#directories()) {
        if (existsSync(directory)) rmdirSync(directory);
      }
    } catch {
      return false;
    }
    this.#close();
    return true;
  }

  release(): Promise<void> {
    this.#released ??= this.#remove();
    return this.#released;
  }

  async #remove(): Promise<void> {
    this.#close();
    await Promise.all([...this.#directories()].map(removeGroup));
  }

  #close(): void {
    closeSync(this.#cpuFile);
    this.#figures.close();
  }

  #directories(): Set<string> {
    const unified = this.#unified === undefined ? [] : [this.#unified];
    // Controllers that are mounted together share one directory.
    return new Set([...unified, ...this.#v1.values()]);
  }

  #limitMemory(bytes: number): void {
    const { directory, version } = this.#memory;
    if (bytes === Number.POSITIVE_INFINITY) return;
    if (version === 1) {
      writeFileSync(`${directory}/memory.limit_in_bytes`, String(bytes));
      // Memory plus swap: absent where the kernel does not account swap.
      tryWrite(`${directory}/memory.memsw.limit_in_bytes`, bytes);
      tryWrite(`${directory}/memory.swappiness`, 0);
    } else {
      writeFileSync(`${directory}/memory.max`, String(bytes));
      tryWrite(`${directory}/memory.swap.max`, 0);
      tryWrite(`${directory}/memory.oom.group`, 1);
    }
  }

  get #pids(): string | undefined {
    return this.#v1.get("pids") ?? this.#unified;
  }

  #limitProcesses(count: number): void {
    if (this.#pids === undefined || count === Number.POSITIVE_INFINITY) return;
    tryWrite(`${this.#pids}/pids.max`, count);
  }

  /** In v1 a group without cores and memory nodes cannot be entered, so both are always set. */
  #limitCores({ cores, memoryNodes }: MeterLimits): void {
    const directory = this.#v1.get("cpuset") ?? this.#unified;
    if (directory === undefined || cores === undefined) return;
    const parent = dirname(directory);
    const inherited =
      readText(`${parent}/cpuset.mems.effective`) || // v2
      readText(`${parent}/cpuset.effective_mems`) || // v1
      "0";
    tryWrite(`${directory}/cpuset.mems`, inherited);
    // A node may have no memory of its own; then the kernel refuses, and the inherited nodes stay.
    if (memoryNodes !== undefined) tryWrite(`${directory}/cpuset.mems`, memoryNodes.join(","));
    tryWrite(`${directory}/cpuset.cpus`, cores.join(","));
  }

  processes(): number[] {
    const directory = this.#unified ?? this.#v1.get("freezer") ?? this.#memory.directory;
    return lines(readText(`${directory}/cgroup.procs`)).map(Number);
  }

  #killOnce(): void {
    killGroup(this.#unified, this.#v1.get("freezer"), this.processes());
  }
}

/**
 * Kills the members of a group: atomically where the kernel can, else frozen so that none can fork.
 */
export function killGroup(
  unified: string | undefined,
  freezer: string | undefined,
  pids: readonly number[],
): void {
  hasten(pids);
  if (unified !== undefined && tryWrite(`${unified}/cgroup.kill`, 1)) return; // Since Linux 5.14.
  if (freezer !== undefined) tryWrite(`${freezer}/freezer.state`, "FROZEN");
  for (const pid of pids) sendSignal(pid, "SIGKILL");
  if (freezer !== undefined) tryWrite(`${freezer}/freezer.state`, "THAWED");
}

/** Removes a group's directory; dying members may keep it busy for a moment. */
export async function removeGroup(directory: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      await rmdir(directory); // May take long, and other runs are watched meanwhile.
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      await pause(attempt < 3 ? 0 : 5);
    }
  }
}
