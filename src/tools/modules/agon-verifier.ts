import { determineAgonResult } from "../agon-answer.ts";
import { singleCProgram } from "../single-program.ts";
import type { ToolInfo } from "../tool-info.ts";

/** Agon's own verifier: `agon verify PROGRAM --property FILE --data-model M …`. */
export const agonVerifier: ToolInfo = {
  module: "agon-verifier",
  name: "Agon",
  executable: "agon",
  role: "verifier",
  versionArguments: ["--version"],
  resultFiles: ["witness.yml"],
  commandLine: (options, task, limits) => {
    const { program, dataModel } = singleCProgram("Agon", task);
    return [
      "verify",
      program,
      ...["--property", task.propertyFile],
      ...["--data-model", dataModel],
      ...options,
      ...["--witness", "witness.yml"],
      ...["--time-limit", `${limits.cpuTimeSeconds}s`],
    ];
  },
  determineResult: determineAgonResult,
};
