/**
 * The resolved competition in its spool: `competition.lock.yml` for people and programs, and
 * `tasks.ndjson` with one task a line, because a task list of SV-COMP's size is read a hundred
 * times faster that way.
 */
import { existsSync } from "node:fs";
import { parse, stringify } from "yaml";
import { replaceDurably, sha256 } from "../../ground/files/index.ts";
import type { Edition } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import { parseJsonAs, requireShape, type Shape } from "../../ground/util/shape.ts";
import type { Spool } from "../execution/index.ts";
import { EDITIONS, findEdition, formatEdition, parseEdition } from "../scoring/index.ts";
import type { ResolvedCompetition, ResolvedTask, VoidTask } from "./resolved.ts";
import { readInput } from "./task-folder.ts";

/** Value of `format`; the number changes when old readers would misread new files. */
const LOCK_FORMAT = "agon-competition-lock/1";

interface LockFile extends Omit<ResolvedCompetition, "tasks" | "edition" | "voidTasks"> {
  readonly format: string;
  /** Year or id of a known edition; an edition file is stored here in full, as written. */
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
  const lock = parseLock(readInput(file, file), file);
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
    .map((line, index) =>
      parseJsonAs<ResolvedTask>(line, TASK_SHAPE, {
        file: tasksFile,
        line: index + 1,
        code: "invalid-spool",
      }),
    );
  return { ...rest, edition: unlockedEdition(edition, file), tasks, voidTasks };
}

const TOOL_SHAPE: Shape = {
  id: "text",
  name: "text",
  tool: "text",
  options: ["text"],
  version: "text",
};
const LIMITS_SHAPE: Shape = { cpuTimeSeconds: "number", memoryBytes: "number", cores: "number" };
const LOCK_SHAPE: Shape = {
  name: "text",
  edition: "any",
  limits: {
    verification: LIMITS_SHAPE,
    violationValidation: LIMITS_SHAPE,
    correctnessValidation: LIMITS_SHAPE,
  },
  categories: [{ kind: "text", name: "text", "property?": "text", "children?": ["text"] }],
  participants: [TOOL_SHAPE],
  validators: [TOOL_SHAPE],
  tasks: { count: "number", sha256: "text" },
  "repeat?": "number",
  "voidTasks?": [{ task: "text", reason: "text" }],
  "excludedTools?": [{ tool: "text", reason: "text" }],
};
const TASK_SHAPE: Shape = {
  id: "text",
  definitionFile: "text",
  categories: ["text"],
  files: [{ path: "text", sha256: "text" }],
};

/** Checks the file as far as the program relies on it. */
function parseLock(text: string, file: string): LockFile {
  const place = { file, code: "invalid-spool" };
  let value: unknown;
  try {
    value = parse(text, { logLevel: "error" });
  } catch (error) {
    throw fault(file, `is damaged: ${(error as Error).message.split("\n")[0]}`);
  }
  const { format } = requireShape<{ readonly format: string }>(value, { format: "text" }, place);
  // Other formats have other shapes.
  return format === LOCK_FORMAT ? requireShape(value, LOCK_SHAPE, place) : (value as LockFile);
}

function lockedEdition(edition: Edition): LockFile["edition"] {
  if (EDITIONS.includes(edition)) return edition.id;
  const written = parse(formatEdition(edition)) as Readonly<Record<string, unknown>>;
  return { ...written, ...defined({ file: edition.file }) };
}

function unlockedEdition(edition: LockFile["edition"], file: string): Edition {
  if (typeof edition !== "object") return findEdition(edition);
  const { file: ownFile, ...rules } = edition;
  const parsed = parseEdition(stringify(rules), `${file} (edition)`);
  return typeof ownFile === "string" ? { ...parsed, file: ownFile } : parsed;
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

/** The differences between two competitions, in words; empty when there are none. */
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
  const hint =
    "'agon repair SPOOL' moves a damaged file aside; 'agon run' with the same definition writes it anew";
  return new InputError([{ severity: "error", code: "invalid-spool", message, file, hint }]);
}
