import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../ground/util/errors.ts";
import { type FmToolsEntry, parseFmToolsEntry } from "../tools/index.ts";
import { readInput } from "./task-folder.ts";

/**
 * All entries of a folder of FM-Tools (`data/` of the collection), by identifier.
 * @throws InputError when the folder is not there, or for faults of entries.
 */
export function readFmToolsFolder(folder: string): ReadonlyMap<string, FmToolsEntry> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const message = "expected a folder with entries of FM-Tools (ID.yml)";
    throw new InputError([{ severity: "error", code: "no-fm-tools", message, file: folder }]);
  }
  const entries = readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name) && !name.startsWith("_"))
    .sort()
    .map((name) => {
      const file = join(folder, name);
      return parseFmToolsEntry(readInput(file, file), file);
    });
  return new Map(entries.map((entry) => [entry.id, entry]));
}
