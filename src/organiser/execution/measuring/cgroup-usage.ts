import type { ResourceUsage } from "../../../ground/model/index.ts";
import { readText } from "../system/proc-fs.ts";
import { lines } from "./cgroup-hierarchies.ts";

/** `cpuacct.stat` counts in USER_HZ, which is 100 on every Linux port that Node supports. */
const TICKS_PER_SECOND = 100;

/**
 * Resources that a control group used beyond CPU time and memory. `unified` and `v1` are the
 * group's directories; the unified one has more figures and is more exact, even beside v1
 * controllers.
 */
export function cgroupUsage(
  unified: string | undefined,
  v1: ReadonlyMap<string, string>,
  textOf: (path: string) => string | undefined = readText,
): ResourceUsage {
  const read = (directory: string | undefined, file: string): string | undefined =>
    directory === undefined ? undefined : textOf(`${directory}/${file}`);
  return {
    ...(cpuSplit(read(unified, "cpu.stat"), /^(user|system)_usec (\d+)$/, 1e6) ??
      cpuSplit(read(v1.get("cpuacct"), "cpuacct.stat"), /^(user|system) (\d+)$/, TICKS_PER_SECOND)),
    ...(transferred(read(unified, "io.stat"), /\b(r|w)bytes=(\d+)/g) ??
      transferred(
        read(v1.get("blkio"), "blkio.throttle.io_service_bytes"),
        /^\S+ (R|W)(?:ead|rite) (\d+)$/gm,
      )),
    ...byCore(read(v1.get("cpuacct"), "cpuacct.usage_percpu")),
    ...stalled("cpuPressureSeconds", read(unified, "cpu.pressure")),
    ...stalled("memoryPressureSeconds", read(unified, "memory.pressure")),
    ...stalled("ioPressureSeconds", read(unified, "io.pressure")),
  };
}

function cpuSplit(
  text: string | undefined,
  pattern: RegExp,
  unitsPerSecond: number,
): ResourceUsage | undefined {
  const seconds = new Map(
    lines(text).flatMap((line) => {
      const [, kind = "", amount] = pattern.exec(line) ?? [];
      return amount === undefined ? [] : [[kind, Number(amount) / unitsPerSecond] as const];
    }),
  );
  const [user, system] = [seconds.get("user"), seconds.get("system")];
  if (user === undefined || system === undefined) return undefined;
  return { cpuUserSeconds: user, cpuSystemSeconds: system };
}

/** Sums over all devices; a file without lines means that nothing was transferred. */
function transferred(text: string | undefined, pattern: RegExp): ResourceUsage | undefined {
  if (text === undefined) return undefined;
  let [readBytes, writtenBytes] = [0, 0];
  for (const [, direction = "", bytes] of text.matchAll(pattern)) {
    if (direction.toLowerCase() === "r") readBytes += Number(bytes);
    else writtenBytes += Number(bytes);
  }
  return { readBytes, writtenBytes };
}

/** Reads the nanoseconds of all cores from one line. */
function byCore(text: string | undefined): ResourceUsage {
  const seconds = (text ?? "")
    .trim()
    .split(/\s+/)
    .flatMap((word, core) => {
      const nanoseconds = Number(word);
      return nanoseconds > 0 ? [[String(core), nanoseconds / 1e9] as const] : [];
    });
  return seconds.length === 0 ? {} : { cpuCoreSeconds: Object.fromEntries(seconds) };
}

function stalled(name: keyof ResourceUsage, text: string | undefined): ResourceUsage {
  const microseconds = /^some .*\btotal=(\d+)$/m.exec(text ?? "")?.[1];
  return microseconds === undefined ? {} : { [name]: Number(microseconds) / 1e6 };
}
