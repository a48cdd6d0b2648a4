import { statusOfCheckedAssertions } from "../checked-assertions.ts";
import { WITNESS_FILES } from "../output.ts";
import { dataModelParameter, notSupported, singleInputFile } from "../task-options.ts";
import type { ToolInfo } from "../tool-info.ts";
import { isVersionFrom } from "../tool-version.ts";

/** Deagle. */
export const deagle: ToolInfo = {
  module: "deagle",
  name: "Deagle",
  projectUrl: "https://github.com/thufv/Deagle",
  executable: "deagle",
  roles: ["verifier"],
  versionArguments: ["--version"],
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task, _limits, version) => {
    const dataModel = dataModelParameter(task, { ILP32: "--32", LP64: "--64" }) ?? "--32";
    if (isVersionFrom(version, [2, 2])) {
      if (task.propertyFile === undefined) throw notSupported("Deagle needs a property file");
      return [executable, task.propertyFile, singleInputFile(task), dataModel];
    }
    const own = options.includes(dataModel) ? [] : [dataModel];
    return [executable, ...options, ...own, singleInputFile(task)];
  },
  determineResult: statusOfCheckedAssertions,
};
