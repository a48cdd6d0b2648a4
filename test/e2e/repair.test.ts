/**
 * Files of a competition are damaged: the damage is reported with the command that repairs it, and
 * repaired by it.
 */
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { agon } from "./cli.ts";
import { runsByTask, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 240_000 });

const TASKS = ["a", "b", "c"].map((name) => ({ name, behaviour: "true", expected: true }));
const OUTCOME = TASKS.map(() => "true: correct, 2");
/** Each has a verification and a validation run. */
const RUNS = 2 * TASKS.length;

const folder = writeCompetition(TASKS);
const spool = join(folder, "spool");
const run = () => agon("run", join(folder, "competition.yml"), "--spool", spool);
const attempts = () =>
  readdirSync(join(spool, "attempts")).flatMap((part) =>
    readdirSync(join(spool, "attempts", part)),
  );
const outcome = async () =>
  Object.values(runsByTask((await agon("score", spool, "--json")).stdout));
/** Changes a few bytes in the middle. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes.fill(0xff, middle, middle + 8);
  writeFileSync(file, bytes);
}

test("what can be made again is made again, without a word and without a run", async () => {
  expect((await run()).code).toBe(0);
  expect(attempts()).toHaveLength(RUNS);
  for (const name of ["plan.bin", "validations.bin"]) {
    const file = join(spool, name);
    const content = readFileSync(file);
    for (const damage of [spoil, (path: string) => truncateSync(path, 60)]) {
      damage(file);
      const { code, stderr } = await run();
      expect({ name, code, stderr }).toMatchObject({ name, code: 0 });
      expect(stderr).toContain(`${RUNS} results are there already`);
      // The entries may be in another order, since the order in which runs end is arbitrary.
      expect(readFileSync(file)).toHaveLength(content.length);
    }
  }
  expect(attempts()).toHaveLength(RUNS);
  expect(await outcome()).toEqual(OUTCOME);
});

test("damaged results, locks and definitions are reported with the command that repairs them", async () => {
  const results = readdirSync(join(spool, "results"));
  const hasWitness = (file: string): boolean =>
    "witness" in JSON.parse(readFileSync(join(spool, "results", file), "utf8"));
  // A verification run, which 'status' has to read, and a validation run.
  const first = results.find(hasWitness) ?? "";
  const second = results.find((file) => !hasWitness(file)) ?? "";
  truncateSync(join(spool, "results", first), 100);
  spoil(join(spool, "results", second));
  for (const command of ["score", "status"]) {
    const { code, stderr } = await agon(command, spool);
    expect({ command, code }).toEqual({ command, code: 4 });
    expect(stderr).toContain("agon repair");
    expect(stderr).not.toMatch(/internal error|at .*\.js/);
  }
  writeFileSync(join(spool, "lock", "9.json"), "{");
  writeFileSync(join(spool, "places.json"), "[");
  const refused = await run();
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain("agon repair");

  const { code, stdout } = await agon("repair", spool, "--json");
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { results: number; moved: { path: string }[] };
  const expected = [`results/${first}`, `results/${second}`, "lock/9.json", "places.json"];
  expect(report.moved.map(({ path }) => path).sort()).toEqual(expected.sort());
  expect(report.results).toBe(RUNS - 2);
  for (const path of expected) expect(existsSync(join(spool, "damaged", "1", path))).toBe(true);

  expect((await agon("repair", spool)).stdout).toBe(
    `${RUNS - 2} sound results; nothing is damaged\n`,
  );
  const again = await run();
  expect(again.code, again.stderr).toBe(0);
  expect(readdirSync(join(spool, "results"))).toHaveLength(RUNS);
  expect(attempts()).toHaveLength(RUNS + 2);
  expect(await outcome()).toEqual(OUTCOME);
});
