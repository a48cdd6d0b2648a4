/**
 * Removes folders that untrusted programs have filled: names too long for any path, names that are
 * not text, a million files, folders without permission to enter. rm(1) and chmod(1) of every
 * system walk with openat(2), from folder to folder; as separate processes they do not block the
 * thread that watches runs. Files that cannot be removed stay, and do not stop a competition: the
 * next start tries again.
 */
import { spawn, spawnSync } from "node:child_process";
import { type Dirent, lstatSync, opendirSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** Lowest priority: runs that are measured come first. */
const STEPS: readonly (readonly string[])[] = [
  ["-n", "19", "rm", "-rf", "--one-file-system", "--"],
  // The owner may have locked a folder; links are not followed.
  ["-n", "19", "chmod", "-R", "u+rwx", "--"],
  ["-n", "19", "rm", "-rf", "--one-file-system", "--"],
];

/**
 * Number of entries that are removed without further processes: the few small files of an honest
 * run.
 */
const FEW_ENTRIES = 200;
const FEW_LEVELS = 20;
const SMALL_BYTES = 4_000_000;

/** Resolves to whether nothing is left. Never rejects. */
export async function removeTree(path: string): Promise<boolean> {
  if (removeSmall(path)) return true;
  for (const words of STEPS) {
    if (!isThere(path)) return true;
    await new Promise<void>((done) => {
      const child = spawn("nice", [...words, path], { stdio: "ignore" });
      child.on("error", () => done());
      child.on("exit", () => done());
    });
  }
  return !isThere(path);
}

/** As {@link removeTree}, for callers that may block. */
export function removeTreeSync(path: string): boolean {
  if (removeSmall(path)) return true;
  for (const words of STEPS) {
    if (!isThere(path)) return true;
    spawnSync("nice", [...words, path], { stdio: "ignore" });
  }
  return !isThere(path);
}

/** Avoids the start of programs. False: something is left. */
function removeSmall(path: string): boolean {
  let left = FEW_ENTRIES;
  const remove = (place: string, level: number): void => {
    const entries = someEntries(place, left);
    left -= entries.length;
    if (left < 0 || level > FEW_LEVELS) throw new Error("not small");
    for (const entry of entries) {
      const inside = join(place, entry.name);
      if (entry.isDirectory()) remove(inside, level + 1);
      else if (lstatSync(inside).blocks * 512 > SMALL_BYTES) throw new Error("not small");
      else unlinkSync(inside);
    }
    rmdirSync(place);
  };
  try {
    remove(path, 0);
    return true;
  } catch {
    return !isThere(path);
  }
}

/** At most one more than `most`. */
function someEntries(folder: string, most: number): readonly Dirent[] {
  const open = opendirSync(folder, { bufferSize: 64 });
  try {
    const entries: Dirent[] = [];
    for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
      entries.push(entry);
      if (entries.length > most) break;
    }
    return entries;
  } finally {
    open.closeSync();
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
