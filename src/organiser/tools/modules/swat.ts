import { WITNESS_FILES } from "../output.ts";
import { requireInputFiles } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";
import { statusOfGdart } from "./gdart.ts";

/** SWAT, dynamic symbolic execution of Java. */
export const swat: ToolInfo = {
  module: "swat",
  name: "SWAT",
  projectUrl: "https://www.its.uni-luebeck.de/en/research/tools/swat/",
  executable: "run-swat.sh",
  roles: ["verifier"],
  versionArguments: ["-v"],
  requiredPaths: [
    "knife-fuzzer",
    "local_z3_installation",
    "libs",
    "symbolic-executor",
    "symbolic-explorer",
    "WitnessCreator",
    "compile-target.sh",
    ".venv_ubuntu_24_04_1__x86_64",
    "sv-comp.cfg",
    "run-swat.sh",
    "run_swat.py",
  ],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...(task.propertyFile === undefined ? [] : [task.propertyFile]),
    ...requireInputFiles(task),
  ],
  determineResult: statusOfGdart,
};
