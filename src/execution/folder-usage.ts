import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { TerminationReason } from "../model/index.ts";

/**
 * Returns a function that tells whether the files below `folder` exceed a
 * limit. It looks at most once in `periodMs` and stops counting at the limit,
 * so that a tool that writes many files cannot keep the coordinator busy.
 */
export function watchFolder(
  folder: string,
  limits: { readonly filesBytes: number; readonly filesCount: number },
  periodMs = 500,
): () => TerminationReason | undefined {
  if (limits.filesBytes === Number.POSITIVE_INFINITY && limits.filesCount === limits.filesBytes) {
    return () => undefined;
  }
  let nextLook = performance.now() + periodMs;
  return () => {
    const now = performance.now();
    if (now < nextLook) return undefined;
    const reason = exceeds(folder, limits);
    nextLook = performance.now() + periodMs + 10 * (performance.now() - now);
    return reason;
  };
}

function exceeds(
  folder: string,
  limits: { readonly filesBytes: number; readonly filesCount: number },
): TerminationReason | undefined {
  let bytes = 0;
  let count = 0;
  const open = [folder];
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    for (const entry of readEntries(directory)) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) open.push(path);
      // Allocated blocks, not length: a sparse file costs nothing.
      else bytes += (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
      count++;
      if (count > limits.filesCount) return "files-count";
      if (bytes > limits.filesBytes) return "files-size";
    }
  }
  return undefined;
}

/** The tool may remove or lock a folder while we look. */
function readEntries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
