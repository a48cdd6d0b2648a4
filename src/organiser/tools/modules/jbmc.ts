import { WITNESS_FILES } from "../output.ts";
import { inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";
import { cbmcOptions } from "./cbmc.ts";

/** JBMC, the sibling of CBMC for Java. */
export const jbmc: ToolInfo = {
  module: "jbmc",
  name: "JBMC",
  projectUrl: "http://www.cprover.org/cbmc/",
  executable: "jbmc",
  roles: ["verifier"],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...cbmcOptions(options, task),
    ...inputFilesOrIdentifier(task),
  ],
  determineResult: ({ exitCode, outputLines }) => {
    if (exitCode === 0 || exitCode === 10) {
      const last = outputLines.at(-1)?.trim();
      if (last === "TRUE") return "true";
      if (last === "FALSE") return "false";
      return outputLines.includes("UNKNOWN") ? "unknown" : "ERROR";
    }
    if (exitCode === 64 && outputLines.includes("Usage error!")) return "INVALID ARGUMENTS";
    return exitCode === 6 && outputLines.includes("Out of memory") ? "OUT OF MEMORY" : "ERROR";
  },
};
