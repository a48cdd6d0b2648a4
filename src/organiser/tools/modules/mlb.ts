import { lastContained, WITNESS_FILES } from "../output.ts";
import { inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** MLB, symbolic execution of Java with machine learning for hard path conditions. */
export const mlb: ToolInfo = {
  module: "mlb",
  name: "MLB",
  projectUrl: "https://github.com/MLB-SE/Experiment",
  executable: "run.sh",
  roles: ["verifier"],
  versionArguments: ["-version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...(task.propertyFile === undefined ? [] : [task.propertyFile]),
    ...inputFilesOrIdentifier(task),
  ],
  determineResult: (run) =>
    lastContained(run, [
      ["==> FALSE", "false"],
      ["==> TRUE", "true"],
      ["==> UNKNOWN", "unknown"],
    ]) ?? "ERROR",
};
