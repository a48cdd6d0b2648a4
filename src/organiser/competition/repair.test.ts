import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { storeCompetition, witnessText } from "../../../test/support/stored-competition.ts";
import type { RunResult } from "../../ground/model/index.ts";
import { lockSpool, type Spool } from "../execution/index.ts";
import { readLock } from "./lock-file.ts";
import { repairSpool } from "./repair.ts";
import { surveyProgress } from "./run-queue.ts";

const TASKS = ["a", "b", "c", "d", "e", "f"].map((name) => ({
  name,
  expected: true,
  answers: {
    tool: { status: "true", witness: witnessText("correctness", "2.0"), validator: "true" },
  },
}));

function stored(): { readonly spool: Spool; readonly results: readonly RunResult[] } {
  const { spool } = storeCompetition(TASKS);
  const results = spool.looseResults().map((run) => spool.readResult(run) as RunResult);
  return { spool, results: results.filter(({ phase }) => phase === "verification") };
}

function done(spool: Spool): number {
  const competition = readLock(spool);
  if (competition === undefined) throw new Error("no lock");
  return surveyProgress(competition, spool).verification.done;
}

test("a sound spool is left as it is", () => {
  const { spool } = stored();
  expect(repairSpool(spool)).toMatchObject({ moved: [], results: 12 });
  expect(readdirSync(spool.directory)).not.toContain("damaged");
});

test("damaged results are reported with the command that repairs them, and moved aside", () => {
  const { spool, results } = stored();
  const [a, b, c, d] = results as [RunResult, RunResult, RunResult, RunResult];
  const fileOf = ({ run }: RunResult): string => spool.path("results", `${run}.json`);
  writeFileSync(fileOf(a), readFileSync(fileOf(a), "utf8").slice(0, 100));
  writeFileSync(fileOf(b), readFileSync(fileOf(c), "utf8"));
  rmSync(spool.fileOf(c.log as { path: string }));
  appendFileSync(spool.fileOf(d.witness as { path: string }), " ");
  writeFileSync(spool.path("results", "notes.json"), "{}");
  expect(() => spool.readResult(a.run)).toThrow("agon repair SPOOL");
  expect(() => spool.readResult(b.run)).toThrow("another run");
  const { moved, results: sound, folder } = repairSpool(spool);
  expect(moved.map(({ path }) => path).sort()).toEqual(
    [...[a, b, c, d].map(({ run }) => `results/${run}.json`), "results/notes.json"].sort(),
  );
  expect(sound).toBe(8);
  expect(readdirSync(spool.path(folder, "results"))).toHaveLength(5);
  expect(done(spool)).toBe(2);
});

test("bytes that are not text within a word are damage, whether the result is packed or not", () => {
  const { spool, results } = stored();
  const [a, b] = results as [RunResult, RunResult];
  // Damages a word that may have any value, so that the document stays valid.
  const spoil = (file: string, start: number): void => {
    const bytes = readFileSync(file);
    const at = bytes.indexOf('"status":', start);
    bytes[bytes.indexOf('"', at + 9) + 1] = 0xff;
    writeFileSync(file, bytes);
  };
  spoil(spool.path("results", `${a.run}.json`), 0);
  expect(() => spool.readResult(a.run)).toThrow("not all of it is text in UTF-8");
  expect(repairSpool(spool)).toMatchObject({ results: 11, moved: [{}] });
  const packed = spool.reopened();
  packed.pack(1);
  const [pack = ""] = readdirSync(spool.path("packs")).filter((name) => name.endsWith(".ndjson"));
  const file = spool.path("packs", pack);
  const lines = readFileSync(file, "utf8").split("\n");
  const line = lines.find((text) => text !== "" && JSON.parse(text).run === b.run) ?? "";
  spoil(file, readFileSync(file).indexOf(line));
  const damaged = spool.reopened();
  expect(() => damaged.readResult(b.run)).toThrow("not all of it is text in UTF-8");
  expect(repairSpool(damaged)).toMatchObject({ results: 10 });
});

test("the sound results of a damaged pack are kept", () => {
  const { spool } = stored();
  spool.pack(1);
  const [pack = ""] = readdirSync(spool.path("packs")).filter((name) => name.endsWith(".ndjson"));
  const file = spool.path("packs", pack);
  const lines = readFileSync(file, "utf8").split("\n");
  lines[3] = lines[3]?.slice(0, 50) as string;
  writeFileSync(file, lines.join("\n"));
  const damaged = spool.reopened();
  expect(() => damaged.forEachResult(() => undefined)).toThrow("agon repair SPOOL");
  expect(repairSpool(damaged)).toMatchObject({ results: 11 });
  expect(repairSpool(spool.reopened())).toMatchObject({ moved: [], results: 11 });
});

test("lock files and the definition", () => {
  const { spool } = stored();
  writeFileSync(spool.path("lock", "7.json"), "{");
  expect(() => lockSpool(spool.path("lock"))).toThrow("agon repair SPOOL");
  writeFileSync(spool.path("tasks.ndjson"), "{}\n");
  writeFileSync(spool.path("host.json"), "null");
  expect(() => readLock(spool)).toThrow("agon repair SPOOL");
  const { moved } = repairSpool(spool);
  expect(moved.map(({ path }) => path)).toEqual([
    "lock/7.json",
    "competition.lock.yml",
    "tasks.ndjson",
    "host.json",
  ]);
  lockSpool(spool.path("lock"))();
});

test("nothing is moved while a coordinator is at work", () => {
  const { spool } = stored();
  const unlock = lockSpool(spool.path("lock"));
  expect(() => repairSpool(spool)).toThrow("is running this competition");
  unlock();
});
