/** Runs of one competition in several places: shards, workers, merging, cancelling. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { agon, start } from "./cli.ts";
import { runsByTask, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const TASKS = Array.from({ length: 8 }, (_, index) => ({
  name: `t${index}`,
  behaviour: index % 4 === 0 ? "nothing" : "true",
  expected: true,
}));
const RUNS = 14;

const resultsIn = (spool: string): string[] => readdirSync(join(spool, "results")).sort();

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("shards", () => {
  let folder: string;
  let parts: string[];
  const run = (...more: readonly string[]) => agon("run", join(folder, "competition.yml"), ...more);

  beforeAll(async () => {
    folder = writeCompetition(TASKS);
    parts = [1, 2, 3].map((index) => join(folder, `part-${index}`));
    for (const [index, spool] of parts.entries()) {
      const { code } = await run("--spool", spool, "--shard", `${index + 1}/3`);
      expect(code).toBe(5);
    }
  });

  test("share the runs out", () => {
    const all = parts.flatMap(resultsIn);
    expect(all).toHaveLength(RUNS);
    expect(new Set(all).size).toBe(RUNS);
  });

  test("merged, they are the whole; merging again changes nothing", async () => {
    const whole = join(folder, "whole");
    expect((await run("--spool", whole)).code).toBe(0);
    const merged = join(folder, "merged");
    const first = await agon("merge", merged, ...parts);
    expect(first.stdout).toContain(`${RUNS} results taken, 0 were there already\n`);
    expect(first.stdout).toContain("8 of 8 verification runs, 6 of 6 validation runs");
    expect(first.code).toBe(0);
    expect(resultsIn(merged)).toEqual(resultsIn(whole));
    const files = (): string[] =>
      resultsIn(merged).map((name) => readFileSync(join(merged, "results", name), "utf8"));
    const before = files();
    const again = await agon("merge", merged, whole, ...parts, "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ taken: 0, known: 2 * RUNS, complete: true });
    expect(files()).toEqual(before);
    const scores = await Promise.all(
      [merged, whole].map((spool) => agon("score", spool, "--json")),
    );
    expect(runsByTask(scores[0]?.stdout ?? "")).toEqual(runsByTask(scores[1]?.stdout ?? ""));
    // Logs and witnesses were merged, too.
    const explained = await agon("explain", merged, "stand-in", "tasks/t1.yml");
    expect(explained.stdout).toContain("output.log");
    for (const text of before) {
      const { log } = JSON.parse(text) as { log: { path: string } };
      expect(existsSync(join(merged, log.path))).toBe(true);
    }
  });

  test("of another competition are refused", async () => {
    const other = writeCompetition(TASKS.slice(1));
    const spool = join(other, "spool");
    await agon("run", join(other, "competition.yml"), "--spool", spool, "--shard", "1/9");
    const { code, stderr } = await agon("merge", spool, parts[0] as string);
    expect(stderr).toContain(
      "is not of the same competition: tasks: tasks/t0.yml#unreach-call added",
    );
    expect(code).toBe(3);
  });

  test.each(["0/3", "4/3", "1"])("--shard %s is refused", async (shard) => {
    const { code, stderr } = await run("--spool", join(folder, "none"), "--shard", shard);
    expect(stderr).toContain("--shard must be INDEX/COUNT");
    expect(code).toBe(2);
  });
});

describe("workers", () => {
  test("finish together what a coordinator began, each run once", async () => {
    const folder = writeCompetition(TASKS);
    const spool = join(folder, "spool");
    expect((await agon("worker", spool)).stderr).toContain("ERR_NO_SPOOL");
    await agon("run", join(folder, "competition.yml"), "--spool", spool, "--shard", "1/8");
    const workers = await Promise.all(
      ["1/2", "2/2", "2/2"].map((shard) => agon("worker", spool, "--shard", shard, "--jobs", "1")),
    );
    expect(workers.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(resultsIn(spool)).toHaveLength(RUNS);
    const status = await agon("status", spool, "--json");
    expect(JSON.parse(status.stdout)).toMatchObject({ complete: true, coordinator: null });
    expect(readdirSync(join(spool, "scratch"))).toEqual([]);
  });

  test("a batch that is withdrawn is no work; a tool that has changed is none either", async () => {
    const folder = writeCompetition(TASKS.slice(0, 2));
    const tool = join(folder, "tool");
    mkdirSync(tool);
    const definition = readFileSync(join(folder, "competition.yml"), "utf8");
    const [, standIn = ""] = /directory: (\S+) \}/.exec(definition) ?? [];
    writeFileSync(join(tool, "agon"), readFileSync(join(standIn, "agon")), { mode: 0o755 });
    writeFileSync(join(folder, "competition.yml"), definition.replaceAll(standIn, tool));
    const spool = join(folder, "spool");
    await agon("run", join(folder, "competition.yml"), "--spool", spool, "--shard", "9/9");
    const gone = await agon("worker", spool, "--batch", join(folder, "gone.ndjson"));
    expect(gone.stderr).toContain("has been withdrawn");
    expect(gone.code).toBe(0);
    writeFileSync(join(tool, "other"), "");
    const changed = await agon("worker", spool);
    expect(changed.stderr).toContain("ERR_TOOL_CHANGED");
    expect(changed.code).toBe(3);
  });
});

test("agon cancel ends a coordinator, and finished results are kept", async () => {
  const folder = writeCompetition([
    { name: "a", behaviour: "true", expected: true },
    { name: "b", behaviour: "linger", expected: true },
  ]);
  const spool = join(folder, "spool");
  const words = ["run", join(folder, "competition.yml"), "--spool", spool];
  const { finished } = start(words);
  await until(() => existsSync(join(spool, "results")) && resultsIn(spool).length >= 2);
  const status = await agon("status", spool);
  expect(status.stdout).toMatch(/coordinated by process \d+ on /);
  const { code, stdout } = await agon("cancel", spool);
  expect(stdout).toMatch(/^process \d+ on .* has ended\n$/);
  expect(code).toBe(0);
  const { code: runCode, stderr } = await finished;
  expect(stderr).toContain(`cancelled; continue with: agon ${words.join(" ")}`);
  expect(runCode).toBe(130);
  expect(resultsIn(spool)).toHaveLength(2);
  expect((await agon("cancel", spool)).stdout).toBe("it was not running\n");
});
