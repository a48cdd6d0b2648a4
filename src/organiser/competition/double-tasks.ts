import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { overlapWarnings } from "../scoring/index.ts";
import { type CompetitionDefinition, plainCategory } from "./definition.ts";
import type { ResolvedTask } from "./resolved.ts";

/** Warnings about tasks that count more than once: in a meta category, or under several paths. */
export function doubleTaskWarnings(
  tasks: readonly ResolvedTask[],
  { categories, file }: Pick<CompetitionDefinition, "categories" | "file">,
  taskRoot: string,
): readonly Diagnostic[] {
  const byCategory = new Map<string, { readonly task: string }[]>();
  const byPlace = new Map<string, string[]>();
  for (const { id, categories: homes, definitionFile, property } of tasks) {
    for (const home of homes) add(byCategory, home, { task: id });
    add(byPlace, `${realpathSync(resolve(taskRoot, definitionFile))}#${property}`, id);
  }
  const severalNames = [...byPlace.values()].filter(({ length }) => length > 1);
  return [
    ...overlapWarnings(categories.map(plainCategory), byCategory, file),
    ...severalNames.map((names): Diagnostic => {
      const message = `${names.join(" and ")} are the same file, but count as ${names.length} tasks`;
      return { severity: "warning", code: "task-counted-twice", message, file };
    }),
  ];
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
