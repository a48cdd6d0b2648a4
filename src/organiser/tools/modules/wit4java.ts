import { requireInputFiles, withoutWitness, witnessWords } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** Wit4Java, a validator that executes Java programs with the inputs of violation witnesses. */
export const wit4java: ToolInfo = {
  module: "wit4java",
  name: "wit4java",
  projectUrl: "https://github.com/wit4java/wit4java",
  executable: "wit4java.py",
  places: ["wit4java-wrapper.py", "wit4java.py"].flatMap((name) => [
    { name, folder: "" },
    { name, folder: "bin" },
  ]),
  roles: ["validator"],
  versionArguments: ["--version"],
  resultFiles: [],
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...witnessWords(options, task, "--witness"),
    ...requireInputFiles(withoutWitness(task)),
  ],
  determineResult: ({ outputLines }) => {
    const version = versionIn(outputLines);
    if (Number.isNaN(version)) return "ERROR (unknown version of wit4java)";
    return version >= 3 ? answerOf(outputLines) : outcomeOf(outputLines);
  },
};

const VERSION_LINE = "wit4java version: ";

/** The version that the output names; 1 where it names none, NaN where that is not a number. */
function versionIn(lines: readonly string[]): number {
  const line = lines.find((one) => one.includes(VERSION_LINE));
  if (line === undefined) return 1;
  return Number.parseFloat(line.slice(line.indexOf(VERSION_LINE) + VERSION_LINE.length));
}

/** Since version 3: a violation that was executed confirms the witness. */
function answerOf(lines: readonly string[]): string {
  const answers = [
    ["wit4java: Witness Correct", "false"],
    ["wit4java: Witness Spurious", "true"],
    ["wit4java: Could not validate witness", "unknown"],
  ] as const;
  const statuses = lines.map((line) => answers.find(([text]) => line.includes(text))?.[1]);
  return statuses.find((status) => status !== undefined) ?? "ERROR";
}

/** Before: what the execution ended with. */
function outcomeOf(lines: readonly string[]): string {
  if (lines.length === 0) return "unknown";
  const exception = lines.find((line) => line.includes("Exception"));
  if (exception === undefined) return "true";
  return exception.includes("AssertionError") ? "false" : "unknown";
}
