import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { Spool } from "../execution/index.ts";
import { findEdition, formatEdition, parseEdition } from "../scoring/index.ts";
import { lockDifferences, readLock, writeLock } from "./lock-file.ts";
import type { ResolvedCompetition } from "./resolved.ts";

const LIMITS = { cpuTimeSeconds: 10, memoryBytes: 1e9, cores: 1 };
const PARTICIPANT = {
  id: "a",
  name: 'A: "quoted" # and more',
  tool: "agon-verifier",
  options: ["--x", "no"],
  version: "1.0",
  categories: ["Main"],
  optOut: [],
  horsConcours: false,
};
const TASK = {
  id: "a.yml#unreach-call",
  definitionFile: "a.yml",
  property: "unreach-call",
  propertyFile: "p.prp",
  inputFiles: ["ä.c"],
  requiredFiles: [],
  language: "C",
  expectedVerdict: { kind: "false", subproperty: "valid-free" },
  categories: ["Main"],
  files: [{ path: "ä.c", sha256: "00" }],
} as const;
const COMPETITION: ResolvedCompetition = {
  name: "Lock",
  edition: findEdition(2026),
  limits: { verification: LIMITS, violationValidation: LIMITS, correctnessValidation: LIMITS },
  categories: [{ kind: "base", name: "Main", property: "unreach-call" }],
  participants: [PARTICIPANT],
  validators: [],
  tasks: [TASK],
  voidTasks: [],
};

let spool: Spool;

beforeEach(() => {
  spool = new Spool(mkdtempSync(join(tmpdir(), "agon-lock-")));
  spool.create();
});

test("reading returns what was written", () => {
  expect(readLock(spool)).toBeUndefined();
  writeLock(spool, COMPETITION);
  expect(readLock(spool)).toEqual(COMPETITION);
  expect(lockDifferences(readLock(spool) as ResolvedCompetition, COMPETITION)).toEqual([]);
});

test("an edition file is stored in the lock in full", () => {
  const text = formatEdition(findEdition(2026)).replace("id: svcomp-2026", "id: our-cup");
  const own: ResolvedCompetition = {
    ...COMPETITION,
    edition: { ...parseEdition(text, "our-cup.yml"), file: "our-cup.yml" },
  };
  writeLock(spool, own);
  expect(readLock(spool)).toEqual(own);
  expect(lockDifferences(COMPETITION, own)).toEqual(["edition changed"]);
});

test("void tasks are kept, with their reasons", () => {
  const competition = { ...COMPETITION, voidTasks: [{ task: TASK.id, reason: "undefined: x" }] };
  writeLock(spool, competition);
  expect(readLock(spool)).toEqual(competition);
  expect(lockDifferences(COMPETITION, competition)).toEqual(["voidTasks changed"]);
});

test("locks of the first version name the edition by its year", () => {
  writeLock(spool, COMPETITION);
  const path = spool.path("competition.lock.yml");
  writeFileSync(path, readFileSync(path, "utf8").replace("edition: svcomp-2026", "edition: 2026"));
  expect(readLock(spool)).toEqual(COMPETITION);
});

test.each([
  ["another format", "competition.lock.yml", "lock/1", "lock/9", "reads agon-competition-lock/1"],
  ["other tasks", "tasks.ndjson", "valid-free", "valid-deref", "does not belong to this lock file"],
])("%s is refused", (_name, file, before, after, message) => {
  writeLock(spool, COMPETITION);
  const path = spool.path(file);
  writeFileSync(path, readFileSync(path, "utf8").replace(before, after));
  expect(() => readLock(spool)).toThrow(message);
});

test("a tasks file that was cut short is refused", () => {
  writeLock(spool, COMPETITION);
  appendFileSync(spool.path("tasks.ndjson"), "{");
  expect(() => readLock(spool)).toThrow("does not belong");
});

test.each([
  [{ name: "Other" }, ["name changed"]],
  [
    { edition: findEdition(2025), tasks: [] },
    ["edition changed", "tasks: a.yml#unreach-call removed"],
  ],
  [
    {
      participants: [
        { ...PARTICIPANT, version: "2" },
        { ...PARTICIPANT, id: "b" },
      ],
    },
    ["participants: a changed", "participants: b added"],
  ],
])("the change %j is reported as %j", (change, differences) => {
  expect(lockDifferences(COMPETITION, { ...COMPETITION, ...change })).toEqual(differences);
});
