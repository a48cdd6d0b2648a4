import { lastContained, WITNESS_FILES } from "../output.ts";
import { inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** JDart, concolic execution of Java. */
export const jdart: ToolInfo = {
  module: "jdart",
  name: "JDart",
  projectUrl: "https://github.com/tudo-aqua/jdart",
  executable: "run-jdart.sh",
  roles: ["verifier"],
  versionArguments: ["-v"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...(task.propertyFile === undefined ? [] : [task.propertyFile]),
    ...inputFilesOrIdentifier(task),
  ],
  determineResult: (run) =>
    lastContained(run, [
      ["== ERROR", "false"],
      ["== OK", "true"],
    ]) ?? "unknown",
};
