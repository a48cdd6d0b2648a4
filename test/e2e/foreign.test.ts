/**
 * Other verifiers, with their own tool-info modules: examples/foreign, where its tools are
 * installed.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { parse, stringify } from "yaml";
import { resolveCompetition } from "../../src/organiser/competition/index.ts";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 240_000 });

const EXAMPLE = "examples/foreign";
const hasTools = existsSync(join(EXAMPLE, "tools"));
const folder = mkdtempSync(join(tmpdir(), "agon-foreign-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Definition {
  readonly categories: readonly { readonly name: string; readonly property?: string }[];
  readonly participants: readonly { readonly id: string; readonly directory: string }[];
  readonly validators: readonly { readonly id: string; readonly directory: string }[];
}

/** The example with changed parts, in a folder of its own. */
function definition(change: (definition: Definition) => object): string {
  const text = readFileSync(join(EXAMPLE, "competition.yml"), "utf8");
  const original = parse(text) as Definition;
  const places = { tasks: resolve("examples"), modulePath: [resolve(EXAMPLE, "tools/benchexec")] };
  const file = join(folder, "competition.yml");
  writeFileSync(file, stringify({ ...original, ...places, ...change(original) }));
  return file;
}

test("its tasks and categories are there", () => {
  writeFileSync(join(folder, "2ls"), "#!/bin/sh\necho 1\n");
  chmodSync(join(folder, "2ls"), 0o755);
  const standIn = { id: "a", tool: "two_ls", directory: folder };
  const file = definition(() => ({ participants: [standIn], validators: [] }));
  const { tasks } = resolveCompetition(file).competition;
  expect(tasks).toHaveLength(44);
  const memory = tasks.filter(({ property }) => property === "valid-memsafety");
  const verdicts = new Set(memory.map(({ expectedVerdict }) => JSON.stringify(expectedVerdict)));
  expect(verdicts.size).toBe(4);
});

test.skipIf(!hasTools)(
  "CBMC, PredatorHP and SV-sanitizers on tasks of memory safety (needs the tools that examples/foreign/README.md names)",
  async () => {
    const file = definition(({ participants }) => ({
      categories: [
        {
          name: "Memory",
          property: "valid-memsafety",
          tasks: ["foreign/memory/list-reversed.yml", "foreign/memory/freed-twice.yml"],
        },
      ],
      participants: participants
        .filter(({ directory }) => directory !== "builtin")
        .map((tool) => ({
          ...tool,
          directory: resolve(EXAMPLE, tool.directory),
          categories: ["Memory"],
        })),
      validators: [],
    }));
    const run = await agon("run", file, "--spool", join(folder, "spool"), "--allow-weak-sandbox");
    expect(run.code, run.stderr).toBe(0);
    const answers = [...run.stderr.matchAll(/\] (\S+) \S*\/([\w-]+)\.yml\S* (\S+)/g)];
    expect(answers.map(([, tool, task, status]) => `${tool} ${task} ${status}`).sort()).toEqual([
      "cbmc freed-twice false(valid-free)",
      "cbmc list-reversed true",
      "predatorhp freed-twice unknown",
      "predatorhp list-reversed true",
      "sv-sanitizers freed-twice false(valid-free)",
      "sv-sanitizers list-reversed TIMEOUT",
    ]);
  },
);

test.skipIf(!existsSync(join(EXAMPLE, "tools/fshell-witness2test")))(
  "FShell-witness2test and Agon's validator on witnesses of two verifiers (needs the tools that examples/foreign/README.md names)",
  async () => {
    const file = definition(({ participants, validators }) => ({
      categories: [
        {
          name: "Memory",
          property: "valid-memsafety",
          tasks: ["foreign/memory/freed-twice.yml", "foreign/memory/lost-on-the-way.yml"],
        },
      ],
      participants: [
        ...participants
          .filter(({ id }) => id === "sv-sanitizers")
          .map((tool) => ({
            ...tool,
            directory: resolve(EXAMPLE, tool.directory),
            categories: ["Memory"],
          })),
        {
          id: "agon",
          tool: "agon-verifier",
          directory: "builtin",
          options: ["--config", "default", "--witness-format", "1.0"],
        },
      ],
      validators: validators.map((tool) => ({
        ...tool,
        ...(tool.directory === "builtin" ? {} : { directory: resolve(EXAMPLE, tool.directory) }),
        kinds: ["violation"],
      })),
    }));
    const run = await agon("run", file, "--spool", join(folder, "two"), "--allow-weak-sandbox");
    expect(run.code, run.stderr).toBe(0);
    const answers = [
      ...run.stderr.matchAll(/\] (\S+) violation-validation \S*\/([\w-]+)\.yml\S* (.*) \(/g),
    ];
    expect(answers.map(([, tool, task, status]) => `${tool} ${task} ${status}`).sort()).toEqual([
      // An edge without guards allows every execution.
      "agon-validator freed-twice false(valid-free)",
      "agon-validator freed-twice false(valid-free)",
      "agon-validator lost-on-the-way false(valid-memtrack)",
      "agon-validator lost-on-the-way false(valid-memtrack)",
      "fshell-witness2test freed-twice false(valid-free)",
      "fshell-witness2test freed-twice false(valid-free)",
      "fshell-witness2test lost-on-the-way false(valid-memtrack)",
      "fshell-witness2test lost-on-the-way false(valid-memtrack)",
    ]);
  },
);
