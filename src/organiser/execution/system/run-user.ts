/**
 * The user of a run that root starts: a different one for each simultaneous run, because the kernel
 * counts by user the resources that namespaces do not divide (pages of pipes, inotify instances,
 * pending signals, keyrings), and a run that takes all of them would starve the others.
 *
 * The number is computed from the pid of the process that takes it, which is unique among live
 * processes, so that no file or lock has to record it.
 */
import { readFileSync } from "node:fs";
import { readText } from "./proc-fs.ts";

/**
 * `nobody` of most systems, which owns no files: the user of all runs where they have none of their
 * own.
 */
export const NOBODY = 65534;

/** Numbers that systems do not assign: above those of containers, below 2^31. */
const DEFAULT_FIRST = 0x7000_0000;
/** Greatest number of a process (PID_MAX_LIMIT of the kernel). */
const PROCESSES = 2 ** 22;
/** Number of simultaneous runs of one process that have users of their own. */
const RUNS = 16;
/**
 * Sets the first of the {@link PROCESSES} · {@link RUNS} numbers; `none`: all runs have the user
 * {@link NOBODY}.
 */
const VARIABLE = "AGON_RUN_USERS";

/** User and group of one run. */
export interface RunUser {
  readonly id: number;
  /** To be called when no process and no file of the run is left. */
  release(): void;
}

const SHARED: RunUser = { id: NOBODY, release: () => undefined };

let first: number | undefined | "unknown" = "unknown";
const taken = new Set<number>();

/**
 * The first number of runs' own users; undefined: every run of root has the user {@link NOBODY}.
 */
export function firstRunUser(): number | undefined {
  if (first === "unknown") first = findFirst(process.env[VARIABLE], uidMap());
  return first;
}

/** Only for root. */
export function takeRunUser(): RunUser {
  const base = firstRunUser();
  if (base === undefined) return SHARED;
  const place = Array.from({ length: RUNS }, (_, index) => index).find((free) => !taken.has(free));
  if (place === undefined) return SHARED;
  taken.add(place);
  return { id: base + place * PROCESSES + process.pid, release: () => taken.delete(place) };
}

/**
 * @param wish Content of the variable.
 * @param map `/proc/self/uid_map`: in containers some numbers are not users.
 */
export function findFirst(wish: string | undefined, map: string): number | undefined {
  if (wish === "none") return undefined;
  const from = /^\d+$/.test(wish ?? "") ? Number(wish) : DEFAULT_FIRST;
  const isMapped = map.split("\n").some((line) => {
    const [start = 0, , length = 0] = line.trim().split(/\s+/).map(Number);
    return from >= start && from + PROCESSES * RUNS <= start + length;
  });
  return isMapped ? from : undefined;
}

function uidMap(): string {
  return readText("/proc/self/uid_map") ?? "";
}

/**
 * The system's `passwd` or `group` where `nobody` and `nogroup` have the number
 * `id`: programs ask for the name and the home of their user.
 */
export function accountsOf(kind: "passwd" | "group", id: number): string {
  accounts[kind] ??= readAccounts(kind);
  const own =
    kind === "passwd"
      ? `nobody:x:${id}:${id}:nobody:/nonexistent:/usr/sbin/nologin`
      : `nogroup:x:${id}:`;
  return `${own}\n${accounts[kind]}`;
}

const accounts: { passwd?: string; group?: string } = {};

function readAccounts(kind: "passwd" | "group"): string {
  try {
    const lines = readFileSync(`/etc/${kind}`, "utf8").split("\n");
    return lines.filter((line) => !/^(nobody|nogroup):/.test(line)).join("\n");
  } catch {
    return "";
  }
}
