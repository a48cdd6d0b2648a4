import { FALSE_REACH, firstPrefix } from "../output.ts";
import { inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

const MESSAGES = [
  ["Error found! The system is unsafe :-(", FALSE_REACH],
  ["No error found.  The system is safe :-)", "true"],
  ["Fatal error: exception Out_of_memory", "OUT OF MEMORY"],
  ["Error: label 'ERROR' appears multiple times", "ERROR"],
] as const;
const PROGRAM = "pblast.opt";

/** BLAST of 2012. */
export const blast: ToolInfo = {
  module: "blast",
  name: "BLAST",
  executable: "svcomprunner",
  places: [
    { name: "svcomprunner", folder: "" },
    { name: "svcomprunner", folder: "bin" },
  ],
  roles: ["verifier"],
  versionArguments: ["--version"],
  versionScript: `"$(dirname "$1")/${PROGRAM}" --version 2>/dev/null`,
  versionOf: (output) => output.trim().slice(6, 11),
  requiredPaths: ["../etv", "../bin"],
  resultFiles: [],
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    const property = propertyFile === undefined ? [] : ["-propertyfile", propertyFile];
    const files = inputFilesOrIdentifier(task);
    return [executable, "ocamltune", PROGRAM, ...options, ...property, ...files];
  },
  // The last message counts.
  determineResult: ({ outputLines, signal }) =>
    outputLines.reduce((status: string, line) => {
      const message = firstPrefix(line, MESSAGES);
      if (message !== undefined) return message;
      if (signal === 9) return "TIMEOUT";
      return line.includes("Ack! The gremlins again!") ? "EXCEPTION (Gremlins)" : status;
    }, "unknown"),
};
