/**
 * The resolved competition in its spool: `competition.lock.yml` for people and
 * programs, and `tasks.ndjson` with one task a line, because a task list of
 * SV-COMP's size is read a hundred times faster that way.
 */
import { existsSync } from "node:fs";
import { parse, stringify } from "yaml";
import { replaceDurably, type Spool, sha256 } from "../execution/index.ts";
import type { Edition } from "../model/index.ts";
import { EDITIONS, findEdition, formatEdition, parseEdition } from "../scoring/index.ts";
import { InputError } from "../util/errors.ts";
import type { ResolvedCompetition, ResolvedTask, VoidTask } from "./resolved.ts";
import { readInput } from "./task-folder.ts";

/** Value of `format`; the number changes when old readers would misread new files. */
const LOCK_FORMAT = "agon-competition-lock/1";

interface LockFile extends Omit<ResolvedCompetition, "tasks" | "edition" | "voidTasks"> {
  readonly format: string;
  /** Year or id of a known edition; one's own stands here in full, as in its file. */
  readonly edition: number | string | Readonly<Record<string, unknown>>;
  /** Absent where there are none. */
  readonly voidTasks?: readonly VoidTask[];
  readonly tasks: { readonly count: number; readonly sha256: string };
}

/** Writes both files; the lock comes last, so that it never names tasks that are not there. */
export function writeLock(spool: Spool, competition: ResolvedCompetition): void {
  const { tasks, voidTasks, edition, ...rest } = competition;
  const text = tasksText(tasks);
  replaceDurably(spool.path("tasks.ndjson"), text);
  const lock: LockFile = {
    format: LOCK_FORMAT,
    ...rest,
    edition: lockedEdition(edition),
    ...(voidTasks.length === 0 ? {} : { voidTasks }),
    tasks: { count: tasks.length, sha256: sha256(text) },
  };
  replaceDurably(
    spool.path("competition.lock.yml"),
    stringify(lock, { aliasDuplicateObjects: false }),
  );
}

/** Undefined when the spool has none yet. @throws InputError when it is damaged or of another format. */
export function readLock(spool: Spool): ResolvedCompetition | undefined {
  const file = spool.path("competition.lock.yml");
  if (!existsSync(file)) return undefined;
  const lock = parse(readInput(file, file)) as LockFile;
  const { format, tasks: expected, edition, voidTasks = [], ...rest } = lock;
  if (format !== LOCK_FORMAT) {
    throw fault(file, `the format is '${format}', this version of Agon reads ${LOCK_FORMAT}`);
  }
  const tasksFile = spool.path("tasks.ndjson");
  const text = readInput(tasksFile, tasksFile);
  if (sha256(text) !== expected.sha256) throw fault(tasksFile, "does not belong to this lock file");
  const tasks = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ResolvedTask);
  return { ...rest, edition: unlockedEdition(edition, file), tasks, voidTasks };
}

function lockedEdition(edition: Edition): LockFile["edition"] {
  if (EDITIONS.includes(edition)) return edition.id;
  return parse(formatEdition(edition)) as Readonly<Record<string, unknown>>;
}

function unlockedEdition(edition: LockFile["edition"], file: string): Edition {
  return typeof edition === "object"
    ? parseEdition(stringify(edition), `${file} (edition)`)
    : findEdition(edition);
}

const FIELDS = [
  "name",
  "edition",
  "limits",
  "categories",
  "voidTasks",
  "excludedTools",
  "fmTools",
  "repeat",
] as const;

/** What differs between two competitions, in words; empty when nothing does. */
export function lockDifferences(before: ResolvedCompetition, now: ResolvedCompetition): string[] {
  const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
  const differences: string[] = [];
  for (const field of FIELDS) {
    if (differs(before[field], now[field])) differences.push(`${field} changed`);
  }
  for (const field of ["participants", "validators", "tasks"] as const) {
    const old = byId<Identified>(before[field]);
    const current = byId<Identified>(now[field]);
    for (const id of old.keys()) if (!current.has(id)) differences.push(`${field}: ${id} removed`);
    for (const [id, item] of current) {
      if (!old.has(id)) differences.push(`${field}: ${id} added`);
      else if (differs(old.get(id), item)) differences.push(`${field}: ${id} changed`);
    }
  }
  return differences;
}

interface Identified {
  readonly id: string;
}

function byId<T extends Identified>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function tasksText(tasks: readonly ResolvedTask[]): string {
  return tasks.map((task) => `${JSON.stringify(task)}\n`).join("");
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-spool", message, file }]);
}
