/**
 * What must hold during a whole run, or its result means nothing: there is room
 * on the disks that it writes to, and its tool stays what it was. A run for
 * which it does not hold is thrown away, not judged.
 */
import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { PlatformError } from "../../../ground/util/errors.ts";
import type { ToolInstallation } from "../tools/tool-installation.ts";

/** With less room the next write may fail, of the tool or of ourselves. */
const RESERVE_BYTES = 50_000_000;

/** @throws PlatformError `ERR_DISK_FULL` when a folder's disk has hardly room left. */
export function requireRoom(folders: readonly string[]): void {
  for (const folder of folders) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize >= RESERVE_BYTES) continue;
    throw new PlatformError(
      "ERR_DISK_FULL",
      `only ${((bavail * bsize) / 1e6).toFixed(0)} MB are free on the disk of ${folder}`,
      { hint: "make room, then run the command again: nothing of the run at work was kept" },
    );
  }
}

/** Entries of a tool that are looked at before and after each run; folders tell of what is in them. */
const LOOKED_AT = 100;

/** How the files of a tool looked when it was first used. */
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
      hint: "restore the tool, then run the command again: nothing of the run at work was kept",
    });
  }
}

const MISSING = "missing";

function look(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return MISSING;
  return `${status.dev} ${status.ino} ${status.mtimeMs} ${status.isFile() ? status.size : ""}`;
}

/** The paths themselves and what lies below, breadth first. */
function entriesOf(paths: readonly string[]): string[] {
  const found = [...paths];
  for (let at = 0; at < found.length && found.length < LOOKED_AT; at++) {
    const path = found[at] as string;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    for (const name of readdirSync(path).slice(0, LOOKED_AT - found.length)) {
      const entry = join(path, name);
      // Links may lead nowhere; that is the tool's affair.
      if (look(entry) !== MISSING) found.push(entry);
    }
  }
  return found;
}
