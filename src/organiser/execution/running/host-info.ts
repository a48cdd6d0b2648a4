import { existsSync, readFileSync } from "node:fs";
import { arch, cpus, hostname, release, totalmem } from "node:os";
import { replaceDurably } from "../../../ground/files/index.ts";
import type { IsolationKind, MeasurementKind } from "../../../ground/model/index.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import type { HostCheck } from "../checks/host-check.ts";
import { hostChecks } from "../checks/host-checks.ts";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import { measurementKind } from "../measuring/measurement-kind.ts";
import type { Spool } from "../spool/spool.ts";
import { threadCount } from "../system/machine.ts";
import { readText } from "../system/proc-fs.ts";

/**
 * Facts about the machine that a reader of the results needs; nothing that is private to its user.
 */
export interface HostInfo {
  readonly host: string;
  readonly operatingSystem: string;
  readonly kernel: string;
  readonly architecture: string;
  readonly cpuModel: string;
  /** Logical cores that runs may use. */
  readonly cores: number;
  readonly memoryBytes: number;
  /** Swap falsifies memory limits where no control group excludes it. */
  readonly swapBytes: number;
  readonly isolation: IsolationKind;
  readonly measurement: MeasurementKind;
  readonly node: string;
  /** The findings of `agon doctor`; absent in older spools. */
  readonly checks?: readonly HostCheck[];
}

/** Collects the facts of this machine; results go to `folder`. */
export function hostInfo(host: ExecutionHost, folder: string): HostInfo {
  const swap = /^SwapTotal:\s+(\d+) kB$/m.exec(readText("/proc/meminfo") ?? "")?.[1];
  return {
    host: hostname(),
    operatingSystem: operatingSystem(),
    kernel: release(),
    architecture: arch(),
    cpuModel: cpus()[0]?.model ?? "unknown",
    cores: threadCount(host.machine),
    memoryBytes: totalmem(),
    swapBytes: Number(swap ?? 0) * 1024,
    isolation: host.isolation,
    measurement: measurementKind(host),
    node: process.version,
    checks: hostChecks(host, folder),
  };
}

const FILE = "host.json";

/**
 * Stores the facts in the spool; the last start wins.
 * @throws PlatformError `ERR_MEASUREMENT_MIXED` when the results were measured exactly and new ones
 * would be sampled, or vice versa: they could not be ranked together.
 */
export function writeHostInfo(spool: Spool, info: HostInfo): void {
  const before = readHostInfo(spool)?.measurement;
  const isSampled = info.measurement === "process-accounting";
  if (before !== undefined && (before === "process-accounting") !== isSampled && spool.isBegun()) {
    throw new PlatformError(
      "ERR_MEASUREMENT_MIXED",
      `the results of ${spool.directory} were measured by ${before}, here it would be ${info.measurement}`,
      {
        hint: isSampled
          ? "make control groups usable (see 'agon doctor'), or choose another --spool"
          : "choose another --spool and measure everything again, exactly",
      },
    );
  }
  replaceDurably(spool.path(FILE), `${JSON.stringify(info, undefined, 2)}\n`);
}

/** The facts of the last start, if there was one. */
export function readHostInfo(spool: Spool): HostInfo | undefined {
  const file = spool.path(FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as HostInfo) : undefined;
}

function operatingSystem(): string {
  const name = /^PRETTY_NAME="?(.*?)"?$/m.exec(readText("/etc/os-release") ?? "")?.[1];
  return name ?? "Linux";
}
