import { contains, FALSE_REACH } from "../output.ts";
import { inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** SatAbs of 2012. */
export const satabs: ToolInfo = {
  module: "satabs",
  name: "SatAbs",
  executable: "satabs",
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
    if (signal === 6) {
      const isLost = contains(run, "Assertion `!counterexample.steps.empty()' failed");
      return isLost ? "COUNTEREXAMPLE FAILED" : "OUT OF MEMORY";
    }
    return exitCode === 1 && contains(run, "PARSING ERROR") ? "PARSING ERROR" : "FAILURE";
  },
};

/** The answer does not go with the exit code; BenchExec stores no result at all. */
export const CONTRADICTION = "ERROR (answer and exit code contradict)";
