import { FALSE_REACH, WITNESS_FILES, wasTimeout } from "../output.ts";
import { dataModelParameter, inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

const PROPERTIES = new Set([
  "valid-memtrack",
  "valid-deref",
  "valid-free",
  "no-overflow",
  "termination",
  "valid-memcleanup",
]);

/** 2LS. */
export const twoLs: ToolInfo = {
  module: "two_ls",
  name: "2LS",
  projectUrl: "http://www.cprover.org/2LS",
  executable: "2ls",
  roles: ["verifier"],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    const all = [
      ...options,
      ...(propertyFile === undefined ? [] : ["--propertyfile", propertyFile]),
    ];
    const dataModel = dataModelParameter(task, { ILP32: "--32", LP64: "--64" });
    if (dataModel !== undefined && !all.includes(dataModel)) all.push(dataModel);
    return [executable, ...all, ...inputFilesOrIdentifier(task)];
  },
  determineResult: (run) => {
    const { signal, exitCode, outputLines } = run;
    if ((signal === 9 || signal === 15) && wasTimeout(run)) return "TIMEOUT";
    if (signal === 9) return "OUT OF MEMORY";
    if (signal) return `ERROR(SIGNAL ${signal})`;
    if (exitCode === 0) return "true";
    if (exitCode !== 10) return "unknown";
    const property = /^FALSE\((.*)\)$/.exec(outputLines.at(-1)?.trim() ?? "")?.[1] ?? "";
    return PROPERTIES.has(property) ? `false(${property})` : FALSE_REACH;
  },
};
