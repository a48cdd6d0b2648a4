import type { ExpectedVerdict } from "./verdict.ts";

/** The languages of programs in task definitions. */
export type Language = "C" | "Java" | "SV-LIB" | "Python" | "MoXI";
/** Sizes of the C types: 32-bit or 64-bit `long` and pointers. */
export type DataModel = "ILP32" | "LP64";

/**
 * One task-definition file (format 1.0, 2.0, 2.1). Patterns are as written,
 * relative to the folder of the file.
 */
export interface TaskDefinition {
  /** Path of the `.yml` file as given by the reader. */
  readonly file: string;
  readonly formatVersion: string;
  readonly inputFiles: readonly string[];
  readonly requiredFiles: readonly string[];
  readonly properties: readonly TaskProperty[];
  /** Undefined when the options name none. */
  readonly language?: Language;
  readonly dataModel?: DataModel;
  /** Basename of the input file that is the witness; validation tasks only. */
  readonly witnessInputFile?: string;
}

/** One entry of `properties` in a task definition. */
export interface TaskProperty {
  /** Path of the `.prp` file relative to the task-definition file. */
  readonly propertyFile: string;
  /** Base name of the property file. */
  readonly propertyName: string;
  /** Undefined when the verdict is unknown: such a run is never scored. */
  readonly expectedVerdict?: ExpectedVerdict;
}

/**
 * One (task definition, property) pair. Its identity is (definition file,
 * property); see {@link taskId}.
 */
export interface VerificationTask {
  readonly id: string;
  /** Path of the task-definition file, `/`-separated, relative to the task root. */
  readonly definitionFile: string;
  /** Name of the property. */
  readonly property: string;
  /** Path of the property file, relative to the task root. */
  readonly propertyFile: string;
  /** Input files in the order of the command line, relative to the task root. */
  readonly inputFiles: readonly string[];
  /** Needed by the program, not passed on the command line. */
  readonly requiredFiles: readonly string[];
  readonly expectedVerdict?: ExpectedVerdict;
  readonly language: Language;
  /** Undefined for languages without data models. */
  readonly dataModel?: DataModel;
}

/** Identity of a task: `path/of/definition.yml#property`. */
export function taskId(definitionFile: string, property: string): string {
  return `${definitionFile}#${property}`;
}
