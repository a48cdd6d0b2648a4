import { contains, FALSE_REACH } from "../output.ts";
import { inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";
import { CONTRADICTION } from "./satabs.ts";

/** Wolverine of 2012. */
export const wolverine: ToolInfo = {
  module: "wolverine",
  name: "Wolverine",
  executable: "wolverine",
  roles: ["verifier"],
  versionArguments: ["--version"],
  resultFiles: [],
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...inputFilesOrIdentifier(task),
  ],
  determineResult: (run) => {
    const { exitCode = 0, signal = 0 } = run;
    if (contains(run, "VERIFICATION SUCCESSFUL")) return exitCode === 0 ? "true" : CONTRADICTION;
    if (contains(run, "VERIFICATION FAILED")) return exitCode === 10 ? FALSE_REACH : CONTRADICTION;
    if (signal === 9) return "TIMEOUT";
    if (signal === 6 || (exitCode === 6 && contains(run, "Out of memory"))) return "OUT OF MEMORY";
    return exitCode === 6 && contains(run, "PARSING ERROR") ? "PARSING ERROR" : "FAILURE";
  },
};
