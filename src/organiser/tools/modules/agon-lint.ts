import { singleCProgram } from "../single-program.ts";
import { notSupported, witnessOf } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";
import { determineLinterResult } from "./witnesslint.ts";

/** Agon's own witness linter, with the interface of witnesslint. */
export const agonLint: ToolInfo = {
  module: "agon-lint",
  name: "Agon linter",
  executable: "agon",
  roles: ["validator"],
  isLinter: true,
  versionArguments: ["--version"],
  resultFiles: [],
  commandLine: (executable, options, task) => {
    const { program } = singleCProgram("Agon linter", task);
    const witness = witnessOf(task);
    if (witness === undefined) {
      throw notSupported("Agon linter cannot take the task: it has no witness");
    }
    return [executable, "lint", "--reference", ...options, "--witness", witness, program];
  },
  determineResult: determineLinterResult,
};
