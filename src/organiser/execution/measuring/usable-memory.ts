import { totalmem } from "node:os";
import { dirname } from "node:path";
import { PlatformError } from "../../../ground/util/errors.ts";
import { readText } from "../system/proc-fs.ts";
import type { ExecutionHost } from "./execution-host.ts";

/**
 * Memory that runs can share: the machine's, or the rest that the surrounding control groups leave.
 */
export function usableMemoryBytes({ cgroups }: Pick<ExecutionHost, "cgroups">): number {
  const limits = [
    ...limitsAbove(cgroups?.v1.get("memory"), "memory.limit_in_bytes"),
    ...limitsAbove(cgroups?.unified?.directory, "memory.max"),
  ];
  return Math.min(totalmem(), ...limits);
}

/**
 * @throws PlatformError `ERR_MEMORY` when a run may use more than there is: the machine would end
 * it, not its limit.
 */
export function requireMemory(
  host: Pick<ExecutionHost, "cgroups">,
  bytes: number,
  hint: string,
): void {
  const usable = usableMemoryBytes(host);
  if (bytes <= usable || bytes === Number.POSITIVE_INFINITY) return;
  const gigabytes = (number: number): string => `${(number / 1e9).toFixed(1)} GB`;
  throw new PlatformError(
    "ERR_MEMORY",
    `a run may have ${gigabytes(bytes)} of memory, and only ${gigabytes(usable)} can be used here`,
    { hint },
  );
}

/** The limits of a control group and of its ancestors. */
function limitsAbove(directory: string | undefined, file: string): number[] {
  const limits: number[] = [];
  for (let at = directory; at !== undefined && at !== dirname(at); at = dirname(at)) {
    const limit = Number(readText(`${at}/${file}`));
    if (limit > 0) limits.push(limit); // `max` and missing values are not numbers.
  }
  return limits;
}
