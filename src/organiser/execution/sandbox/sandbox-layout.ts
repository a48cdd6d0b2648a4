/**
 * The file system that a run sees, independent of the program that builds it: the system's programs
 * and libraries read-only, the files of its task and its tool read-only, an empty /tmp, and its
 * working directory. The rest of the host is not there: no home, no task definitions, no other run.
 */
import { lstatSync, readlinkSync } from "node:fs";
import { relative } from "node:path";
import type { Configuration } from "./system-configuration.ts";

export type LayoutEntry =
  | { readonly kind: "read-only" | "writable"; readonly source: string; readonly target: string }
  | { readonly kind: "symbolic-link"; readonly source: string; readonly target: string }
  | { readonly kind: "directory" | "empty" | "proc" | "devices"; readonly target: string };

/** Files that a run may read beside the system, and its working directory. */
export interface SandboxFiles {
  /** Host path of the working directory; the run sees it as {@link WORK_DIRECTORY}. */
  readonly workDirectory: string;
  /** Read-only folders and files in the working directory: name inside → host path. */
  readonly inputs: ReadonlyMap<string, string>;
  /**
   * Files and folders of the tool; visible, read-only, under their own paths. Real paths, no links.
   */
  readonly toolPaths: readonly string[];
  /** Folders that stay empty even if a folder above is shown (task definitions, the spool). */
  readonly hidden: readonly string[];
}

/** Working directory as the run sees it: a place where tools are never installed. */
export const WORK_DIRECTORY = "/run/agon";

/** Folders at the root of a Linux system that hold programs and libraries. */
const SYSTEM_FOLDERS = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/** Paths of the system's programs and libraries, which every sandboxed run sees. */
export const SYSTEM_PATHS: readonly string[] = SYSTEM_FOLDERS.map((name) => `/${name}`);

/** Entries in the order of their creation: later ones cover earlier ones. */
export function sandboxLayout(files: SandboxFiles, configuration: Configuration): LayoutEntry[] {
  const entries: LayoutEntry[] = [
    ...systemEntries(),
    ...configurationEntries(configuration),
    { kind: "proc", target: "/proc" },
    { kind: "devices", target: "/dev" },
    { kind: "empty", target: "/dev/shm" },
    { kind: "empty", target: "/tmp" },
  ];
  for (const path of files.toolPaths.filter((tool) => !isInside(tool, "/usr"))) {
    entries.push(...parentDirectories(path), { kind: "read-only", source: path, target: path });
  }
  const shown = ["/usr", ...files.toolPaths];
  for (const folder of files.hidden) {
    const isShown = shown.some((above) => isInside(folder, above));
    const isNeeded = files.toolPaths.some((path) => isInside(path, folder));
    if (isShown && !isNeeded) entries.push({ kind: "empty", target: folder });
  }
  entries.push(...parentDirectories(WORK_DIRECTORY));
  entries.push({ kind: "writable", source: files.workDirectory, target: WORK_DIRECTORY });
  for (const [name, source] of files.inputs) {
    entries.push({ kind: "read-only", source, target: `${WORK_DIRECTORY}/${name}` });
  }
  return entries;
}

/** Whether `path` is `folder` or lies below it. Both absolute. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith("../"));
}

/**
 * Made explicitly so that every user may enter: bubblewrap makes missing parents for their owner
 * only.
 */
function parentDirectories(path: string): LayoutEntry[] {
  const names = path.split("/").slice(1, -1);
  return names.map((_, index) => ({
    kind: "directory",
    target: `/${names.slice(0, index + 1).join("/")}`,
  }));
}

let system: readonly LayoutEntry[] | undefined;

/** The same for all runs of a process. */
function systemEntries(): readonly LayoutEntry[] {
  system ??= findSystemEntries();
  return system;
}

function findSystemEntries(): LayoutEntry[] {
  const entries: LayoutEntry[] = [];
  for (const name of SYSTEM_FOLDERS) {
    const target = `/${name}`;
    const status = lstatSync(target, { throwIfNoEntry: false });
    if (status === undefined) continue;
    if (status.isSymbolicLink()) {
      entries.push({ kind: "symbolic-link", source: readlinkSync(target), target });
    } else {
      entries.push({ kind: "read-only", source: target, target });
    }
  }
  return entries;
}

function configurationEntries(configuration: Configuration): LayoutEntry[] {
  if (typeof configuration === "string") {
    return [{ kind: "read-only", source: configuration, target: "/etc" }];
  }
  return [
    { kind: "directory", target: "/etc" },
    ...configuration.map((file) => ({ kind: "read-only" as const, ...file })),
  ];
}
