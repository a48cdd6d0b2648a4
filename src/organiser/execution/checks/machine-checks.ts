/** Properties of a machine that make times differ from run to run and from machine to machine. */
import { existsSync, readdirSync } from "node:fs";
import { readPowerZones } from "../measuring/energy.ts";
import { readText } from "../system/proc-fs.ts";
import { type HostCheck, ok, warn } from "./host-check.ts";

/** Clocks that are steady and read without a system call. */
const GOOD_CLOCKS = new Set([
  "tsc",
  "kvm-clock",
  "hyperv_clocksource_tsc_page",
  "arch_sys_counter",
]);
const GIGABYTE = 1e9;

/** Reads `/proc` and `/sys` below `root`; starts no process. */
export function machineChecks(coreCount: number, root = ""): HostCheck[] {
  const cpu = `${root}/sys/devices/system/cpu`;
  return [
    pressure(existsSync(`${root}/proc/pressure/cpu`)),
    energy(readPowerZones(root).length),
    swap(readText(`${root}/proc/meminfo`) ?? ""),
    turbo(cpu),
    governor(cpu),
    hyperThreading(cpu),
    cores(coreCount, cpu, root),
    throttling(cpu),
    clock(readText(`${root}/sys/devices/system/clocksource/clocksource0/current_clocksource`)),
    load(Number(readText(`${root}/proc/loadavg`)?.split(" ")[0] ?? 0), coreCount),
  ];
}

/** Optional figures; results of machines without them lack them. */
function pressure(isThere: boolean): HostCheck {
  const finding = isThere ? "measured" : "the kernel does not report it (PSI); results lack it";
  return ok("pressure", finding);
}

function energy(packages: number): HostCheck {
  const finding =
    packages > 0 ? `of ${packages} processor packages` : "no counter; results lack it";
  return ok("energy", finding);
}

function swap(memory: string): HostCheck {
  const bytes = Number(/^SwapTotal:\s+(\d+) kB$/m.exec(memory)?.[1] ?? 0) * 1024;
  if (bytes === 0) return ok("swap", "none");
  const size = `${(bytes / GIGABYTE).toFixed(1)} GB`;
  return warn("swap", `${size}; swapping disturbs measurements`, "sudo swapoff -a");
}

function turbo(cpu: string): HostCheck {
  const switches = [
    { file: `${cpu}/intel_pstate/no_turbo`, off: "1" },
    { file: `${cpu}/cpufreq/boost`, off: "0" },
  ];
  for (const { file, off } of switches) {
    const state = readText(file);
    if (state === undefined) continue;
    if (state === off) return ok("turbo boost", "off");
    const remedy = `echo ${off} | sudo tee ${file}`;
    return warn("turbo boost", "on; speed depends on the load of other cores", remedy);
  }
  return ok("turbo boost", "the kernel offers no switch");
}

function governor(cpu: string): HostCheck {
  const name = readText(`${cpu}/cpu0/cpufreq/scaling_governor`);
  if (name === undefined) return ok("frequency", "not scaled by the kernel");
  if (name === "performance") return ok("frequency", "governor 'performance'");
  const remedy = "sudo cpupower frequency-set --governor performance";
  return warn("frequency", `governor '${name}' changes it with the load`, remedy);
}

function hyperThreading(cpu: string): HostCheck {
  return readText(`${cpu}/smt/active`) === "1"
    ? ok("hyper-threading", "on; threads of one physical core go to one run as far as possible")
    : ok("hyper-threading", "off");
}

function cores(count: number, cpu: string, root: string): HostCheck {
  const nodes = names(`${root}/sys/devices/system/node`, /^node\d+$/).length || 1;
  const all = names(cpu, /^cpu\d+$/).length || count;
  const finding = `${count} of ${all} can be used, in ${nodes} NUMA node${nodes === 1 ? "" : "s"}`;
  return count > 1
    ? ok("cores", finding)
    : warn("cores", finding, "use a machine with more: runs share one with Agon itself");
}

function throttling(cpu: string): HostCheck {
  const counts = names(cpu, /^cpu\d+$/).map((name) =>
    Number(readText(`${cpu}/${name}/thermal_throttle/core_throttle_count`) ?? 0),
  );
  const sum = counts.reduce((total, count) => total + count, 0);
  if (sum === 0) return ok("heat", "no core was slowed down since the start");
  return warn("heat", `cores were slowed down ${sum} times since the start`, "improve the cooling");
}

function clock(name: string | undefined): HostCheck {
  if (name === undefined || GOOD_CLOCKS.has(name)) return ok("clock", name ?? "unknown");
  const file = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
  return warn("clock", `${name} is slow to read`, `echo tsc | sudo tee ${file}`);
}

function load(perMinute: number, coreCount: number): HostCheck {
  const finding = `${perMinute.toFixed(1)} processes at work in the last minute`;
  if (perMinute < 0.5 * coreCount) return ok("load", finding);
  return warn("load", `${finding}, on ${coreCount} cores`, "end other programs; see 'top'");
}

function names(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder).filter((name) => pattern.test(name));
  } catch {
    return [];
  }
}
