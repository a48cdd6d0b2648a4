import { FALSE_TERMINATION, WITNESS_FILES } from "../output.ts";
import { DATA_MODEL_BITS, dataModelParameter, singleInputFile } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

const ANSWERS = [
  ["YES", "true"],
  ["TRUE", "true"],
  ["FALSE", FALSE_TERMINATION],
  ["NO", FALSE_TERMINATION],
] as const;

/** AProVE. */
export const aprove: ToolInfo = {
  module: "aprove",
  name: "AProVE",
  projectUrl: "http://aprove.informatik.rwth-aachen.de/",
  executable: "AProVE.sh",
  roles: ["verifier"],
  versionArguments: ["--version"],
  // It prints its version only when it has analysed something.
  versionScript: "echo 'int main() { return 0; }' >trivial.c; \"$1\" trivial.c 2>/dev/null",
  versionOf: (output) => /^# AProVE Commit ID: (.*)/m.exec(output)?.[1]?.slice(0, 10) ?? "",
  requiredPaths: ["aprove.jar", "AProVE.sh", "bin", "newstrategy.strategy", "lib", "fake_include"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const bits = dataModelParameter(task, DATA_MODEL_BITS);
    const own = bits === undefined || options.includes("--bit-width") ? [] : ["--bit-width", bits];
    return [executable, ...options, ...own, singleInputFile(task)];
  },
  determineResult: ({ outputLines: [first] }) =>
    first === undefined
      ? "ERROR"
      : (ANSWERS.find(([part]) => first.includes(part))?.[1] ?? "unknown"),
};
