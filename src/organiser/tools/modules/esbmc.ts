import { sumOfDecimals } from "../decimal-sum.ts";
import {
  columnPattern,
  contains,
  FALSE_DATA_RACE,
  FALSE_DEREF,
  FALSE_FREE,
  FALSE_MEMCLEANUP,
  FALSE_MEMTRACK,
  FALSE_OVERFLOW,
  FALSE_REACH,
  FALSE_TERMINATION,
  firstContained,
  WITNESS_FILES,
  wasTimeout,
} from "../output.ts";
import {
  DATA_MODEL_BITS,
  dataModelParameter,
  notSupported,
  singleInputFile,
  withoutWitness,
  witnessWords,
} from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

const ANSWERS = [
  ["FALSE_DEREF", FALSE_DEREF],
  ["FALSE_FREE", FALSE_FREE],
  ["FALSE_MEMTRACK", FALSE_MEMTRACK],
  ["FALSE_MEMCLEANUP", FALSE_MEMCLEANUP],
  ["FALSE_OVERFLOW", FALSE_OVERFLOW],
  ["FALSE_TERMINATION", FALSE_TERMINATION],
  ["FALSE_DATARACE", FALSE_DATA_RACE],
  ["FALSE", FALSE_REACH],
  ["TRUE", "true"],
  ["DONE", "done"],
] as const;

/** ESBMC in all its configurations; runs start in its own folder. */
export const esbmc: ToolInfo = {
  module: "esbmc",
  name: "ESBMC",
  projectUrl: "http://www.esbmc.org/",
  executable: "esbmc-wrapper.py",
  startsInOwnFolder: true,
  roles: ["verifier", "validator"],
  versionArguments: ["-v"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    if (propertyFile === undefined) throw notSupported("ESBMC needs a property file");
    const bits = dataModelParameter(task, DATA_MODEL_BITS);
    const all = [
      ...options,
      ...(bits === undefined || options.includes("--arch") ? [] : ["--arch", bits]),
    ];
    return [
      executable,
      ...["-p", propertyFile],
      ...all,
      singleInputFile(withoutWitness(task)),
      ...witnessWords(all, task, "--witness"),
    ];
  },
  determineResult: (run) => {
    const status = firstContained(run, ANSWERS);
    if (status !== undefined) return status;
    if (wasTimeout(run)) return "TIMEOUT";
    return contains(run, "Unknown") ? "unknown" : "ERROR";
  },
  // One value, or the sum of all.
  valueFromOutput: (lines, identifier) => {
    const pattern = columnPattern(identifier);
    const values = lines.flatMap((line) => pattern?.exec(line.trim())?.[1] ?? []);
    return values.length > 1 ? sumOfDecimals(values) : values[0];
  },
};
