import { isUtf8 } from "node:buffer";
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError, unreadableReason } from "../../ground/util/errors.ts";
import type { FolderEntry, TaskFiles } from "../tasks/index.ts";

/** Access to the tasks below a folder of the file system. */
export function taskFolder(root: string): TaskFiles {
  return {
    listFolder: (folder) => listFolder(join(root, folder)),
    readText: (path) => readInput(join(root, path), path),
  };
}

/**
 * Text of an input file in UTF-8; `name` is used for messages.
 * @throws InputError when it is not there, or with the first line that is not UTF-8.
 */
export function readInput(path: string, name: string): string {
  const bytes = readInputBytes(path, name);
  if (!isUtf8(bytes)) throw notUtf8(name, bytes);
  return bytes.toString("utf8");
}

/**
 * The bytes of a file that declares its own encoding. @throws InputError when the file cannot be
 * read.
 */
export function readInputBytes(path: string, name: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(name, error as NodeJS.ErrnoException);
  }
}

function notUtf8(file: string, bytes: Buffer): InputError {
  const message = "the text is not UTF-8: save it in this encoding";
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    // A line feed never belongs to a longer character, so lines are checked one by one.
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) {
      return new InputError([{ severity: "error", code: "not-utf-8", message, file, line }]);
    }
    start = end + 1;
  }
}

function unreadable(file: string, error: unknown): InputError {
  const message = unreadableReason(error);
  return new InputError([{ severity: "error", code: "unreadable-file", message, file }]);
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
