import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { isSeq, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import { defined } from "../../../ground/util/defined.ts";
import type { VoidTaskDefinition } from "../definition.ts";
import { parseCompetition } from "../definition-file.ts";
import { type ObfuscationRequest, TaskObfuscator } from "./obfuscate-tasks.ts";

/**
 * Obfuscates all tasks of a competition into `output`, and writes the definition of the same
 * competition on them: tools are named by their absolute folders.
 */
export function obfuscateCompetition(
  file: string,
  output: string,
  request: ObfuscationRequest,
): { readonly obfuscator: TaskObfuscator; readonly definition: string } {
  const text = readFileSync(file, "utf8");
  const { categories, tasks, voidTasks } = parseCompetition(text, file);
  const folder = dirname(resolve(file));
  const obfuscator = new TaskObfuscator(resolve(folder, tasks), output, request);
  const include = new Map<string, readonly string[]>();
  const exclude = new Map<string, readonly string[]>();
  for (const category of categories) {
    if (category.kind === "meta") continue;
    const {
      sets,
      excludedSets = [],
      include: included = [],
      exclude: excluded = [],
      property,
      propertyFile,
      defaults: { dataModel } = {},
    } = category.selection;
    const programs =
      propertyFile === undefined
        ? undefined
        : { property, propertyFile, ...defined({ dataModel }) };
    for (const set of [...sets, ...excludedSets]) obfuscator.addSet(set, programs);
    const renamed = (patterns: readonly string[]): readonly string[] =>
      patterns.flatMap((pattern) => obfuscator.addPattern(pattern, programs));
    include.set(category.name, renamed(included));
    exclude.set(category.name, renamed(excluded));
  }
  const document = parseDocument(text);
  document.set("tasks", ".");
  if (voidTasks.length > 0) document.set("voidTasks", renamedVoidTasks(voidTasks, obfuscator));
  document.delete("output");
  for (const item of maps(document.get("categories"))) {
    const name = String(item.get("name"));
    if (item.has("tasks")) item.set("tasks", include.get(name));
    if (item.has("exclude")) item.set("exclude", exclude.get(name));
    // All tasks have definitions now.
    item.delete("propertyFile");
  }
  for (const key of ["participants", "validators"]) {
    for (const item of maps(document.get(key))) {
      const directory = item.get("directory");
      if (typeof directory === "string" && directory !== "builtin") {
        item.set("directory", resolve(folder, directory));
      }
    }
  }
  const path = document.get("modulePath");
  if (typeof path === "string") document.set("modulePath", resolve(folder, path));
  else if (isSeq(path)) {
    document.set(
      "modulePath",
      ((path as YAMLSeq).toJSON() as string[]).map((one) => resolve(folder, one)),
    );
  }
  const edition = document.get("edition");
  if (typeof edition === "string" && !isAbsolute(edition) && existsSync(resolve(folder, edition))) {
    document.set("edition", resolve(folder, edition));
  }
  return { obfuscator, definition: String(document) };
}

/**
 * Invalid tasks stay invalid under their new names; those outside of all categories are left out.
 */
function renamedVoidTasks(
  voidTasks: readonly VoidTaskDefinition[],
  obfuscator: TaskObfuscator,
): readonly { readonly task: string; readonly reason: string }[] {
  return voidTasks.flatMap(({ task, reason }) => {
    const [file = "", property] = task.split("#");
    return obfuscator.newPathsOf(file, property).map((renamed) => ({
      task: property === undefined ? renamed : `${renamed}#${property}`,
      reason,
    }));
  });
}

function maps(value: unknown): readonly YAMLMap[] {
  return isSeq(value) ? (value.items as YAMLMap[]) : [];
}
