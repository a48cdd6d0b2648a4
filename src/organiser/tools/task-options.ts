/** The `options` of SV-COMP's task definitions, and the form in which tools take them. */
import { PlatformError } from "../../ground/util/errors.ts";
import type { ToolTask } from "./tool-info.ts";

/** The refusal of a task that a tool does not support. */
export function notSupported(reason: string): PlatformError {
  return new PlatformError("ERR_TASK_NOT_SUPPORTED", reason);
}

/** The task's input files. @throws PlatformError `ERR_TASK_NOT_SUPPORTED` when it has none. */
export function requireInputFiles({ inputFiles }: ToolTask): readonly string[] {
  if (inputFiles.length > 0) return inputFiles;
  throw notSupported("the tool does not support tasks without input files");
}

/** The property file. @throws PlatformError `ERR_TASK_NOT_SUPPORTED` when there is none. */
export function requirePropertyFile({ propertyFile }: ToolTask): string {
  if (propertyFile !== undefined) return propertyFile;
  throw notSupported("the tool needs a property file");
}

/** The only input file. @throws PlatformError `ERR_TASK_NOT_SUPPORTED` unless there is exactly one. */
export function singleInputFile(task: ToolTask): string {
  return single(requireInputFiles(task));
}

function single(files: readonly string[]): string {
  if (files.length === 1) return files[0] as string;
  throw notSupported(`the tool takes one input file, the task has ${files.length}`);
}

/** Input files, or the identifier where there are none. */
export function inputFilesOrIdentifier({ inputFiles, identifier }: ToolTask): readonly string[] {
  return inputFiles.length > 0 || identifier === undefined ? inputFiles : [identifier];
}

/**
 * The entry of `values` for the task's data model; undefined for tasks without one and languages
 * other than C.
 * @throws PlatformError `ERR_TASK_NOT_SUPPORTED` for a data model that `values` lacks.
 */
export function dataModelParameter(
  { options }: ToolTask,
  values: Readonly<Record<string, string>>,
): string | undefined {
  const dataModel = options?.data_model;
  if (options?.language !== "C" || !dataModel) return undefined;
  const value = values[String(dataModel)];
  if (value !== undefined) return value;
  throw notSupported(`the tool does not support the data model ${dataModel}`);
}

/** An option with this name and the value for the data model, or nothing. */
export const DATA_MODEL_BITS: Readonly<Record<string, string>> = { ILP32: "32", LP64: "64" };

/** The input file that is the witness, where the task names one. */
export function witnessOf(task: ToolTask): string | undefined {
  const name = task.options?.witness_input_file;
  if (name === undefined) return undefined;
  const witnesses = inputFilesOrIdentifier(task).filter((file) => baseName(file) === name);
  if (witnesses.length === 1) return witnesses[0];
  throw notSupported(`the witness ${name} is not exactly one of the input files`);
}

/** The task without its witness. */
export function withoutWitness(task: ToolTask): ToolTask {
  const name = task.options?.witness_input_file;
  return { ...task, inputFiles: task.inputFiles.filter((file) => baseName(file) !== name) };
}

/**
 * Words that pass the task's witness: none when it has none, or when the options pass one already.
 */
export function witnessWords(
  options: readonly string[],
  task: ToolTask,
  witnessOption: string,
): readonly string[] {
  const hasOne = task.options !== undefined && "witness_input_file" in task.options;
  if (!hasOne || options.includes(witnessOption)) return [];
  return [witnessOption, witnessOf(task) as string];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
