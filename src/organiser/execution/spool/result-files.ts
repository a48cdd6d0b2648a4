import { closeSync, constants, fstatSync, opendirSync, openSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type FolderEntry, Glob } from "../../tasks/index.ts";
import { isInside } from "../sandbox/sandbox-layout.ts";

/** A file that a run left behind, open for reading. */
export interface ResultFile {
  /** Relative to the working directory. */
  readonly name: string;
  readonly descriptor: number;
  readonly bytes: number;
}

/**
 * Number of entries of one folder that are examined: a tool that leaves more does not intend its
 * witness to be found.
 */
const LISTED_ENTRIES = 100_000;

/**
 * Opens the first file that a run left behind under one of the patterns (relative to its working
 * directory). The folder is the work of an untrusted
 * program: links that lead out of it, devices and pipes are not followed, and unreadable files
 * count as absent. The caller closes the descriptor.
 */
export function openResultFile(
  workDirectory: string,
  patterns: readonly string[],
): ResultFile | undefined {
  const glob = new Glob((folder) => {
    const absolute = join(workDirectory, folder);
    return staysInside(absolute, workDirectory) ? listFolder(absolute) : [];
  });
  for (const pattern of patterns) {
    for (const name of glob.expand(pattern, ".")) {
      const path = join(workDirectory, name);
      const file = staysInside(path, workDirectory) ? openRegular(path) : undefined;
      if (file !== undefined) return { name, ...file };
    }
  }
  return undefined;
}

/** Empty for a folder that the tool has locked. */
function listFolder(path: string): readonly FolderEntry[] {
  const entries: FolderEntry[] = [];
  try {
    const folder = opendirSync(path, { bufferSize: 1000 });
    try {
      while (entries.length < LISTED_ENTRIES) {
        const entry = folder.readSync();
        if (entry === null) break;
        entries.push({ name: entry.name, isFolder: entry.isDirectory() });
      }
    } finally {
      folder.closeSync();
    }
  } catch {
    return [];
  }
  return entries;
}

function staysInside(path: string, workDirectory: string): boolean {
  try {
    return isInside(realpathSync(path), realpathSync(workDirectory));
  } catch {
    return false;
  }
}

function openRegular(path: string): Omit<ResultFile, "name"> | undefined {
  const descriptor = tryOpen(path);
  if (descriptor === undefined) return undefined;
  const status = fstatSync(descriptor);
  if (status.isFile()) return { descriptor, bytes: status.size };
  closeSync(descriptor);
  return undefined;
}

/** Undefined for links, and for files that the tool left unreadable. */
function tryOpen(path: string): number | undefined {
  try {
    // Non-blocking, because opening a named pipe would otherwise wait for a writer.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
