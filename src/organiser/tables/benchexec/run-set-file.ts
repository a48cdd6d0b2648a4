import type { ResultColumns } from "../../results/index.ts";
import type { TaskProperty, TaskVerdict } from "./task-table.ts";

/** A result file that was read, and the queries to its surroundings. */
export interface RunSetFile {
  /** As given by the user. */
  readonly file: string;
  readonly content: ResultColumns;
  /** `id` of the result in the table definition. */
  readonly runSet?: string;
}

/** Data of the files beside a result file. Paths are relative to the current directory. */
export interface RunSetSurroundings {
  /** A path in a result file, relative to the current directory. */
  resolve(path: string, resultFile: string): string;
  /** Whether every line of the property file begins with CHECK; undefined: it cannot be read. */
  isScoredProperty(path: string): boolean | undefined;
  /**
   * A task definition's entry for the property with this name; undefined: there is none, or it
   * cannot be read.
   */
  taskProperty(
    taskDefinition: string,
    property: string,
  ): { readonly property: TaskProperty; readonly verdict?: TaskVerdict } | undefined;
  /** Values of the patterns in a log, by the tool's module. */
  logValues(
    toolModule: string | undefined,
    log: string,
    patterns: readonly string[],
  ): readonly (string | undefined)[];
  warn(message: string): void;
}
