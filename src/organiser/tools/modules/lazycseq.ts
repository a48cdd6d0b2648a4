import { FALSE_REACH, firstContained, WITNESS_FILES } from "../output.ts";
import { singleInputFile } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** Lazy-CSeq. */
export const lazycseq: ToolInfo = {
  module: "lazycseq",
  name: "Lazy-CSeq",
  projectUrl: "http://github.com/omainv/cseq/releases",
  executable: "lazy-cseq.py",
  roles: ["verifier"],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    const property = propertyFile === undefined ? [] : ["--spec", propertyFile];
    return [executable, ...options, ...property, "--input", singleInputFile(task)];
  },
  determineResult: (run) =>
    firstContained(run, [
      ["FALSE", FALSE_REACH],
      ["TRUE", "true"],
    ]) ?? "unknown",
};
