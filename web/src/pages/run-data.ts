/** One run with its details, for the pages about single runs. */

import type { BaseCategory } from "../../../src/ground/model/index.ts";
import {
  formatRoute,
  type PartRun,
  type PartTask,
  type RunDetails,
  type RunStore,
  type SourcesFile,
  taskOf,
} from "../../../src/organiser/explorer/index.ts";
import { detailsOf, type Loading, runsOf, sourcesOf } from "../data/loaded-runs.ts";
import { type Manifest, taskParts, toolName } from "../state.ts";

/** For runs without details. */
export const NO_DETAILS =
  "These pages have no details of this run: they were made of result files, or without details.";

export interface RunData {
  readonly store: RunStore;
  readonly run: PartRun;
  readonly task: PartTask;
  readonly category: BaseCategory;
  /** Absent where only the figures are known. */
  readonly details?: RunDetails;
}

/** Loads the run of the address `#/r/CATEGORY/TOOL/TASK`. */
export function runData(
  data: Manifest,
  [categoryName = "", tool = "", task = ""]: readonly string[],
): Loading<RunData> {
  const category = data.categories.find(({ name }) => name === categoryName);
  if (category?.kind !== "base") return failed(`There is no base category “${categoryName}”.`);
  const store = runsOf(categoryName).value;
  if (store.state !== "ready") return store;
  const row = store.value.rowOf(categoryName, tool, task);
  if (row === undefined)
    return failed(`There is no run of “${tool}” for “${task}” in ${categoryName}.`);
  const details = detailsOf(categoryName, tool)?.value;
  if (details !== undefined && details.state !== "ready") return details;
  const own = details?.value[task];
  return {
    state: "ready",
    value: {
      store: store.value,
      run: store.value.run(row) as PartRun,
      task: taskOf(store.value.at(row)),
      category,
      ...(own === undefined ? {} : { details: own }),
    },
  };
}

/** Links back from a page about a run's witness. */
export function waysBack(
  run: PartRun,
  words: readonly string[],
): readonly (readonly [link: string, text: string])[] {
  return [
    [formatRoute(["c", run.category]), run.category],
    [formatRoute(["t", run.task]), taskParts(run.task).name],
    [formatRoute(["r", ...words]), toolName(run.tool)],
  ];
}

function failed(message: string): Loading<never> {
  return { state: "failed", message };
}

export interface Program {
  readonly path: string;
  readonly text: string;
}

/** The programs of a task; none where the site has none, undefined while they are loading. */
export function programsOf(category: string, task: string): readonly Program[] | undefined {
  const sources: Loading<SourcesFile> | undefined = sourcesOf(category)?.value;
  if (sources === undefined || sources.state === "failed") return [];
  if (sources.state === "loading") return undefined;
  const { texts, tasks } = sources.value;
  return (tasks[task] ?? []).flatMap(({ path, sha256 }) => {
    const text = texts[sha256];
    return text === undefined ? [] : [{ path, text }];
  });
}

/**
 * The program of a location in a witness: by the end of its path, by file name, or the only one.
 */
export function programFor(programs: readonly Program[], file: string): Program | undefined {
  const endsWith = (name: string): Program | undefined =>
    programs.find(({ path }) => path === name || path.endsWith(`/${name}`));
  const named = endsWith(file) ?? endsWith(file.slice(file.lastIndexOf("/") + 1));
  return named ?? (programs.length === 1 ? programs[0] : undefined);
}
