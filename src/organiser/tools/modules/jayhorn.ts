import { WITNESS_FILES } from "../output.ts";
import { statusOfSafety } from "../safe-unsafe.ts";
import { requireInputFiles } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** JayHorn, a verifier for Java by constrained Horn clauses. */
export const jayhorn: ToolInfo = {
  module: "jayhorn",
  name: "JayHorn",
  projectUrl: "https://github.com/jayhorn/jayhorn",
  executable: "jayhorn",
  roles: ["verifier"],
  versionArguments: ["--version"],
  requiredPaths: ["jayhorn.jar", "EnumEliminator-assembly-0.1.jar"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...(task.propertyFile === undefined ? [] : ["--propertyfile", task.propertyFile]),
    ...requireInputFiles(task),
  ],
  determineResult: statusOfSafety,
};
