import {
  contains,
  FALSE_DATA_RACE,
  FALSE_DEREF,
  FALSE_MEMTRACK,
  FALSE_OVERFLOW,
  FALSE_REACH,
} from "./output.ts";
import type { ToolRun } from "./tool-info.ts";

/** Names of assertions in CBMC's report of failed ones; the last failed one decides. */
const ASSERTIONS: readonly (readonly [names: readonly string[], status: string])[] = [
  [["overflow."], FALSE_OVERFLOW],
  [["memory-leak."], FALSE_MEMTRACK],
  [["alloc.assertion.", "pointer_dereference."], FALSE_DEREF],
  [["nodatarace.assertion."], FALSE_DATA_RACE],
];

/** Status of tools that are based on CBMC and list its assertions: Deagle, iekke. */
export function statusOfCheckedAssertions(run: ToolRun): string {
  if (contains(run, "SUCCESSFUL")) return "true";
  if (!contains(run, "FAILED")) return run.exitCode === 1 ? "unknown" : "ERROR";
  let status = FALSE_REACH;
  for (const line of run.outputLines.filter((one) => one.includes("FAILURE"))) {
    const found = ASSERTIONS.find(([names]) => names.some((name) => line.includes(name)));
    if (found !== undefined) status = found[1];
  }
  return status;
}
