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
  determineResult: (run) => {
    const { outputLines } = run;
    // Findings are on the other stream: under load they may come after the last line.
    const isLast = (line: string): boolean =>
      /^witnesslint finished with exit code \d+$/.test(line);
    const ordered = [...outputLines.filter((line) => !isLast(line)), ...outputLines.filter(isLast)];
    return determineLinterResult({ ...run, outputLines: ordered });
  },
};
