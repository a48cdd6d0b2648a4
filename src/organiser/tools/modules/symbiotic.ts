import {
  answersWithProperty,
  FALSE_DEREF,
  FALSE_FREE,
  FALSE_MEMTRACK,
  FALSE_OVERFLOW,
  FALSE_REACH,
  firstPrefix,
  WITNESS_FILES,
  wasTimeout,
} from "../output.ts";
import {
  dataModelParameter,
  inputFilesOrIdentifier,
  withoutWitness,
  witnessWords,
} from "../task-options.ts";
import type { ToolInfo, ToolRun } from "../tool-info.ts";
import { isVersionFrom } from "../tool-version.ts";

/** Symbiotic, with its validator Witch. */
export const symbiotic: ToolInfo = {
  module: "symbiotic",
  name: "symbiotic",
  executable: "symbiotic",
  places: [
    { name: "symbiotic", folder: "bin" },
    { name: "symbiotic", folder: "" },
  ],
  roles: ["verifier", "validator"],
  versionArguments: ["--version-short"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    const all = [...options, ...(propertyFile === undefined ? [] : [`--prp=${propertyFile}`])];
    const dataModel = dataModelParameter(task, { ILP32: "--32", LP64: "--64" });
    if (dataModel !== undefined && !all.includes(dataModel)) all.push(dataModel);
    return [
      executable,
      ...all,
      ...witnessWords(all, task, "--witness-check"),
      ...inputFilesOrIdentifier(withoutWitness(task)),
    ];
  },
  determineResult: (run) => {
    if (run.outputLines.length === 0) return "ERROR(no output)";
    return isVersionFrom(run.toolVersion, [4, 0, 1]) ? statusOf(run) : statusOfOldVersion(run);
  },
};

const ANSWERS = answersWithProperty("RESULT: false", [
  "valid-deref",
  "valid-free",
  "valid-memtrack",
  "valid-memcleanup",
  "no-overflow",
  "termination",
]);
const PLAIN_ANSWERS: Readonly<Record<string, string>> = {
  "RESULT: true": "true",
  "RESULT: unknown": "unknown",
  "RESULT: done": "done",
};

function statusOf(run: ToolRun): string {
  const { outputLines, signal, exitCode } = run;
  for (const line of outputLines.map((one) => one.trim())) {
    const answer = PLAIN_ANSWERS[line] ?? firstPrefix(line, ANSWERS);
    if (answer !== undefined) return answer;
  }
  const phase = phaseOf(outputLines);
  // The runner turns this into "TIMEOUT (phase)".
  if (wasTimeout(run)) return phase;
  if (signal) return `KILLED (signal ${signal}, ${phase})`;
  if (exitCode !== 0) return `ERROR(returned ${exitCode}, ${phase})`;
  return `ERROR(unknown, ${phase})`;
}

/** Messages of Symbiotic at the start or end of a phase. */
const PHASES: readonly (readonly [string, string])[] = [
  ["INFO: Starting instrumentation", "instrumentation"],
  ["INFO: Instrumentation time", "instr-finished"],
  ["INFO: Starting slicing", "slicing"],
  ["INFO: Total slicing time", "slicing-finished"],
  ["INFO: Starting verification", "verification"],
  ["INFO: Verification time", "verification-finished"],
  ["INFO: Replaying error path", "cex-confirmation"],
];

function phaseOf(lines: readonly string[]): string {
  const phases = lines.map((line) => firstPrefix(line, PHASES));
  return phases.findLast((phase) => phase !== undefined) ?? "before-instr";
}

const OLD_ANSWERS = [
  ["FALSE (valid-deref)", FALSE_DEREF],
  ["FALSE (valid-free)", FALSE_FREE],
  ["FALSE (valid-memtrack)", FALSE_MEMTRACK],
  ["FALSE (overflow)", FALSE_OVERFLOW],
  ["FALSE", FALSE_REACH],
] as const;

function statusOfOldVersion(run: ToolRun): string {
  if (wasTimeout(run)) return "TIMEOUT";
  for (const line of run.outputLines.map((one) => one.trim())) {
    if (line === "TRUE") return "true";
    if (line === "UNKNOWN") return "unknown";
    const answer = firstPrefix(line, OLD_ANSWERS);
    if (answer !== undefined) return answer;
  }
  return "ERROR";
}
