import type { DataModel } from "../../ground/model/index.ts";
import { notSupported, withoutWitness } from "./task-options.ts";
import type { ToolTask } from "./tool-info.ts";

/**
 * For Agon's own tools, which take one C program: its file, data model and property.
 *
 * @throws PlatformError `ERR_TASK_NOT_SUPPORTED` for any other task.
 */
export function singleCProgram(
  toolName: string,
  task: ToolTask,
): { readonly program: string; readonly dataModel: DataModel; readonly property: string } {
  const refusal = (reason: string): Error =>
    notSupported(`${toolName} cannot take the task: ${reason}`);
  const { inputFiles, propertyFile, options } = withoutWitness(task);
  const [program, ...more] = inputFiles;
  const dataModel = options?.data_model;
  if (options?.language !== "C") throw refusal(`the language is ${options?.language}`);
  if (program === undefined || more.length > 0) {
    throw refusal(`it has ${inputFiles.length} input files instead of one`);
  }
  if (dataModel !== "ILP32" && dataModel !== "LP64") {
    throw refusal("its definition names no data_model (ILP32 or LP64)");
  }
  if (propertyFile === undefined) throw refusal("it has no property");
  return { program, dataModel, property: propertyFile };
}
