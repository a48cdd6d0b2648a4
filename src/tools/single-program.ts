import type { DataModel } from "../model/index.ts";
import { PlatformError } from "../util/errors.ts";
import type { ToolTask } from "./tool-info.ts";

/**
 * For tools that take one C program: its file and data model.
 *
 * @throws PlatformError `ERR_TASK_NOT_SUPPORTED` for any other task.
 */
export function singleCProgram(
  toolName: string,
  task: ToolTask,
): { readonly program: string; readonly dataModel: DataModel } {
  const [program, ...more] = task.inputFiles;
  if (task.language !== "C") throw notSupported(toolName, `the language is ${task.language}`);
  if (program === undefined || more.length > 0) {
    throw notSupported(toolName, `it has ${task.inputFiles.length} input files instead of one`);
  }
  if (task.dataModel === undefined) {
    throw notSupported(toolName, "its definition names no data_model (ILP32 or LP64)");
  }
  return { program, dataModel: task.dataModel };
}

export function notSupported(toolName: string, reason: string): PlatformError {
  return new PlatformError("ERR_TASK_NOT_SUPPORTED", `${toolName} cannot take the task: ${reason}`);
}
