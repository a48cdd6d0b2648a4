import { inputFilesOrIdentifier, withoutWitness, witnessWords } from "../task-options.ts";
import type { ToolInfo, ToolRun } from "../tool-info.ts";

/** The linter for witnesses of SV-COMP. */
export const witnesslint: ToolInfo = {
  module: "witnesslint",
  name: "witnesslint",
  projectUrl: "https://github.com/sosy-lab/sv-witnesses",
  executable: "witnesslinter.py",
  roles: ["validator"],
  isLinter: true,
  versionArguments: ["--version"],
  versionOf: (output) =>
    output.split("version").slice(1).join("version").trim().split(" ")[0] ?? "",
  requiredPaths: ["witnesslint"],
  resultFiles: [],
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...witnessWords(options, task, "--witness"),
    ...inputFilesOrIdentifier(withoutWitness(task)),
  ],
  determineResult: determineLinterResult,
  valueFromOutput: value,
};

/** Also for linters with witnesslint's output and exit codes. */
export function determineLinterResult({ outputLines, exitCode }: ToolRun): string {
  const error = (reason: string): string => `ERROR (${reason})`;
  if (outputLines.length === 0) return error("no output");
  if (exitCode === 7 || outputLines.some((line) => line.startsWith("Traceback"))) {
    return "EXCEPTION";
  }
  if (!outputLines.at(-1)?.includes("witnesslint finished")) return error("linter did not finish");
  if (exitCode === 1) return error("invalid witness syntax");
  if (exitCode === 5) return error("witness does not exist");
  if (exitCode === 6) return error("program does not exist");
  if (value(outputLines, "Witness Type-Match") === "False") return error("unexpected witness type");
  if (value(outputLines, "Witness Version-Match") === "False") {
    return error("unexpected witness version");
  }
  return exitCode === 0 ? "done" : error("could not determine output");
}

/** The text after the first colon of the first line with this beginning. */
function value(lines: readonly string[], identifier: string): string | undefined {
  const line = lines.find((one) => one.startsWith(identifier));
  return line?.slice(line.indexOf(":") + 1).trim();
}
