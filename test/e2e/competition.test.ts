/** A small competition through the built command line, with a real tool of another author. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { agon, type Finished } from "./cli.ts";
import { runsByTask, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const TASKS = [
  { name: "a-true", behaviour: "true", expected: true },
  { name: "b-false", behaviour: "false", expected: false },
  { name: "c-wrong", behaviour: "wrong", expected: false },
  { name: "d-bad-witness", behaviour: "bad-witness", expected: false },
  { name: "e-unknown", behaviour: "nothing", expected: true },
  { name: "f-crash", behaviour: "crash", expected: true },
];

describe("run, status, score, table", () => {
  let folder: string;
  let spool: string;
  let finished: Finished;

  beforeAll(async () => {
    folder = writeCompetition(TASKS);
    spool = join(folder, "spool");
    finished = await agon("run", join(folder, "competition.yml"), "--spool", spool);
  });

  test("the run succeeds and prints ranking and page", () => {
    expect(finished.code).toBe(0);
    expect(finished.stdout).toContain("Overall: 6 tasks (3 true, 3 false), at most 9 points");
    expect(finished.stdout).toContain("index.html");
    expect(finished.stderr).toMatch(/isolation: (bubblewrap|unshare|none)/);
    expect(existsSync(join(spool, "site/index.html"))).toBe(true);
  });

  test("every run is judged by the rules", async () => {
    const { code, stdout } = await agon("score", spool, "--json");
    expect(code).toBe(0);
    expect(runsByTask(stdout)).toEqual({
      "a-true": "true: correct, 2",
      "b-false": "false(unreach-call): correct, 1",
      "c-wrong": "true: wrong, -32",
      "d-bad-witness": "witness invalid (false(unreach-call)): error, 0",
      "e-unknown": "unknown: unknown, 0",
      "f-crash": "SEGMENTATION FAULT: error, 0",
    });
  });

  test("scoring again gives the same bytes", async () => {
    const first = await agon("score", spool, "--json");
    expect((await agon("score", spool, "--json")).stdout).toBe(first.stdout);
  });

  test("status", async () => {
    const { code, stdout } = await agon("status", spool, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      complete: true,
      verification: { planned: 6, done: 6 },
      validation: { planned: 3, done: 3 },
    });
  });

  test.each([
    ["text", "category"],
    ["csv", "category,tool,state,rank,score"],
    ["markdown", "| category |"],
    ["html", "<table>"],
  ])("table as %s", async (format, beginning) => {
    const { code, stdout } = await agon("table", spool, "--format", format);
    expect(code).toBe(0);
    expect(stdout.startsWith(beginning)).toBe(true);
    const runs = await agon("table", spool, "--runs", "--format", format);
    expect(runs.stdout).toContain("c-wrong");
  });

  test("running again repeats nothing", async () => {
    const attempts = (): string[] =>
      readdirSync(join(spool, "attempts"), { recursive: true, encoding: "utf8" }).sort();
    const before = attempts();
    const again = await agon("run", join(folder, "competition.yml"), "--spool", spool);
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("9 results are there already");
    expect(again.stdout).toBe(finished.stdout);
    expect(attempts()).toEqual(before);
  });

  test("another definition is refused, or accepted with --update, repeating only what changed", async () => {
    const file = join(folder, "competition.yml");
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text.replace("tool: agon-verifier,", "tool: agon-verifier, options: [--new],"),
    );
    const refused = await agon("run", file, "--spool", spool);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("participants: stand-in changed");
    const updated = await agon("run", file, "--spool", spool, "--update");
    expect(updated.code).toBe(0);
    expect(updated.stderr).not.toContain("results are there already");
    writeFileSync(file, text);
    const back = await agon("run", file, "--spool", spool, "--update");
    expect(back.stderr).toContain("9 results are there already");
  });

  test("descriptions of the tools on the pages may change at any time", async () => {
    const file = join(folder, "competition.yml");
    const text = readFileSync(file, "utf8");
    const entries = join(folder, "fm-tools");
    mkdirSync(entries);
    const entry = readFileSync("examples/mini/fm-tools/agon-bmc.yml", "utf8");
    writeFileSync(
      join(entries, "stand-in.yml"),
      entry.replace("id: agon-bmc", "id: stand-in").replace("A. Nybody", "Another Person"),
    );
    writeFileSync(file, `${text}fmTools: ${entries}\n`);
    const described = await agon("run", file, "--spool", spool);
    expect(described.code, described.stderr).toBe(0);
    expect(described.stderr).toContain("9 results are there already");
    const page = readFileSync(join(spool, "site/v/stand-in.html"), "utf8");
    expect(page).toContain("Another Person");
    writeFileSync(file, text);
  });
});

test("a witness that a trial left in a tool's folder is in no run's way", async () => {
  const folder = writeCompetition([{ name: "a-true", behaviour: "true", expected: true }]);
  const tool = join(folder, "tool");
  mkdirSync(tool);
  const executable = join(tool, "esbmc-wrapper.py");
  writeFileSync(
    executable,
    `#!/bin/sh
if [ "$1" = -v ]; then echo 1.0; exit; fi
if [ -f own-data ] && echo own >witness.graphml; then echo TRUE; else echo Unknown; fi
`,
  );
  chmodSync(executable, 0o755);
  writeFileSync(join(tool, "own-data"), "read by every run\n");
  writeFileSync(join(tool, "witness.graphml"), "of a trial by hand\n");
  const file = join(folder, "competition.yml");
  const definition = readFileSync(file, "utf8");
  writeFileSync(
    file,
    definition.replace(
      /^participants:[\s\S]*/m,
      `participants:\n  - { id: tool, tool: esbmc, directory: ${tool} }\n`,
    ),
  );
  const spool = join(folder, "spool");
  const { code, stderr } = await agon("run", file, "--spool", spool);
  expect(code, stderr).toBe(0);
  // It could write its own, which is not a witness for any reader.
  expect(runsByTask((await agon("score", spool, "--json")).stdout)).toEqual({
    "a-true": "witness invalid (true): error, 0",
  });
  expect(readFileSync(join(tool, "witness.graphml"), "utf8")).toBe("of a trial by hand\n");
});
