import { FALSE_REACH, statistic, WITNESS_FILES } from "../output.ts";
import { singleInputFile, withoutWitness, witnessWords } from "../task-options.ts";
import type { ToolInfo, ToolRun } from "../tool-info.ts";
import { isVersionFrom } from "../tool-version.ts";

/** Theta, as a verifier and as a validator. */
export const theta: ToolInfo = {
  module: "theta",
  name: "Theta",
  projectUrl: "https://github.com/ftsrg/theta",
  executable: "theta-start.sh",
  roles: ["verifier", "validator"],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task, { memoryBytes }, version) => {
    const { propertyFile } = task;
    const dataModel = task.options?.language === "C" ? task.options.data_model : undefined;
    const all = [
      ...options,
      ...(propertyFile === undefined ? [] : ["--property", propertyFile]),
      ...(dataModel && isVersionFrom(version, [6]) ? ["--architecture", String(dataModel)] : []),
      ...(memoryBytes && isVersionFrom(version, [6, 8, 6])
        ? ["--memlimit", String(memoryBytes)]
        : []),
    ];
    const witness = witnessWords(all, task, "--witness");
    return [executable, singleInputFile(withoutWitness(task)), ...all, ...witness];
  },
  determineResult,
  // The last line with that name.
  valueFromOutput: (lines, identifier) =>
    lines.map((line) => statistic(line, identifier)).findLast((value) => value !== undefined),
};

const ANSWERS = [
  ["SafetyResult Unsafe", FALSE_REACH],
  ["SafetyResult Safe", "true"],
  ["SafetyResult Unknown", "unknown"],
] as const;

const EXIT_CODES: Readonly<Record<number, string>> = {
  1: "generic error",
  200: "out of memory",
  201: "inner timeout",
  202: "server error",
  203: "portfolio error",
  209: "Unsupported source element",
  210: "frontend failed",
  211: "invalid parameter",
  220: "verification stuck",
  221: "solver error",
};

function determineResult({ outputLines, exitCode, terminationReason }: ToolRun): string {
  if (terminationReason !== undefined) return "ERROR";
  let status = "unknown";
  let parsing = "before";
  let property: string | undefined;
  for (const line of outputLines) {
    const answer = ANSWERS.find(([part]) => line.includes(part))?.[1];
    if (answer !== undefined) status = answer;
    else if (line.includes("ParsingResult Success")) parsing = "after";
    else if (!property) property = /\(Property ([a-z-]*)\)/.exec(line)?.[1];
  }
  if (status === FALSE_REACH && property) return `false(${property})`;
  if (status !== "unknown" || exitCode === 0) return status;
  const reason = EXIT_CODES[exitCode ?? -1];
  const when = `${parsing} parsing finished`;
  return reason === undefined ? `ERROR (${when})` : `ERROR (${reason}, ${when})`;
}
