import { lastContained } from "./output.ts";
import type { ToolRun } from "./tool-info.ts";

/** The answer of tools that say SAFE or UNSAFE: the last such line counts. */
export function statusOfSafety(run: ToolRun): string {
  return (
    lastContained(run, [
      ["UNSAFE", "false"],
      ["SAFE", "true"],
    ]) ?? "unknown"
  );
}
