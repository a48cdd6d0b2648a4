import { determineAgonResult } from "../agon-answer.ts";
import { singleCProgram } from "../single-program.ts";
import { notSupported, witnessOf } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** Agon's own validator: `agon validate WITNESS PROGRAM --property FILE --data-model M …`. */
export const agonValidator: ToolInfo = {
  module: "agon-validator",
  name: "Agon validator",
  executable: "agon",
  roles: ["validator"],
  versionArguments: ["--version"],
  resultFiles: [],
  commandLine: (executable, options, task, { cpuTimeSeconds }) => {
    const { program, dataModel, property } = singleCProgram("Agon validator", task);
    const witness = witnessOf(task);
    if (witness === undefined) {
      throw notSupported("Agon validator cannot take the task: it has no witness");
    }
    return [
      executable,
      "validate",
      witness,
      program,
      ...["--property", property],
      ...["--data-model", dataModel],
      ...options,
      ...(cpuTimeSeconds === undefined ? [] : ["--time-limit", `${cpuTimeSeconds}s`]),
    ];
  },
  determineResult: determineAgonResult,
};
