/** The files that an input of a task consists of: itself, or all that a folder holds. */
import { readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../util/errors.ts";

/** Whether the path is a folder; links are followed. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** More files in one input are a mistake, such as a folder far above the program. */
const MAX_FILES = 20_000;

/**
 * The regular files of an input: the path itself, or every file of a folder, hidden ones too, in the
 * order of their names. Symbolic links count as what they lead to. `path` is where the input lies,
 * `name` how messages and the results begin.
 *
 * @returns names: `name`, or `name/` and the way to the file
 * @throws InputError for what is no file and no folder, empty folders, links that lead nowhere or
 *   back into themselves, names that are not UTF-8, and more than 20,000 files.
 */
export function filesOfInput(path: string, name: string): readonly string[] {
  const status = statusOf(path, name);
  if (!status.isDirectory()) return [name];
  const found: string[] = [];
  walk(path, name, found, []);
  if (found.length === 0) throw fault(name, "the folder holds no file");
  return found;
}

function walk(path: string, name: string, found: string[], above: readonly string[]): void {
  const real = realpathSync(path);
  if (above.includes(real)) throw fault(name, "a link leads back to a folder that it lies in");
  const entries = readdirSync(path).sort();
  for (const entry of entries) {
    const inner = `${name}/${entry}`;
    if (entry.includes("\ufffd")) throw fault(inner, "the name is not UTF-8: rename the file");
    const place = join(path, entry);
    if (statusOf(place, inner).isDirectory()) walk(place, inner, found, [...above, real]);
    else if (found.push(inner) > MAX_FILES) {
      throw fault(name, `the folder holds more than ${MAX_FILES} files`);
    }
  }
}

/** Status of a regular file or a folder. */
function statusOf(path: string, name: string): Stats {
  const status = lookAt(path, name);
  if (status === undefined) throw fault(name, "there is no such file, or a link leads nowhere");
  if (status.isFile() || status.isDirectory()) return status;
  throw fault(name, "this is neither a file nor a folder");
}

function lookAt(path: string, name: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw fault(name, `cannot be read: ${(error as Error).message}`);
  }
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-input-file", message, file }]);
}
