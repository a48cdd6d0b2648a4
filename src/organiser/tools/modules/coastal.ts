import { WITNESS_FILES } from "../output.ts";
import { statusOfSafety } from "../safe-unsafe.ts";
import { inputFilesOrIdentifier, requirePropertyFile } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** COASTAL, concolic execution of Java bytecode. */
export const coastal: ToolInfo = {
  module: "coastal",
  name: "COASTAL",
  projectUrl: "http://www.cs.sun.ac.za/coastal/",
  executable: "coastal-sv-comp",
  roles: ["verifier"],
  versionArguments: ["--version"],
  requiredPaths: ["coastal", "coastal-sv-comp"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...["--propertyfile", requirePropertyFile(task)],
    ...inputFilesOrIdentifier(task),
  ],
  determineResult: statusOfSafety,
};
