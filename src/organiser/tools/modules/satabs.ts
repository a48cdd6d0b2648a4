import { contains } from "../output.ts";
import type { ToolInfo } from "../tool-info.ts";
import { cproverTool } from "./cprover-2012.ts";

/** SatAbs of 2012. */
export const satabs: ToolInfo = cproverTool("SatAbs", (run, { exitCode, signal }) => {
  if (signal === 6) {
    const isLost = contains(run, "Assertion `!counterexample.steps.empty()' failed");
    return isLost ? "COUNTEREXAMPLE FAILED" : "OUT OF MEMORY";
  }
  return exitCode === 1 && contains(run, "PARSING ERROR") ? "PARSING ERROR" : "FAILURE";
});
