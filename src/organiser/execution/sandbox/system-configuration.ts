/**
 * The part of the system's configuration that a sandboxed run sees: the files that programs need to
 * start, none of them private, with the run's user among the accounts.
 *
 * Each separate entry is a mount and a tenth of a millisecond, so a process that starts several
 * runs prepares a folder once and shows that.
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { processFolder } from "../measuring/scratch-folder.ts";
import { accountsOf, NOBODY } from "../system/run-user.ts";

/** Programs' configuration without anything private. */
const NAMES =
  /^(alternatives|ld\.so\..*|passwd|group|nsswitch\.conf|localtime|(java|python|jvm).*)$/;

const COPY = { recursive: true, verbatimSymlinks: true } as const;

/** A name in `/etc` and the content to show there. */
export interface ConfigurationFile {
  readonly target: string;
  readonly source: string;
}

/** The `/etc` of a run: a whole folder, or single files and folders. */
export type Configuration = string | readonly ConfigurationFile[];

/** Folders by user; undefined: the folder cannot be prepared. */
const prepared = new Map<number | undefined, string | undefined>();
let runs = 0;

/** The configuration of a run that becomes `user`; files of its own are put beside `mountPoint`. */
export function systemConfiguration(user: number | undefined, mountPoint: string): Configuration {
  runs++;
  // The first run may be the only one.
  if (runs > 1 && !prepared.has(user)) prepared.set(user, prepareFolder(user));
  return prepared.get(user) ?? singleFiles(user, mountPoint);
}

/** The entries one by one. */
export function singleFiles(
  user: number | undefined,
  mountPoint: string,
): readonly ConfigurationFile[] {
  return names().map((name) => {
    const target = `/etc/${name}`;
    if (!isAccounts(name) || !hasOwnAccount(user)) return { target, source: target };
    const source = `${mountPoint}.${name}`;
    writeAccounts(name, user, source);
    return { target, source };
  });
}

function prepareFolder(user: number | undefined): string | undefined {
  const folder = join(processFolder(), `etc-${user ?? "own"}`);
  try {
    mkdirSync(folder);
    for (const name of names()) {
      const [from, to] = [`/etc/${name}`, join(folder, name)];
      if (isAccounts(name) && hasOwnAccount(user)) writeAccounts(name, user, to);
      else if (statSync(from).isDirectory()) cpSync(from, to, COPY);
      else copyFileSync(from, to);
    }
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    // This process may not read the file.
    return undefined;
  }
}

let found: readonly string[] | undefined;

/** Names of the entries to show; dangling links are left out. */
function names(): readonly string[] {
  found ??= readdirSync("/etc").filter(
    (name) => NAMES.test(name) && statSync(`/etc/${name}`, { throwIfNoEntry: false }) !== undefined,
  );
  return found;
}

function isAccounts(name: string): name is "passwd" | "group" {
  return name === "passwd" || name === "group";
}

function hasOwnAccount(user: number | undefined): user is number {
  return user !== undefined && user !== NOBODY;
}

function writeAccounts(kind: "passwd" | "group", user: number, file: string): void {
  writeFileSync(file, accountsOf(kind, user));
  chmodSync(file, 0o644);
}
