/** Runs of an archive are executed again where its tools are, and the answers are compared. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { agon } from "./cli.ts";
import { writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 240_000 });

const folder = writeCompetition([
  { name: "proved", behaviour: "true", expected: true },
  { name: "refuted", behaviour: "false", expected: false },
  { name: "open", behaviour: "unknown", expected: true },
]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const definition = join(folder, "competition.yml");
const archive = join(folder, "archive.tar");

test("the same tools and tasks give the same answers, others do not", async () => {
  const spool = join(folder, "spool");
  const run = await agon("run", definition, "--spool", spool);
  expect(run.code, run.stderr).toBe(0);
  expect((await agon("archive", spool, "-o", archive)).code).toBe(0);

  const words = ["reproduce", archive, "--tools", definition, "--allow-weak-sandbox"];
  const same = await agon(...words);
  expect(same.code, same.stderr + same.stdout).toBe(0);
  expect(same.stdout).toContain("3 runs executed again: 3 same");
  expect(same.stderr).toMatch(/3\/3 {2}same: stand-in on tasks\//);

  const task = join(folder, "tasks", "proved.c");
  writeFileSync(task, readFileSync(task, "utf8").replace("stand-in: true", "stand-in: false"));
  const changed = await agon(...words, "--json");
  expect(changed.code).toBe(1);
  const { repeated, differences } = JSON.parse(changed.stdout) as {
    repeated: { outcome: string; isSameRun: boolean; task: string }[];
    differences: unknown[];
  };
  expect(differences).toEqual([]);
  expect(repeated.map(({ outcome }) => outcome).sort()).toEqual(["contradiction", "same", "same"]);
  const [other] = repeated.filter(({ isSameRun }) => !isSameRun);
  expect(other).toMatchObject({ outcome: "contradiction", task: "tasks/proved.yml#unreach-call" });

  const one = await agon(...words, "--sample", "1", "--seed", "7");
  expect(one.stdout).toContain("1 run executed again");
});

test("options of the sample need tools", async () => {
  const { code, stderr } = await agon("reproduce", "x.tar", "--sample", "3");
  expect(code).toBe(2);
  expect(stderr).toContain("--sample needs --tools");
});
