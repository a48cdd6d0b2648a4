/** Common part of the tools of 2012 that came with CProver. */
import { contains, FALSE_REACH } from "../output.ts";
import { inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo, ToolRun } from "../tool-info.ts";

/** The answer contradicts the exit code; BenchExec stores no result at all. */
const CONTRADICTION = "ERROR (answer and exit code contradict)";

/** @param failure Status of a run without an answer, unless it was killed. */
export function cproverTool(
  name: string,
  failure: (run: ToolRun, ends: { readonly exitCode: number; readonly signal: number }) => string,
): ToolInfo {
  const module = name.toLowerCase();
  return {
    module,
    name,
    executable: module,
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
      const answered = (code: number, answer: string): string =>
        exitCode === code ? answer : CONTRADICTION;
      if (contains(run, "VERIFICATION SUCCESSFUL")) return answered(0, "true");
      if (contains(run, "VERIFICATION FAILED")) return answered(10, FALSE_REACH);
      return signal === 9 ? "TIMEOUT" : failure(run, { exitCode, signal });
    },
  };
}
