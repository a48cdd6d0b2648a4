/** A whole competition on a real Slurm cluster of two nodes, which is started and stopped here. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { missingSlurmPrograms, PrivateSlurm } from "../support/private-slurm.ts";
import { soak } from "../support/soak.ts";
import { start } from "./cli.ts";
import { runsByTask, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 90_000 });

const missing = missingSlurmPrograms();
if (missing.length > 0) {
  process.stderr.write(
    `skipped: tests of Slurm need ${missing.join(", ")} (Debian: slurm-wlm, munge)\n`,
  );
}

const TASKS = Array.from({ length: 6 }, (_, index) => ({
  name: `t${index}`,
  behaviour: index % 3 === 0 ? "nothing" : "true",
  expected: true,
}));
const RUNS = 10;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}

const countResults = (spool: string): number =>
  existsSync(join(spool, "results")) ? readdirSync(join(spool, "results")).length : 0;

describe.skipIf(missing.length > 0)("on Slurm", () => {
  let slurm: PrivateSlurm;
  const agon = (...words: readonly string[]) => start(words, slurm.environment).finished;
  const runIn = (partitions: string, folder: string, ...more: readonly string[]): string[] => [
    ...["run", join(folder, "competition.yml"), "--spool", join(folder, "spool")],
    ...["--driver", "slurm", "--partition", partitions, ...more],
  ];
  const runWords = (folder: string, ...more: readonly string[]): string[] =>
    runIn("main", folder, ...more);

  beforeAll(async () => {
    slurm = await PrivateSlurm.start();
  });
  afterAll(async () => {
    await slurm.stop();
  });

  test("the jobs continue without the coordinator, and nothing is repeated", async () => {
    const folder = writeCompetition(TASKS);
    const spool = join(folder, "spool");
    const first = start(runWords(folder, "--pack", "3"), slurm.environment);
    await until(() => existsSync(join(spool, "cluster/1/1.log")) || first.child.exitCode !== null);
    first.child.kill("SIGKILL");
    await first.finished;
    await until(() => countResults(spool) === RUNS);
    const again = await agon(...runWords(folder, "--pack", "3"));
    expect(again.code).toBe(0);
    expect(
      readdirSync(join(spool, "attempts"), { recursive: true, encoding: "utf8" }).filter((name) =>
        /\.\d+$/.test(name),
      ),
    ).toHaveLength(RUNS);
    const { stdout } = await agon("score", spool, "--json");
    expect(Object.values(runsByTask(stdout)).sort()).toEqual(
      [...Array(4).fill("true: correct, 2"), ...Array(2).fill("unknown: unknown, 0")].sort(),
    );
    const [name = ""] = readdirSync(join(spool, "results"));
    // Measured by Agon's own worker in the job, not by the cluster's accounting.
    const result = readFileSync(join(spool, "results", name), "utf8");
    expect(result).toMatch(/"measurement": "(cgroup-v[12]|process-accounting)"/);
    const status = await agon("status", spool, "--json");
    expect(JSON.parse(status.stdout)).toMatchObject({ complete: true, jobs: {} });
  });

  test("agon cancel withdraws what waits and ends what runs", async () => {
    const folder = writeCompetition(
      Array.from({ length: 12 }, (_, index) => ({
        name: `t${index}`,
        behaviour: "linger",
        expected: true,
      })),
    );
    const spool = join(folder, "spool");
    const { finished } = start(runWords(folder, "--pack", "1"), slurm.environment);
    await until(() => existsSync(join(spool, "cluster/1/0.log")));
    const status = await agon("status", spool);
    expect(status.stdout).toMatch(/Slurm: .*\d+ running/);
    const { stdout, code } = await agon("cancel", spool);
    expect(stdout).toMatch(/has ended\n12 jobs were cancelled\n/);
    expect(code).toBe(0);
    expect((await finished).code).toBe(130);
    expect(slurm.command("squeue", "--noheader")).toBe("");
    expect(countResults(spool)).toBe(0);
    expect(JSON.parse((await agon("status", spool, "--json")).stdout)).toMatchObject({
      complete: false,
      coordinator: null,
      jobs: {},
    });
  });

  test("an array runs in several partitions at a time, and nothing twice", async () => {
    const partitions = "only-n1,only-n2";
    const folder = writeCompetition(TASKS);
    const spool = join(folder, "spool");
    const done = await agon(...runIn(partitions, folder, "--pack", "1"));
    expect(done.stderr).toContain("Slurm, partitions only-n1, only-n2");
    expect(done.code).toBe(0);
    expect(countResults(spool)).toBe(RUNS);
    expect(
      readdirSync(join(spool, "attempts"), { recursive: true, encoding: "utf8" }).filter((name) =>
        /\.\d+$/.test(name),
      ),
    ).toHaveLength(RUNS);
    const busy = writeCompetition(
      Array.from({ length: 8 }, (_, index) => ({
        name: `t${index}`,
        behaviour: "linger",
        expected: true,
      })),
    );
    const { finished } = start(runIn(partitions, busy, "--pack", "1"), slurm.environment);
    const running = (): string[] =>
      slurm.command("squeue", "--noheader", "--states=running", "--format=%P").split(/\s+/);
    await until(() => partitions.split(",").every((name) => running().includes(name)));
    expect((await agon("status", join(busy, "spool"))).stdout).toMatch(/Slurm: .*\d+ running/);
    expect((await agon("cancel", join(busy, "spool"))).stdout).toContain("8 jobs were cancelled");
    expect((await finished).code).toBe(130);
    expect(slurm.command("squeue", "--noheader")).toBe("");
  });

  test("what cannot run is reported with the log, after a few tries", async () => {
    const folder = writeCompetition(TASKS.slice(0, 1));
    const blocked = join(mkdtempSync(join(tmpdir(), "agon-e2e-")), "file");
    writeFileSync(blocked, "");
    const failed = await agon(...runWords(folder, "--scratch", blocked));
    expect(failed.stderr).toContain("ERR_BATCH_FAILED");
    const [, log = ""] = /log is (\S+);/.exec(failed.stderr) ?? [];
    expect(readFileSync(log, "utf8")).toContain(
      `agon: EEXIST: file already exists, mkdir '${blocked}'`,
    );
    expect(failed.code).toBe(3);
    const refused = await agon(...runWords(folder, "--sbatch=--qos=none-such", "--sbatch=--bad"));
    expect(refused.stderr).toContain("ERR_SLURM_REFUSED");
  });

  test("a soak: the coordinator is killed, and a node", async () => {
    const seed = Number(process.env.AGON_SEED ?? 20261121);
    process.stderr.write(`seed ${seed} (set AGON_SEED to repeat)\n`);
    const report = await soak({ runs: 60, kills: 2, seed, slurm, log: () => {} });
    expect(report.faults).toEqual([]);
    expect(report.nodeKilledAt).toBeGreaterThan(0);
  });
});

test("options of Slurm need the driver", async () => {
  const folder = writeCompetition(TASKS.slice(0, 1));
  const { code, stderr } = await start(["run", join(folder, "competition.yml"), "--pack", "2"])
    .finished;
  expect(stderr).toContain("--pack needs --driver slurm");
  expect(code).toBe(2);
});
