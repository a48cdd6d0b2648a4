import { FALSE_REACH } from "../output.ts";
import { inputFilesOrIdentifier, notSupported } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** LLBMC of 2012. */
export const llbmc: ToolInfo = {
  module: "llbmc",
  name: "LLBMC",
  executable: "llbmc",
  roles: ["verifier"],
  versionArguments: ["--version"],
  versionOf: (output) => output.trim().split("\n")[2]?.slice(8, 18) ?? "",
  resultFiles: [],
  commandLine: (executable, options, task) => {
    const files = inputFilesOrIdentifier(task);
    if (files.length !== 1) throw notSupported("LLBMC takes one input file");
    return [executable, ...options, ...files];
  },
  // The last message counts.
  determineResult: ({ outputLines }) =>
    outputLines.reduce((status, line) => {
      if (line.includes("Error detected.")) return FALSE_REACH;
      return line.includes("No error detected.") ? "true" : status;
    }, "unknown"),
};
