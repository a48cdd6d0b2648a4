import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from "node:fs";
import { join } from "node:path";
import { Glob } from "../tasks/index.ts";
import { isInside } from "./sandbox-layout.ts";

/**
 * Reads the first file that a run left behind under one of the patterns
 * (relative to its working directory). The folder is the work of an untrusted
 * program: links that lead out of it, devices and pipes are not followed, and
 * more than `limitBytes` is not read.
 */
export function readResultFile(
  workDirectory: string,
  patterns: readonly string[],
  limitBytes: number,
): { readonly name: string; readonly content: Uint8Array } | undefined {
  const glob = new Glob((folder) => {
    const absolute = join(workDirectory, folder);
    if (!staysInside(absolute, workDirectory)) return [];
    return readdirSync(absolute, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }));
  });
  for (const pattern of patterns) {
    for (const name of glob.expand(pattern, ".")) {
      const path = join(workDirectory, name);
      const content = staysInside(path, workDirectory) ? readRegular(path, limitBytes) : undefined;
      if (content !== undefined) return { name, content };
    }
  }
  return undefined;
}

function staysInside(path: string, workDirectory: string): boolean {
  try {
    return isInside(realpathSync(path), realpathSync(workDirectory));
  } catch {
    return false;
  }
}

function readRegular(path: string, limitBytes: number): Uint8Array | undefined {
  const file = tryOpen(path);
  if (file === undefined) return undefined;
  try {
    const status = fstatSync(file);
    return status.isFile() && status.size <= limitBytes ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

/** Undefined for links, and for what the tool left unreadable. */
function tryOpen(path: string): number | undefined {
  try {
    // Non-blocking, because opening a named pipe would otherwise wait for a writer.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
