import { WITNESS_FILES } from "../output.ts";
import { statusOfSafety } from "../safe-unsafe.ts";
import { inputFilesOrIdentifier, requirePropertyFile } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** Java Ranger: symbolic execution of Java with summaries of regions, made of SPF. */
export const javaRanger: ToolInfo = {
  module: "java-ranger",
  name: "Java Ranger",
  projectUrl: "https://github.com/vaibhavbsharma/java-ranger",
  executable: "jr-sv-comp",
  roles: ["verifier"],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...["--propertyfile", requirePropertyFile(task)],
    ...inputFilesOrIdentifier(task),
  ],
  determineResult: statusOfSafety,
};
