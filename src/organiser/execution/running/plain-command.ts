/**
 * One command outside any competition, with the same limits, sandbox and measurement as a tool's
 * run.
 */

import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { defined } from "../../../ground/util/defined.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import { processFolder } from "../measuring/scratch-folder.ts";
import { isInside, SYSTEM_PATHS, WORK_DIRECTORY } from "../sandbox/sandbox-layout.ts";
import type { ExecutionLimits } from "../system/execution-limits.ts";
import { removeTree } from "../system/remove-tree.ts";
import { type RunMeasurement, runCommand } from "./run-command.ts";

export interface PlainCommand {
  /** The first word is looked up as in a shell. */
  readonly command: readonly [string, ...string[]];
  /** Where the command starts; a sandboxed one sees this folder, but cannot change it. */
  readonly directory: string;
  /** Further files and folders that a sandboxed command sees, under their own paths. */
  readonly shown: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Limits on files apply to a sandboxed command only: outside, its files are among others. */
  readonly limits: ExecutionLimits;
  readonly cores?: readonly number[];
  readonly standardInput?: number;
  readonly outputFile?: string;
  readonly onOutput?: (chunk: Uint8Array) => Promise<void>;
}

/**
 * Runs the command to its end or to a limit.
 * @throws PlatformError `ERR_COMMAND_NOT_FOUND`; `ERR_COMMAND_HIDDEN` when the sandbox would not
 *   show it, `ERR_FOLDER_CLOSED` when it may not enter a folder.
 */
export async function runPlainCommand(
  plain: PlainCommand,
  host: ExecutionHost,
  signal?: AbortSignal,
): Promise<RunMeasurement> {
  const { directory, shown, limits, outputFile, ...rest } = plain;
  const isIsolated = host.isolation !== "none";
  const cwd = realpathSync(directory);
  const program = findProgram(plain.command[0], cwd);
  const visible = [cwd, ...shown.map((path) => realpathSync(path))];
  if (isIsolated) requireVisible(program, visible);
  if (isIsolated && host.isRoot) visible.forEach(requireOpen);
  serial++;
  const work = join(processFolder(), String(serial));
  mkdirSync(work);
  let removed: Promise<unknown> | undefined;
  try {
    return await runCommand(
      {
        ...rest,
        command: [program, ...plain.command.slice(1)],
        files: {
          workDirectory: isIsolated ? work : cwd,
          inputs: new Map(),
          // The root of the host cannot be shown inside a root of its own.
          toolPaths: visible.filter((path) => path !== "/"),
          hidden: [],
        },
        startDirectory: cwd === "/" && isIsolated ? WORK_DIRECTORY : cwd,
        limits: isIsolated
          ? limits
          : {
              ...limits,
              filesBytes: Number.POSITIVE_INFINITY,
              filesCount: Number.POSITIVE_INFINITY,
            },
        ...defined({ outputFile }),
        mountPoint: `${work}.root`,
        onOver: () => {
          removed = removeWithOthers(work);
        },
      },
      host,
      signal,
    );
  } finally {
    await (removed ?? removeWithOthers(work));
  }
}

let serial = 0;

/**
 * Removes a folder that a tool has filled, and Agon's files beside it whose names start with its
 * name.
 */
function removeWithOthers(work: string): Promise<unknown> {
  const folder = dirname(work);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(work)}.`)) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  return removeTree(work);
}

function findProgram(word: string, cwd: string): string {
  const places = word.includes("/") ? [cwd] : (process.env.PATH ?? "").split(delimiter);
  const found = places.map((place) => resolve(place, word)).find(isExecutable);
  if (found === undefined) {
    throw new PlatformError("ERR_COMMAND_NOT_FOUND", `there is no executable '${word}'`, {
      hint: word.includes("/") ? "check the path" : "install it, or name it by its path",
    });
  }
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path is open to sandboxed commands of root, which run as a user without rights. */
export function isOpenToNobody(path: string, needed: number): boolean {
  return (statSync(path).mode & needed) === needed;
}

/** A sandboxed command of root has only the rights of "others". */
function requireOpen(path: string): void {
  if (isOpenToNobody(path, statSync(path).isDirectory() ? 0o001 : 0o004)) return;
  throw new PlatformError("ERR_FOLDER_CLOSED", `in the sandbox the command may not enter ${path}`, {
    hint: `chmod o+rX ${path}, start from another folder, or add --no-sandbox`,
  });
}

/** Both the path as given and its target must be visible. */
function requireVisible(program: string, visible: readonly string[]): void {
  const roots = [...SYSTEM_PATHS, ...visible];
  for (const path of [program, realpathSync(program)]) {
    if (roots.some((root) => isInside(path, root))) continue;
    throw new PlatformError("ERR_COMMAND_HIDDEN", `the sandbox does not show ${path}`, {
      hint: "show its folder with --show FOLDER, or add --no-sandbox",
    });
  }
}
