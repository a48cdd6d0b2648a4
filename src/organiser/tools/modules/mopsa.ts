import { answersWithProperty, firstPrefix, WITNESS_FILES, wasTimeout } from "../output.ts";
import { requireInputFiles, withoutWitness, witnessWords } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

const FALSE_ANSWERS = answersWithProperty("false", [
  "valid-deref",
  "valid-free",
  "valid-memtrack",
  "valid-memcleanup",
  "no-overflow",
  "termination",
]);

/** Mopsa, as a verifier and as a validator. */
export const mopsa: ToolInfo = {
  module: "mopsa",
  name: "Mopsa",
  projectUrl: "https://gitlab.com/mopsa/mopsa-analyzer/",
  executable: "mopsa-sv-comp",
  roles: ["verifier", "validator"],
  places: [{ name: "mopsa-sv-comp", folder: "bin" }],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    const dataModel = task.options?.data_model;
    return [
      executable,
      "--program",
      ...requireInputFiles(withoutWitness(task)),
      ...witnessWords(options, task, "--validate_yaml_witness"),
      ...(dataModel === undefined ? [] : ["--data_model", String(dataModel)]),
      ...(propertyFile === undefined ? [] : ["--property", propertyFile]),
      ...options,
    ];
  },
  determineResult: (run) => {
    if (wasTimeout(run)) return "TIMEOUT";
    const { outputLines } = run;
    const last = (outputLines.at(-1) || outputLines.at(-2))?.toLowerCase();
    if (last === undefined) return "ERROR (no output)";
    if (last.startsWith("true")) return "true";
    if (last.startsWith("unknown")) return "unknown";
    if (last.startsWith("error")) return `ERROR${last.slice("error".length)}`;
    return firstPrefix(last, FALSE_ANSWERS) ?? "ERROR(unknown)";
  },
};
