import { statusOfCheckedAssertions } from "../checked-assertions.ts";
import { WITNESS_FILES } from "../output.ts";
import { dataModelParameter, notSupported, singleInputFile } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";

/** iekke. */
export const iekke: ToolInfo = {
  module: "iekke",
  name: "iekke",
  projectUrl: "https://github.com/paolo-di-biase/Lazy-PO",
  executable: "iekke",
  roles: ["verifier"],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, _options, task) => {
    if (task.propertyFile === undefined) throw notSupported("iekke needs a property file");
    const dataModel = dataModelParameter(task, { ILP32: "--32", LP64: "--64" }) ?? "--32";
    return [executable, task.propertyFile, singleInputFile(task), dataModel];
  },
  determineResult: statusOfCheckedAssertions,
};
