import { WITNESS_FILES } from "../output.ts";
import { statusOfSafety } from "../safe-unsafe.ts";
import { inputFilesOrIdentifier, requirePropertyFile } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** Java PathFinder, a model checker for Java bytecode. */
export const jpf: ToolInfo = {
  module: "jpf",
  name: "JPF",
  projectUrl: "https://github.com/javapathfinder/jpf-core/",
  executable: "jpf-core-sv-comp",
  places: [{ name: "jpf-core-sv-comp", folder: "bin" }],
  roles: ["verifier"],
  versionArguments: ["-version"],
  versionScript: 'exec "$(dirname "$1")/jpf" -version 2>/dev/null',
  versionOf: (output) => (output.trim().split("\n")[0] ?? "").split(":").at(-1)?.trim() ?? "",
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => [
    executable,
    ...options,
    ...["--propertyfile", requirePropertyFile(task)],
    ...inputFilesOrIdentifier(task),
  ],
  determineResult: statusOfSafety,
};
