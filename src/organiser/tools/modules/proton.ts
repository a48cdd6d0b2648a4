import { FALSE_TERMINATION, WITNESS_FILES } from "../output.ts";
import { DATA_MODEL_BITS, dataModelParameter, singleInputFile } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

const ANSWERS = [
  ["FALSE(termination)", FALSE_TERMINATION],
  ["UNKNOWN", "unknown"],
  ["INTERNAL-ERROR", "INTERNAL-ERROR"],
  ["OUT OF MEMORY", "OUT OF MEMORY"],
  ["INCONCLUSIVE", "INCONCLUSIVE"],
  ["UNRECOGNIZED PROPERTY", "UNSUPPORTED PROPERTY SPECIFIED"],
] as const;

/** PROTON. */
export const proton: ToolInfo = {
  module: "proton",
  name: "PROTON",
  projectUrl: "https://github.com/kumarmadhukar/term",
  executable: "proton",
  roles: ["verifier"],
  versionArguments: ["--version"],
  versionScript: '"$1" --version 2>&1 >/dev/null',
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    const all = [
      ...options,
      ...(propertyFile === undefined ? [] : ["--propertyFile", propertyFile]),
    ];
    const bits = dataModelParameter(task, DATA_MODEL_BITS);
    if (bits !== undefined && !all.includes(bits)) all.push(bits);
    return [executable, ...all, singleInputFile(task)];
  },
  determineResult: ({ exitCode, outputLines }) => {
    const last = outputLines.at(-1)?.trim();
    if (last === undefined || (exitCode !== 0 && exitCode !== 10)) return "ERROR";
    if (last === "TRUE") return "true";
    return ANSWERS.find(([part]) => last.includes(part))?.[1] ?? "ERROR";
  },
};
