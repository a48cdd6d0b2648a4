import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FolderEntry, TaskFiles } from "../tasks/index.ts";
import { InputError } from "../util/errors.ts";

/** The tasks below a folder of the file system. */
export function taskFolder(root: string): TaskFiles {
  return {
    listFolder: (folder) => listFolder(join(root, folder)),
    readText: (path) => readInput(join(root, path), path),
  };
}

/** Text of an input file; `name` is how messages call it. */
export function readInput(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unreadable(name, error as NodeJS.ErrnoException);
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): InputError {
  const what = code === "ENOENT" ? "there is no such file" : `cannot be read: ${message}`;
  return new InputError([{ severity: "error", code: "unreadable-file", message: what, file }]);
}

function listFolder(folder: string): FolderEntry[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.map((entry) => ({
    name: entry.name,
    isFolder:
      entry.isDirectory() ||
      (entry.isSymbolicLink() &&
        statSync(join(folder, entry.name), { throwIfNoEntry: false })?.isDirectory() === true),
  }));
}
