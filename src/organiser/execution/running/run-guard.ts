/**
 * Conditions that must hold during a whole run, without which its result is meaningless: there is
 * room on the disks that it writes to, and its tool does not change. A run that violates them is
 * discarded, not judged.
 */
import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { PlatformError } from "../../../ground/util/errors.ts";
import type { ToolInstallation } from "../tools/tool-installation.ts";

/** With less room the next write, of the tool or of Agon, may fail. */
const RESERVE_BYTES = 50_000_000;

/** @throws PlatformError `ERR_DISK_FULL` when a folder's disk has almost no room left. */
export function requireRoom(folders: readonly string[]): void {
  for (const folder of folders) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize >= RESERVE_BYTES) continue;
    throw new PlatformError(
      "ERR_DISK_FULL",
      `only ${((bavail * bsize) / 1e6).toFixed(0)} MB are free on the disk of ${folder}`,
      { hint: "make room, then run the command again: nothing of the current run was kept" },
    );
  }
}

/**
 * Number of entries of a tool that are checked before and after each run; folders reflect changes
 * of their entries.
 */
const LOOKED_AT = 100;

/** State of the files of a tool at its first use. */
const firstLooks = new WeakMap<ToolInstallation, ReadonlyMap<string, string>>();

/**
 * @throws PlatformError `ERR_TOOL_CHANGED` when files of the tool are not those that it was
 *   first used with: its identity is a hash of them.
 */
export function requireUnchanged(tool: ToolInstallation): void {
  let first = firstLooks.get(tool);
  if (first === undefined) {
    first = new Map(entriesOf(tool.paths).map((path) => [path, look(path)]));
    firstLooks.set(tool, first);
  }
  for (const [path, before] of first) {
    const now = look(path);
    if (now === before && now !== MISSING) continue;
    const what = now === MISSING ? "has vanished" : "has changed";
    throw new PlatformError("ERR_TOOL_CHANGED", `${tool.info.name}: ${path} ${what}`, {
      hint: "restore the tool, then run the command again: nothing of the current run was kept",
    });
  }
}

const MISSING = "missing";

function look(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return MISSING;
  return `${status.dev} ${status.ino} ${status.mtimeMs} ${status.isFile() ? status.size : ""}`;
}

/** The paths themselves and the entries below, breadth first. */
function entriesOf(paths: readonly string[]): string[] {
  const found = [...paths];
  for (let at = 0; at < found.length && found.length < LOOKED_AT; at++) {
    const path = found[at] as string;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    for (const name of readdirSync(path).slice(0, LOOKED_AT - found.length)) {
      const entry = join(path, name);
      // Links of a tool may be dangling; that is not an error.
      if (look(entry) !== MISSING) found.push(entry);
    }
  }
  return found;
}
