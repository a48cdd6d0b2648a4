import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { storeCompetition, witnessText } from "../../../test/support/stored-competition.ts";
import type { RunResult } from "../../ground/model/index.ts";
import type { Spool } from "../execution/index.ts";
import { loadPlan } from "./run-plan.ts";
import { RunQueue } from "./run-queue.ts";
import { ValidationBook } from "./validation-book.ts";

const TASKS = ["a", "b", "c", "d"].map((name, index) => ({
  name,
  expected: true,
  answers: {
    tool: {
      status: "true",
      witness: witnessText("correctness", "2.0"),
      // The last one has not been validated yet.
      ...(index < 3 ? { validator: "true" } : {}),
    },
  },
}));

type Stored = ReturnType<typeof storeCompetition>;

/**
 * The result of a start: its numbers, the open runs, and the number of results that it had to read.
 */
function start({ spool, competition }: Stored, store = true) {
  const opened = spool.reopened();
  let reads = 0;
  const readResult = opened.readResult.bind(opened);
  opened.readResult = (run: string): RunResult | undefined => {
    reads++;
    return readResult(run);
  };
  const book = new ValidationBook(opened, competition, { store });
  const queue = new RunQueue(loadPlan(opened, competition, { store: true }), opened, { book });
  const progress = queue.progress();
  const readAtStart = reads;
  const left: string[] = [];
  for (let run = queue.take(); run !== undefined; run = queue.take()) left.push(run.id);
  book.close();
  return { progress, left, readAtStart };
}

const fileOf = (spool: Spool): string => spool.path("validations.bin");

test("derived entries are found again, with the same outcome", () => {
  const stored = storeCompetition(TASKS);
  const first = start(stored);
  expect(first.progress).toMatchObject({
    verification: { planned: 4, done: 4 },
    validation: { planned: 4, done: 3 },
  });
  expect(first.left).toHaveLength(1);
  const content = readFileSync(fileOf(stored.spool));
  expect(start(stored)).toEqual(first);
  expect(readFileSync(fileOf(stored.spool))).toEqual(content);
});

test("entries that are not checked need no reading of results", () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ ...TASKS[0], name: `t${index}` }));
  const stored = storeCompetition(many as typeof TASKS);
  const first = start(stored);
  expect(first.readAtStart).toBe(200);
  const second = start(stored);
  expect(second.readAtStart).toBeLessThan(100);
  expect({ ...second, readAtStart: 0 }).toEqual({ ...first, readAtStart: 0 });
});

test.each<[string, (file: string) => void]>([
  ["cut short", (file) => truncateSync(file, readFileSync(file).length - 5)],
  ["a frame that was being written", (file) => appendFileSync(file, Buffer.from([9, 0, 0, 0, 1]))],
  ["a frame of absurd length", (file) => appendFileSync(file, Buffer.alloc(12, 0xff))],
  [
    "another competition",
    (file) => writeFileSync(file, '{"format":"agon-validations/3","basis":"0"}\n'),
  ],
  ["empty", (file) => writeFileSync(file, "")],
  ["noise", (file) => writeFileSync(file, Buffer.alloc(1000, 7))],
  [
    "one bit",
    (file) => {
      const bytes = readFileSync(file);
      bytes[bytes.length - 40] = (bytes[bytes.length - 40] as number) ^ 1;
      writeFileSync(file, bytes);
    },
  ],
])("%s: nothing is lost, and the book is whole again", (_what, damage) => {
  const stored = storeCompetition(TASKS);
  const first = start(stored);
  const content = readFileSync(fileOf(stored.spool));
  damage(fileOf(stored.spool));
  expect(start(stored)).toEqual(first);
  expect(readFileSync(fileOf(stored.spool))).toEqual(content);
});

test("another verifier invalidates no entry, another validator all of them", () => {
  const stored = storeCompetition(TASKS);
  const first = start(stored);
  const content = readFileSync(fileOf(stored.spool));
  const { participants, validators } = stored.competition;
  const known = (change: Partial<Stored["competition"]>): number => {
    let entries = 0;
    const book = new ValidationBook(
      stored.spool.reopened(),
      { ...stored.competition, ...change },
      { store: false },
    );
    book.read(() => {
      entries++;
      return true;
    });
    book.close();
    return entries;
  };
  expect(known({ participants: [...participants, ...participants] })).toBe(4);
  expect(known({ validators: validators.map((each) => ({ ...each, version: "2" })) })).toBe(0);
  expect(known({ edition: { ...stored.competition.edition, name: "Other" } })).toBe(0);
  expect(readFileSync(fileOf(stored.spool))).toEqual(content);
  expect(start(stored)).toEqual(first);
});

test("entries of another planning are detected", () => {
  const stored = storeCompetition(TASKS);
  const first = start(stored);
  const book = new ValidationBook(stored.spool, stored.competition, { store: true });
  book.clear();
  for (const run of stored.spool.looseResults()) {
    book.add(run, { witness: { state: "missing" }, validations: [] });
  }
  book.close();
  expect(start(stored)).toEqual({ ...first, readAtStart: first.readAtStart + 1 });
});

test("a process without the lock changes nothing", () => {
  const stored = storeCompetition(TASKS);
  const first = start(stored);
  writeFileSync(fileOf(stored.spool), "noise");
  expect(start(stored, false)).toEqual(first);
  expect(readFileSync(fileOf(stored.spool), "utf8")).toBe("noise");
});
