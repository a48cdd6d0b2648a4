import {
  FALSE_DATA_RACE,
  FALSE_DEREF,
  FALSE_MEMTRACK,
  FALSE_OVERFLOW,
  FALSE_REACH,
  FALSE_TERMINATION,
  WITNESS_FILES,
} from "../output.ts";
import { inputFilesOrIdentifier, withoutWitness, witnessWords } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

const MESSAGES = [
  ["unsupported property", "ERROR"],
  ["unknown function", "ERROR"],
  ["FAIL", "false"],
  ["PASS", "true"],
  ["integer overflow", FALSE_OVERFLOW],
  ["invalid dereference", FALSE_DEREF],
  ["user assertion", FALSE_REACH],
  ["data race found", FALSE_DATA_RACE],
  ["Flag data-race", FALSE_DATA_RACE],
  ["Untrackable object found", FALSE_MEMTRACK],
  ["Termination violation found", FALSE_TERMINATION],
] as const;

/** Dartagnan, as a verifier and as a validator. */
export const dartagnan: ToolInfo = {
  module: "dartagnan",
  name: "Dartagnan",
  projectUrl: "https://github.com/hernanponcedeleon/Dat3M",
  executable: "Dartagnan-SVCOMP.sh",
  roles: ["verifier", "validator"],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    const all = [...options, ...(propertyFile === undefined ? [] : [propertyFile])];
    return [
      executable,
      ...all,
      ...witnessWords(all, task, "-witness"),
      ...inputFilesOrIdentifier(withoutWitness(task)),
    ];
  },
  // The last message counts.
  determineResult: ({ outputLines }) => {
    const statuses = outputLines.map((line) => MESSAGES.find(([part]) => line.includes(part))?.[1]);
    return statuses.findLast((status) => status !== undefined) ?? "ERROR";
  },
};
