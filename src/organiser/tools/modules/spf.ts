import { WITNESS_FILES } from "../output.ts";
import { statusOfSafety } from "../safe-unsafe.ts";
import { requireInputFiles, requirePropertyFile } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** Symbolic PathFinder, the symbolic extension of Java PathFinder. */
export const spf: ToolInfo = {
  module: "spf",
  name: "SPF",
  projectUrl: "https://github.com/symbolicpathfinder",
  executable: "jpf-sv-comp",
  roles: ["verifier"],
  versionArguments: ["--version"],
  requiredPaths: [
    "jpf-core/bin/jpf",
    "jpf-core/build",
    "jpf-core/jpf.properties",
    "jpf-symbc/lib",
    "jpf-symbc/build",
    "jpf-symbc/jpf.properties",
    "jpf-sv-comp",
  ],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...["--propertyfile", requirePropertyFile(task)],
    ...requireInputFiles(task),
  ],
  determineResult: statusOfSafety,
};
