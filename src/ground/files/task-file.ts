/** Programs, properties and other files of tasks, in any encoding. */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { InputError, unreadableReason } from "../util/errors.ts";
import { decodeSource } from "../util/source-bytes.ts";
import { isFolder } from "./input-files.ts";

/** A file of the task as the contestant sees it. */
export interface TaskFile {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Reads a C program.
 * @throws InputError when the file cannot be read, and for folders and Java programs: Agon's own
 *   verifier and validator take programs in C.
 */
export function readProgramFile(path: string): TaskFile {
  const what = isFolder(path) ? "this is a folder" : path.endsWith(".java") ? "this is Java" : "";
  if (what === "") return readTaskFile(path, "the program");
  const message = `${what}, expected a C program in one file`;
  const hint =
    "Java programs, which are folders, take part in competitions with tools for Java; Agon's own verifier and validator read C";
  throw new InputError([
    { severity: "error", code: "unsupported-language", message, file: path, hint },
  ]);
}

/**
 * Reads a file of a task.
 * @param what - the file's part in the task, for messages
 * @throws InputError when the file cannot be read.
 */
export function readTaskFile(path: string, what: string): TaskFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw unreadable(path, what, error as NodeJS.ErrnoException);
  }
  return {
    path,
    name: basename(path),
    // Old programs are Latin-1: their string literals keep their bytes.
    text: isUtf8(bytes) ? bytes.toString("utf8") : decodeSource(bytes),
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

function unreadable(path: string, what: string, error: NodeJS.ErrnoException): InputError {
  const message =
    error.code === "ENOENT" ? `${what} does not exist` : `${what}: ${unreadableReason(error)}`;
  const code = "unreadable-file";
  return new InputError([{ severity: "error", code, message, file: path, hint: "check the path" }]);
}
