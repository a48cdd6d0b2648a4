import { firstContained } from "../output.ts";
import { requireInputFiles, withoutWitness, witnessWords } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** GWIT, a validator of witnesses for Java that runs GDart under their assumptions. */
export const gwit: ToolInfo = {
  module: "gwit",
  name: "GWIT",
  projectUrl: "https://github.com/tudo-aqua/gwit",
  executable: "run-gwit.sh",
  roles: ["validator"],
  versionArguments: ["-v"],
  resultFiles: [],
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...witnessWords(options, task, "--witness"),
    ...(task.propertyFile === undefined ? [] : [task.propertyFile]),
    ...requireInputFiles(withoutWitness(task)),
  ],
  determineResult: (run) =>
    firstContained(run, [
      ["== ERROR", "false"],
      ["== OK", "true"],
      ["== DONT-KNOW", "unknown"],
    ]) ?? "ERROR",
};
