import { contains } from "../output.ts";
import type { ToolInfo } from "../tool-info.ts";
import { cproverTool } from "./cprover-2012.ts";

/** Wolverine of 2012. */
export const wolverine: ToolInfo = cproverTool("Wolverine", (run, { exitCode, signal }) => {
  if (signal === 6 || (exitCode === 6 && contains(run, "Out of memory"))) return "OUT OF MEMORY";
  return exitCode === 6 && contains(run, "PARSING ERROR") ? "PARSING ERROR" : "FAILURE";
});
