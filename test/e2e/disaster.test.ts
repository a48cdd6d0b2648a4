/**
 * Faults of the surroundings end a competition with a clear message, and never in a wrong result.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { agon, start } from "./cli.ts";
import { runsByTask, STAND_IN, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 120_000 });

function results(spool: string): string[] {
  const folder = join(spool, "results");
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Whether some run has started: its log exists. */
function isAtWork(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true }).some((name) =>
    String(name).endsWith("output.log"),
  );
}

test("a tool that vanishes in mid-run: no result, and the same command continues", async () => {
  const tool = join(mkdtempSync(join(tmpdir(), "agon-e2e-tool-")), "tool");
  cpSync(STAND_IN, tool, { recursive: true });
  const folder = writeCompetition([
    { name: "a", behaviour: "slow", expected: true },
    { name: "b", behaviour: "slow", expected: true },
  ]);
  const definition = join(folder, "competition.yml");
  writeFileSync(definition, readFileSync(definition, "utf8").replace(STAND_IN, tool));
  const spool = join(folder, "spool");
  const words = ["run", definition, "--spool", spool, "--jobs", "1"];
  const { finished } = start(words);
  await until(() => isAtWork(join(spool, "attempts")));
  renameSync(tool, `${tool}.away`);
  const { code, stderr } = await finished;
  expect(stderr).toContain("ERR_TOOL_CHANGED");
  expect(stderr).toContain(`${tool} has vanished`);
  expect(code).toBe(3);
  expect(results(spool)).toEqual([]);
  renameSync(`${tool}.away`, tool);
  expect((await agon(...words)).code).toBe(0);
  expect(results(spool)).toHaveLength(4);
});

test("Ctrl-C twice stops at once, and nothing is corrupted", async () => {
  const tasks = ["a", "b", "c"].map((name) => ({ name, behaviour: "slow", expected: true }));
  const folder = writeCompetition(tasks);
  const spool = join(folder, "spool");
  const words = ["run", join(folder, "competition.yml"), "--spool", spool, "--jobs", "1"];
  const { child, finished } = start(words);
  await until(() => results(spool).length > 0 && isAtWork(join(spool, "attempts")));
  child.kill("SIGINT");
  child.kill("SIGINT");
  const { code } = await finished;
  expect(code).toBe(130);
  const again = await agon(...words);
  expect(again.code).toBe(0);
  const { stdout } = await agon("score", spool, "--json");
  expect(Object.values(runsByTask(stdout))).toEqual(tasks.map(() => "true: correct, 2"));
});

test("an unreadable result is named, and nothing is scored without it", async () => {
  const folder = writeCompetition([{ name: "a", behaviour: "true", expected: true }]);
  const spool = join(folder, "spool");
  const words = ["run", join(folder, "competition.yml"), "--spool", spool];
  expect((await agon(...words)).code).toBe(0);
  const [first = ""] = results(spool);
  const file = join(spool, "results", first);
  const text = readFileSync(file, "utf8");
  for (const damaged of ["", text.slice(0, text.length / 2), "{}"]) {
    writeFileSync(file, damaged);
    for (const command of [["score", spool], words]) {
      const { code, stderr, stdout } = await agon(...command);
      expect(stderr).toContain(file);
      expect(stdout).toBe("");
      expect(code).toBe(4);
    }
  }
  writeFileSync(file, text);
  expect((await agon("score", spool)).code).toBe(0);
});

/** Runs a script with the folder on a small disk of its own. */
function onSmallDisk(folder: string, megabytes: number, script: string) {
  const mount = `mount -t tmpfs -o size=${megabytes}m none ${folder} && ${script}`;
  return spawnSync("unshare", ["--mount", "--", "/bin/sh", "-c", mount], { encoding: "utf8" });
}

const canMount = process.platform === "linux" && onSmallDisk("/mnt", 1, "true").status === 0;

test.skipIf(!canMount).each([
  ["before a run", 40, "true"],
  ["during a run that cleans up behind itself", 90, "fill"],
])("a full disk %s (needs root)", (_name, megabytes, behaviour) => {
  const folder = writeCompetition([{ name: "a", behaviour, expected: true }]);
  const disk = mkdtempSync(join(tmpdir(), "agon-e2e-disk-"));
  const run = `${process.execPath} dist/faces/cli/main.js run ${folder}/competition.yml --spool ${disk}/spool --allow-weak-sandbox`;
  const { stdout, stderr } = onSmallDisk(
    disk,
    megabytes,
    `chmod 755 ${disk}; ${run}; echo "exit code $?"; echo "results: $(ls ${disk}/spool/results)"`,
  );
  expect(stderr).toMatch(/only \d+ MB are free on the disk of .*ERR_DISK_FULL/);
  expect(stdout).toBe("exit code 3\nresults: \n");
});
