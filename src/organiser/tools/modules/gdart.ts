import { FALSE_REACH, firstContained, WITNESS_FILES } from "../output.ts";
import { requireInputFiles } from "../task-options.ts";
import type { ToolInfo, ToolRun } from "../tool-info.ts";

/** GDart, dynamic symbolic execution of Java. */
export const gdart: ToolInfo = {
  module: "gdart",
  name: "GDart",
  executable: "run-gdart.sh",
  roles: ["verifier"],
  versionArguments: ["-v"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    const property = propertyFile === undefined ? [] : [propertyFile];
    return [executable, ...options, ...property, ...requireInputFiles(task)];
  },
  determineResult: statusOfGdart,
};

/** Also of tools with GDart's output. */
export function statusOfGdart(run: ToolRun): string {
  return (
    firstContained(run, [
      ["== ERROR-UNREACH-CALL", FALSE_REACH],
      ["== ERROR", "false"],
      ["== OK", "true"],
      ["== DONT-KNOW", "unknown"],
    ]) ?? "ERROR"
  );
}
