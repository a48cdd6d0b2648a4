/** The coordinator is killed at any instant; nothing is lost and nothing counts twice. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { agon, start } from "./cli.ts";
import { runsByTask, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 240_000 });

const TASKS = Array.from({ length: 14 }, (_, index) => ({
  name: `t${String(index).padStart(2, "0")}`,
  behaviour: index % 3 === 0 ? "slow" : "true",
  expected: true,
}));
/** Numbers of results after which the coordinator is killed. */
const KILLED_AFTER = [2, 9, 17];
const RUNS_AT_ONCE = 2;
/** Each has a verification and a validation run. */
const RUNS = 2 * TASKS.length;

function countResults(spool: string): number {
  const folder = join(spool, "results");
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("kill -9 in mid-run, three times, and started again", async () => {
  const folder = writeCompetition(TASKS);
  const spool = join(folder, "spool");
  const jobs = ["--jobs", String(RUNS_AT_ONCE)];
  const words = ["run", join(folder, "competition.yml"), "--spool", spool, ...jobs];
  for (const enough of KILLED_AFTER) {
    const { child, finished } = start(words);
    await until(() => countResults(spool) >= enough || child.exitCode !== null);
    child.kill("SIGKILL");
    expect((await finished).signal).toBe("SIGKILL");
    expect(await agon("status", spool).then(({ code }) => code)).toBe(5);
  }
  const last = await start(words).finished;
  expect(last.code).toBe(0);
  expect(Number(/(\d+) results are there already/.exec(last.stderr)?.[1])).toBeGreaterThanOrEqual(
    17,
  );

  expect(countResults(spool)).toBe(RUNS);
  const { stdout } = await agon("score", spool, "--json");
  const judged = Object.values(runsByTask(stdout));
  expect(judged).toEqual(TASKS.map(() => "true: correct, 2"));
  // Each result names an attempt whose log exists.
  for (const file of readdirSync(join(spool, "results"))) {
    const result = JSON.parse(readFileSync(join(spool, "results", file), "utf8")) as {
      run: string;
      log: { path: string };
    };
    expect(`${result.run}.json`).toBe(file);
    expect(existsSync(join(spool, result.log.path))).toBe(true);
  }
  const ended = readdirSync(join(spool, "attempts"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("/result.json"))
    .map((path) => path.slice(3, 3 + 64));
  expect(new Set(ended).size).toBe(RUNS);
  // An attempt may end, and its coordinator be killed before it reports that: at most one for each
  // current run.
  expect(ended.length - RUNS).toBeLessThanOrEqual(KILLED_AFTER.length * RUNS_AT_ONCE);
  expect(readdirSync(join(spool, "scratch"))).toEqual([]);
});

test("no process of a run outlives a killed coordinator once the next one has begun", async () => {
  const folder = writeCompetition(
    [{ name: "a", behaviour: "linger", expected: true }],
    "{ cpuTime: 2 s, wallTime: 8 s, memory: 200 MB, cores: 1 }",
  );
  const spool = join(folder, "spool");
  const words = ["run", join(folder, "competition.yml"), "--spool", spool];
  const { child, finished } = start(words);
  await until(() => lingering(folder).length > 0 || child.exitCode !== null);
  expect(lingering(folder).length).toBeGreaterThan(0);
  child.kill("SIGKILL");
  await finished;
  const next = start(words);
  await next.finished;
  expect(lingering(folder)).toEqual([]);
});

/**
 * Processes that the behaviour `linger` starts, for competitions in `folder`: their files are
 * mounted.
 */
function lingering(folder: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const read = (name: string): string => readFileSync(`/proc/${pid}/${name}`, "latin1");
      return read("cmdline").includes("sleep\x00987654") && read("mountinfo").includes(folder);
    } catch {
      return false;
    }
  });
}

