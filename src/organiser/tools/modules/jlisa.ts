import { WITNESS_FILES } from "../output.ts";
import { requireInputFiles } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** JLiSA. */
export const jlisa: ToolInfo = {
  module: "jlisa",
  name: "JLiSA",
  projectUrl: "https://github.com/lisa-analyzer/jlisa",
  executable: "jlisa",
  roles: ["verifier"],
  versionArguments: ["version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, _options, task) => {
    const { propertyFile } = task;
    const property = propertyFile === undefined ? [] : ["--property", propertyFile];
    return [executable, "check", "--inputs", requireInputFiles(task).join(" "), ...property];
  },
  determineResult: ({ outputLines }) => {
    const last = outputLines.at(-1) ?? "";
    if (last.includes("TRUE")) return "true";
    return last.includes("FALSE") ? "false" : "unknown";
  },
};
