import type { ResultColumns } from "../../results/index.ts";
import type { TaskProperty, TaskVerdict } from "./task-table.ts";

/** A result file that was read, and what the world around it is asked for. */
export interface RunSetFile {
  /** As given by the user. */
  readonly file: string;
  readonly content: ResultColumns;
  /** `id` of the result in the table definition. */
  readonly runSet?: string;
}

/** What the files beside a result file tell. Paths are relative to where the program was started. */
export interface RunSetSurroundings {
  /** A path in a result file, from the outside. */
  resolve(path: string, resultFile: string): string;
  /** Whether every line of the property file begins with CHECK; undefined: it cannot be read. */
  isScoredProperty(path: string): boolean | undefined;
  /** What a task definition says about the property of that name; undefined: nothing, or it cannot be read. */
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
