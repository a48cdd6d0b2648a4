import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { PlatformError } from "../../../../ground/util/errors.ts";

/** Environment variable that names the folder with the Python package `benchexec` in it. */
export const BENCHEXEC_VARIABLE = "AGON_BENCHEXEC";

const hasPackage = (folder: string): boolean =>
  existsSync(join(folder, "benchexec", "tools", "template.py"));

/**
 * Folders to import from, so that `benchexec` is found: the given ones, then
 * that of {@link BENCHEXEC_VARIABLE} or of the installed package. Real paths.
 * @throws PlatformError `ERR_BENCHEXEC_MISSING` when there is none.
 */
export function moduleSearchPath(folders: readonly string[]): readonly string[] {
  const given = folders.map((folder) => {
    if (!existsSync(folder)) throw missing(`the folder ${folder} does not exist`);
    return realpathSync(folder);
  });
  if (given.some(hasPackage)) return given;
  return [...given, ambientFolder()];
}

function ambientFolder(): string {
  const named = process.env[BENCHEXEC_VARIABLE];
  if (named !== undefined && named !== "") {
    const folder = resolve(named);
    if (hasPackage(folder)) return realpathSync(folder);
    throw missing(
      `${BENCHEXEC_VARIABLE} is ${folder}, which has no folder 'benchexec' with modules`,
    );
  }
  const installed = installedFolder();
  if (installed !== undefined) return installed;
  throw missing("BenchExec is not installed");
}

let installedOnce: { readonly folder: string | undefined } | undefined;

function installedFolder(): string | undefined {
  installedOnce ??= { folder: lookForInstalled() };
  return installedOnce.folder;
}

function lookForInstalled(): string | undefined {
  const find =
    "from importlib.util import find_spec as f; s = f('benchexec'); print(s.origin if s else '')";
  const { stdout } = spawnSync("python3", ["-I", "-c", find], { encoding: "utf8", cwd: "/" });
  const file = (stdout ?? "").trim();
  const folder = file === "" ? undefined : dirname(dirname(file));
  return folder !== undefined && hasPackage(folder) ? realpathSync(folder) : undefined;
}

function missing(message: string): PlatformError {
  return new PlatformError(
    "ERR_BENCHEXEC_MISSING",
    `a Python tool-info module is needed, but ${message}`,
    {
      hint: `install BenchExec, or let ${BENCHEXEC_VARIABLE} name a folder that holds its package (a checkout)`,
    },
  );
}
