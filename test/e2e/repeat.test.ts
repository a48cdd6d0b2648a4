/** `agon run --repeat N`: every run N times, of which the first counts. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { agon } from "./cli.ts";
import { runsByTask, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 120_000 });

test("three runs of each, one judgement, one validation, and the spread in the table", async () => {
  const folder = writeCompetition([
    { name: "a", behaviour: "true", expected: true },
    { name: "b", behaviour: "nothing", expected: true },
  ]);
  const spool = join(folder, "spool");
  const words = ["run", join(folder, "competition.yml"), "--spool", spool];
  const once = await agon(...words);
  expect(once.code).toBe(0);
  expect(readdirSync(join(spool, "results"))).toHaveLength(3);

  const refused = await agon(...words, "--repeat", "3");
  expect(refused.stderr).toContain("repeat changed");
  expect(refused.code).toBe(3);
  const more = await agon(...words, "--repeat", "3", "--update");
  expect(more.stderr).toContain("3 results are there already");
  expect(more.code).toBe(0);
  expect(readdirSync(join(spool, "results"))).toHaveLength(3 + 4);

  const { stdout } = await agon("score", spool, "--json");
  expect(runsByTask(stdout)).toEqual({ a: "true: correct, 2", b: "unknown: unknown, 0" });
  const table = await agon("table", spool, "--runs", "--format", "csv");
  const [header = "", ...rows] = table.stdout.trim().split("\n");
  expect(header).toContain("runs,all statuses,min cpu time (s),median cpu time (s)");
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatch(/,3,(true|unknown),[\d.e-]+,/);
  expect((await agon("table", spool, "--runs")).stdout).toContain("CPU min–max");
});
