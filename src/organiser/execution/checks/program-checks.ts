/** Programs that Agon starts, and disk space for its results. */
import { accessSync, constants, statfsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fail, type HostCheck, ok, warn } from "./host-check.ts";

interface Program {
  /** Any one of them is enough. */
  readonly names: readonly string[];
  readonly debianPackage: string;
  readonly isNeeded: boolean;
  readonly purpose: string;
}

const PROGRAMS: readonly Program[] = [
  program("setpriv", "util-linux", "to take rights from tools", true),
  program("prlimit", "util-linux", "to limit processes without control groups", true),
  program("unshare", "util-linux", "for the sandbox without bubblewrap", true),
  program("bwrap", "bubblewrap", "for the sandbox", true),
  program("perl", "perl-base", "for exact exit codes", true),
  program("gcc", "gcc", "to build tools, and for 'agon c --cpp'", false),
  program("python3", "python3 python3-yaml", "for BenchExec's tool-info modules", false),
  program("sbatch", "slurm-client", "to use a Slurm cluster", false),
  { ...program("chromium", "chromium", "to test pages", false), names: ["chromium", "chrome"] },
];

function program(name: string, debianPackage: string, purpose: string, isNeeded: boolean): Program {
  return { names: [name], debianPackage, purpose, isNeeded };
}

/** Looks for the programs in the folders of `path` (as the variable PATH). */
export function programChecks(path: string): HostCheck[] {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return PROGRAMS.map(({ names, debianPackage, isNeeded, purpose }) => {
    const [name = ""] = names;
    const isThere = folders.some((folder) => names.some((one) => canExecute(join(folder, one))));
    if (isThere) return ok(name, "installed");
    if (!isNeeded) return ok(name, `not installed; only needed ${purpose}`);
    const remedy = `sudo apt-get install ${debianPackage}`;
    return warn(name, `not installed; needed ${purpose}`, remedy);
  });
}

function canExecute(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const LITTLE_BYTES = 10e9;
const TOO_LITTLE_BYTES = 500e6;

/** Free space on the disk of `folder`. */
export function diskCheck(folder: string): HostCheck {
  const { bavail, bsize } = statfsSync(folder);
  const bytes = bavail * bsize;
  const finding = `${(bytes / 1e9).toFixed(1)} GB free`;
  const remedy = "remove files, or put the results on another disk with --spool";
  if (bytes < TOO_LITTLE_BYTES) return fail("disk", finding, remedy);
  return bytes < LITTLE_BYTES ? warn("disk", finding, remedy) : ok("disk", finding);
}