test("two coordinators do not share a spool", async () => {
  const folder = writeCompetition([{ name: "a", behaviour: "slow", expected: true }]);
  const spool = join(folder, "spool");
  const words = ["run", join(folder, "competition.yml"), "--spool", spool];
  const first = start(words);
  await until(() => existsSync(join(spool, "lock", "1.json")) || first.child.exitCode !== null);
  const second = await start(words).finished;
  expect(second.code).toBe(3);
  expect(second.stderr).toContain("ERR_SPOOL_LOCKED");
  expect((await first.finished).code).toBe(0);
});

test("Ctrl-C keeps finished results, kills the rest and prints how to continue", async () => {
  const folder = writeCompetition([
    { name: "a", behaviour: "true", expected: true },
    { name: "b", behaviour: "linger", expected: true },
  ]);
  const spool = join(folder, "spool");
  const words = ["run", join(folder, "competition.yml"), "--spool", spool];
  const { child, finished } = start(words);
  await until(() => countResults(spool) >= 2 || child.exitCode !== null);
  child.kill("SIGINT");
  const { code, stderr } = await finished;
  expect(code).toBe(130);
  expect(stderr).toContain(`agon run ${words.slice(1).join(" ")}`);
  expect(countResults(spool)).toBe(2);
  expect(lingering(folder)).toEqual([]);
});

interface Measured {
  readonly status: string;
  readonly cpuTimeSeconds: number;
  readonly wallTimeSeconds: number;
}

/** Results by task. */
function measured(spool: string): Map<string, Measured> {
  return new Map(
    readdirSync(join(spool, "results"))
      .map((file) => JSON.parse(readFileSync(join(spool, "results", file), "utf8")))
      .filter(({ phase }) => phase === "verification")
      .map((result) => [result.task.replace(/^tasks\/(.*)\.yml#.*$/, "$1"), result]),
  );
}

/** Processes started by `pid` that measure runs. */
function supervisorsOf(pid: number | undefined): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, "latin1");
        const command = readFileSync(`/proc/${name}/cmdline`, "latin1");
        return status.includes(`PPid:\t${pid}\n`) && command.includes("supervisor-process");
      } catch {
        return false;
      }
    })
    .map(Number);
}

test("a coordinator that is stopped for a while changes no result", async () => {
  const folder = writeCompetition(
    [
      { name: "loop", behaviour: "loop", expected: true },
      { name: "slow", behaviour: "slow", expected: true },
    ],
    "{ cpuTime: 1 s, wallTime: 9 s, memory: 200 MB, cores: 1 }",
  );
  const spool = join(folder, "spool");
  const words = ["run", join(folder, "competition.yml"), "--spool", spool, "--jobs", "2"];
  const { child, finished } = start(words);
  await until(() => supervisorsOf(child.pid).length === 2 || child.exitCode !== null);
  child.kill("SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  child.kill("SIGCONT");
  expect((await finished).code).toBe(0);
  const results = measured(spool);
  expect(results.get("slow")).toMatchObject({ status: "true" });
  expect(results.get("slow")?.wallTimeSeconds).toBeLessThan(9);
  expect(results.get("loop")).toMatchObject({ status: "TIMEOUT" });
  expect(results.get("loop")?.cpuTimeSeconds).toBeLessThan(1.5);
});

test("a run whose measuring process is killed is repeated", async () => {
  const folder = writeCompetition([{ name: "slow", behaviour: "slow", expected: true }]);
  const spool = join(folder, "spool");
  const words = ["run", join(folder, "competition.yml"), "--spool", spool];
  const { child, finished } = start(words);
  await until(() => supervisorsOf(child.pid).length > 0 || child.exitCode !== null);
  for (const pid of supervisorsOf(child.pid)) process.kill(pid, "SIGKILL");
  expect((await finished).code).toBe(0);
  expect(measured(spool).get("slow")).toMatchObject({ status: "true" });
  expect(readdirSync(join(spool, "scratch"))).toEqual([]);
});
