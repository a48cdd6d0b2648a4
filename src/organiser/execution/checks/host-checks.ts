import { release } from "node:os";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import { usableMemoryBytes } from "../measuring/usable-memory.ts";
import { threadCount } from "../system/machine.ts";
import { type HostCheck, ok } from "./host-check.ts";
import { isolationChecks } from "./isolation-checks.ts";
import { machineChecks } from "./machine-checks.ts";
import { diskCheck, programChecks } from "./program-checks.ts";

/**
 * Whether this machine is fit for a competition. Cheap: starts no process; `prepareHost` has tried
 * what needs trying. Results go to `folder`.
 */
export function hostChecks(host: ExecutionHost, folder: string): HostCheck[] {
  return [
    ...isolationChecks(host, release()),
    ...machineChecks(threadCount(host.machine)),
    ok("memory", `${(usableMemoryBytes(host) / 1e9).toFixed(1)} GB can be used`),
    diskCheck(folder),
    { name: "node", level: "ok", finding: process.version },
    ...programChecks(process.env.PATH ?? ""),
  ];
}
