import { determineAgonResult } from "../agon-answer.ts";
import { notSupported, singleCProgram } from "../single-program.ts";
import type { ToolInfo } from "../tool-info.ts";

/** Agon's own validator: `agon validate WITNESS PROGRAM --property FILE --data-model M …`. */
export const agonValidator: ToolInfo = {
  module: "agon-validator",
  name: "Agon validator",
  executable: "agon",
  role: "validator",
  versionArguments: ["--version"],
  resultFiles: [],
  commandLine: (options, task, limits) => {
    const { program, dataModel } = singleCProgram("Agon validator", task);
    if (task.witnessFile === undefined) throw notSupported("Agon validator", "it has no witness");
    return [
      "validate",
      task.witnessFile,
      program,
      ...["--property", task.propertyFile],
      ...["--data-model", dataModel],
      ...options,
      ...["--time-limit", `${limits.cpuTimeSeconds}s`],
    ];
  },
  determineResult: determineAgonResult,
};
