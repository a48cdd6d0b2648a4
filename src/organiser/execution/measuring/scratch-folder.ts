/**
 * Folders outside any spool for short-lived sandboxes; the next start removes the folders of dead
 * processes.
 */
import { lstatSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeTreeSync } from "../system/remove-tree.ts";
import { isAbandoned, runName } from "./cgroup-sweep.ts";

const NAME = /^agon-(?:exec|helper|probe)\.(agon-\d+-\d+-\d+-\d+)\.\w+$/;

/** Makes a new, empty folder that names this process and that only its user may enter. */
export function scratchFolder(kind: "exec" | "helper" | "probe"): string {
  return mkdtempSync(join(tmpdir(), `agon-${kind}.${runName(0)}.`));
}

let own: string | undefined;

/** A folder for the executions of this process, removed with it. */
export function processFolder(): string {
  if (own === undefined) {
    const folder = scratchFolder("exec");
    process.once("exit", () => removeTreeSync(folder));
    own = folder;
  }
  return own;
}

/** Removes the folders of the current user whose process is gone; returns their number. */
export function sweepScratchFolders(): number {
  let count = 0;
  for (const name of readdirSync(tmpdir())) {
    const owner = NAME.exec(name)?.[1];
    if (owner === undefined || !isAbandoned(owner)) continue;
    const path = join(tmpdir(), name);
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory() !== true || status.uid !== process.getuid?.()) continue;
    removeTreeSync(path);
    count++;
  }
  return count;
}
