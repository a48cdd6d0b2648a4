import { requireInputFiles, withoutWitness, witnessWords } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** JCWIT, a validator of correctness witnesses for Java. */
export const jcwit: ToolInfo = {
  module: "jcwit",
  name: "jcwit",
  projectUrl: "https://github.com/Chriszai/JCWIT",
  executable: "jcwit.py",
  roles: ["validator"],
  versionArguments: ["--version"],
  resultFiles: [],
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...witnessWords(options, task, "--witness"),
    ...requireInputFiles(withoutWitness(task)),
  ],
  determineResult: ({ outputLines }) =>
    outputLines.map(statusOfLine).find((status) => status !== undefined) ?? "ERROR",
};

function statusOfLine(line: string): string | undefined {
  if (/Witness (?:result|validation): Unknown/.test(line)) return "unknown";
  if (/Witness (?:result|validation): False/.test(line)) return "false";
  return line.includes("Witness validation: True") ? "true" : undefined;
}
