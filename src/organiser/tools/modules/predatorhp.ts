import { answersWithProperty, firstContained, WITNESS_FILES, wasTimeout } from "../output.ts";
import { dataModelParameter, inputFilesOrIdentifier } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

const ANSWERS = [
  ["UNKNOWN", "unknown"],
  ["TRUE", "true"],
  ...answersWithProperty("FALSE", [
    "valid-memtrack",
    "valid-deref",
    "valid-free",
    "valid-memcleanup",
  ]),
] as const;

/** Predator and its hunting party. */
export const predatorhp: ToolInfo = {
  module: "predatorhp",
  name: "PredatorHP",
  projectUrl: "https://www.fit.vutbr.cz/research/groups/verifit/tools/predatorhp/",
  executable: "predatorHP.py",
  roles: ["verifier"],
  versionArguments: ["--version"],
  versionScript: '"$1" --version 2>&1 >/dev/null',
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    const prefix = "--compiler-options=-m";
    const dataModel = dataModelParameter(task, { ILP32: `${prefix}32`, LP64: `${prefix}64` });
    return [
      executable,
      ...options,
      ...(dataModel === undefined || options.includes(dataModel) ? [] : [dataModel]),
      ...(propertyFile === undefined ? [] : ["--propertyfile", propertyFile]),
      ...inputFilesOrIdentifier(task),
    ];
  },
  determineResult: (run) =>
    firstContained(run, ANSWERS) ?? (wasTimeout(run) ? "TIMEOUT" : "UNKNOWN"),
};
