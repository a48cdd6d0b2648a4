import { determineAgonResult } from "../agon-answer.ts";
import { singleCProgram } from "../single-program.ts";
import type { ToolInfo } from "../tool-info.ts";

/** Agon's own verifier: `agon verify PROGRAM --property FILE --data-model M …`. */
export const agonVerifier: ToolInfo = {
  module: "agon-verifier",
  name: "Agon",
  executable: "agon",
  roles: ["verifier"],
  versionArguments: ["--version"],
  resultFiles: ["witness.yml"],
  witnessFormats: { versions: ["2.0", "2.1", "1.0"], option: "--witness-format" },
  commandLine: (executable, options, task, { cpuTimeSeconds }) => {
    const { program, dataModel, property } = singleCProgram("Agon", task);
    return [
      executable,
      "verify",
      program,
      ...["--property", property],
      ...["--data-model", dataModel],
      "--quiet",
      ...options,
      ...["--witness", "witness.yml"],
      ...(cpuTimeSeconds === undefined ? [] : ["--time-limit", `${cpuTimeSeconds}s`]),
    ];
  },
  determineResult: determineAgonResult,
};
