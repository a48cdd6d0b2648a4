/**
 * The examples that `agon help COMMAND` shows, executed in a folder with the files that they name.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { COMMANDS } from "../../src/faces/cli/command-table.ts";
import { commandsOf, manualPages, readersFolder, runInShell } from "../support/manual-pages.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

/** Examples with tests of their own, or that need more than this machine. */
const ELSEWHERE: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^agon demo/, "the commands of a demo are those of the competition below, of fewer runs"],
  [/^agon run examples\/mini\/competition\.yml/, "36 tasks; runs are tried in competition.test.ts"],
  [/--driver slurm/, "a cluster: slurm.test.ts"],
  [/^agon serve/, "goes on until Ctrl-C: serve.test.ts"],
  [
    /cbmc|sv-comp\.tar|\.xml\b|\.xml\.|2026-spool/,
    "files of others: result-files.test.ts, rescore.test.ts",
  ],
  [/table\.xml|category-structure/, "files of others: result-table.test.ts"],
  [/ make$/, "the reader's own program: exec.test.ts"],
  [/^agon reproduce mini\.tar --tools/, "runs tools again: repeat-archive.test.ts"],
  [
    /^agon explain agon-demo 3f2a91/,
    "the number of a run, which is another one in each competition",
  ],
  [
    /^agon lint --reference|witness\.graphml/,
    "the same words on a witness of format 1.0: witness.test.ts",
  ],
  [/^agon compare official obfuscated/, "a second execution under other names: organiser.test.ts"],
  [/^agon completion/, "tried in the shells: usage-options.test.ts"],
];

const COMPETITION = `name: Demo
edition: 2026
tasks: examples/mini
limits:
  verification: { cpuTime: 10 s, wallTime: 60 s, memory: 2 GB, cores: 1 }
  violationValidation: { cpuTime: 10 s, wallTime: 60 s, memory: 2 GB, cores: 1 }
  correctnessValidation: { cpuTime: 10 s, wallTime: 60 s, memory: 2 GB, cores: 1 }
categories:
  - { name: unreach-call.Loops, property: unreach-call, sets: [../../loops.set] }
participants:
  - { id: agon-bmc, tool: agon-verifier, directory: builtin, options: [--config, bmc] }
  - { id: agon-k-induction, tool: agon-verifier, directory: builtin, options: [--config, k-induction] }
validators:
  - { id: agon-validator, tool: agon-validator, directory: builtin, kinds: [violation, correctness] }
`;

let folder: string;
const shell = async (words: string): Promise<void> => {
  const { code, stderr } = await runInShell(words, folder);
  if (code !== 0) throw new Error(`${words}: ${stderr}`);
};

beforeAll(async () => {
  folder = readersFolder();
  // The examples as a copy: their outputs stay in the folder.
  rmSync(join(folder, "examples"));
  cpSync("examples", join(folder, "examples"), { recursive: true });
  writeFileSync(join(folder, "loops.set"), "examples/mini/loops/sum-off-by-one.yml\n");
  writeFileSync(join(folder, "competition.yml"), COMPETITION);
  await shell("agon run competition.yml --spool agon-demo --allow-weak-sandbox");
  for (const copy of ["part-1", "part-2", "part-3", "first-run", "second-run", "official"]) {
    cpSync(join(folder, "agon-demo"), join(folder, copy), { recursive: true });
  }
  cpSync(join(folder, "examples/mini/loops/sum-off-by-one.c"), join(folder, "program.c"));
  cpSync(join(folder, "program.c"), join(folder, "program.i"));
  cpSync(
    join(folder, "examples/mini/properties/unreach-call.prp"),
    join(folder, "unreach-call.prp"),
  );
  await shell(
    "agon verify program.c --property unreach-call.prp --data-model ILP32 --quiet --witness witness.yml",
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shown = new Set(
  manualPages().flatMap((page) => commandsOf(page).map(({ words }) => `agon ${words}`)),
);
const examples = await Promise.all(
  COMMANDS.map(async ({ module }) => (await module()).command.examples),
);
const tried = examples
  .flat()
  .filter((example) => !ELSEWHERE.some(([pattern]) => pattern.test(example)));

test("most examples are tried here, and every exception is needed", () => {
  expect(tried.length).toBeGreaterThan(40);
  for (const [pattern] of ELSEWHERE) {
    expect(
      examples.flat().some((example) => pattern.test(example)),
      String(pattern),
    ).toBe(true);
  }
});

test.each(tried.filter((example) => !shown.has(example)))("%s", async (example) => {
  // Paths in /tmp are shared, so they are replaced; a weak sandbox must be accepted explicitly.
  const words = example
    .replaceAll("/tmp/", `${folder}/`)
    .replace(/^agon worker .*/, "$& --allow-weak-sandbox");
  const { code, stderr } = await runInShell(words, folder);
  expect(stderr).not.toMatch(/internal error|unexpected word|unknown option|does not exist/);
  // 1 and 10 are requested findings; 3 is the exit code of 'agon doctor' on a weak machine.
  expect(example.startsWith("agon doctor") ? [0, 3] : [0, 1, 10], stderr).toContain(code);
});

test("the tests that the reasons name exist", () => {
  for (const [, why] of ELSEWHERE) {
    for (const [name] of why.matchAll(/[\w-]+\.test\.ts/g)) {
      const path = name === "usage-options.test.ts" ? `src/faces/cli/${name}` : `test/e2e/${name}`;
      expect(readFileSync(path, "utf8")).not.toBe("");
    }
  }
});
