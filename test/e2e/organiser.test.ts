/** Tasks of an organiser around the runs: phases, freeze, qualification, exclusion, obfuscation. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { agon } from "./cli.ts";
import { writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const TASKS = [
  { name: "a-true", behaviour: "true", expected: true },
  { name: "b-false", behaviour: "false", expected: false },
  { name: "c-crash", behaviour: "crash", expected: true },
];
const LONG = "{ cpuTime: 60 s, wallTime: 110 s, memory: 1 GB, cores: 1 }";

let folder: string;
let definition: string;
let spool: string;

beforeAll(async () => {
  folder = writeCompetition(TASKS);
  definition = join(folder, "competition.yml");
  spool = join(folder, "spool");
  expect((await agon("run", definition, "--spool", spool)).code).toBe(0);
});

test("qualification: two of three tasks were started", async () => {
  const { code, stdout } = await agon("check", "qualification", spool, "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout).qualifications).toEqual([
    {
      tool: "stand-in",
      category: "Main",
      tasks: 3,
      started: 2,
      isQualified: true,
      failures: { "SEGMENTATION FAULT": 1 },
    },
  ]);
});

test("after the freeze any change is refused but exclusions, which are logged", async () => {
  for (const phase of ["training", "freeze"]) {
    expect((await agon("phase", spool, phase)).code).toBe(0);
  }
  const text = readFileSync(definition, "utf8");
  const run = (): ReturnType<typeof agon> => agon("run", definition, "--spool", spool, "--update");

  writeFileSync(
    definition,
    text.replace("tool: agon-verifier,", "tool: agon-verifier, options: [--x],"),
  );
  const changedTool = await run();
  expect(changedTool.code).toBe(3);
  expect(changedTool.stderr).toContain(
    "the competition is frozen, but participants: stand-in changed",
  );

  writeFileSync(definition, text);
  const program = join(folder, "tasks/a-true.c");
  const source = readFileSync(program, "utf8");
  appendFileSync(program, "// another comment\n");
  const changedTask = await run();
  expect(changedTask.code).toBe(3);
  expect(changedTask.stderr).toContain("tasks: tasks/a-true.yml#unreach-call changed");
  writeFileSync(program, source);

  writeFileSync(
    definition,
    `${text}excludedTools: [{ tool: stand-in, reason: "reads comments" }]\nvoidTasks: [{ task: tasks/c-crash.yml, reason: "undefined behaviour" }]\n`,
  );
  const excluding = await run();
  expect(excluding.code, excluding.stderr).toBe(0);
  const scores = await agon("score", spool);
  expect(scores.stdout).toContain("Stand-in: reads comments");
  expect(scores.stdout).toContain("tasks/c-crash.yml#unreach-call: undefined behaviour");
  const phases = await agon("phase", spool);
  expect(phases.stdout).toContain("voidTasks changed; excludedTools changed");

  const lock = join(spool, "competition.lock.yml");
  const locked = readFileSync(lock, "utf8");
  writeFileSync(lock, locked.replace("name: Small competition", "name: Another competition"));
  const tampered = await run();
  expect(tampered.code).toBe(3);
  expect(tampered.stderr).toContain("is not the one of the freeze");
  // The log is still readable: it names the frozen lock file.
  const log = await agon("phase", spool);
  expect(log.code).toBe(3);
  expect(log.stdout).toContain("freeze");
  const output = join(spool, "out");
  for (const words of [
    ["explain", spool, "0"],
    ["export", spool, "--format", "csv"],
    ["site", spool, "--output", output],
    ["serve", spool, "--port", "0"],
    ["status", spool],
    ["table", spool],
    ["plot", spool],
    ["compare", spool, spool],
    ["archive", spool, "--output", output],
    ["check", "qualification", spool],
    ["merge", output, spool],
    ["phase", spool, "evaluation"],
    ["worker", spool],
    ["run", definition, "--spool", spool, "--update"],
  ]) {
    const refused = await agon(...words);
    expect(refused.code, words.join(" ")).toBe(3);
    expect(refused.stderr, words.join(" ")).toContain("is not the one of the freeze");
  }
  writeFileSync(lock, locked);
});

test("an archive of it names every file of the tools", async () => {
  const archive = join(folder, "archive.tar");
  expect((await agon("archive", spool, "-o", archive)).code).toBe(0);
  expect(readFileSync(archive, "latin1")).toMatch(
    /"tool":"stand-in","version":"[^"]*","files":\[\{"path":"stand-in\/agon","sha256":"[0-9a-f]{64}"/,
  );
  const { code, stdout } = await agon("reproduce", archive, "--edition", "svcomp-2012");
  expect(code).toBe(0);
  expect(stdout).toContain("by the rules of svcomp-2012:");
});

test("obfuscated tasks get the same verdicts from a verifier, and others from one that reads comments", async () => {
  const original = writeCompetition([], LONG);
  const write = (name: string, expected: boolean, body: string): void => {
    writeFileSync(
      join(original, "tasks", `${name}.c`),
      `// stand-in: ${expected}\nextern void abort(void);\nvoid reach_error(void) { abort(); }\n${body}`,
    );
    writeFileSync(
      join(original, "tasks", `${name}.yml`),
      `format_version: "2.0"\ninput_files: ${name}.c\nproperties: [{ property_file: ../unreach-call.prp, expected_verdict: ${expected} }]\noptions: { language: C, data_model: ILP32 }\n`,
    );
  };
  write(
    "count",
    true,
    "int main(void) { int sum = 0; for (int i = 0; i < 3; i++) sum += i; if (sum != 3) reach_error(); return 0; }\n",
  );
  write(
    "divide",
    false,
    "static int half(int number) { return number / 2; }\nint main(void) { if (half(7) == 3) reach_error(); return 0; }\n",
  );
  const file = join(original, "competition.yml");
  const participant =
    "{ id: agon, tool: agon-verifier, directory: builtin, options: [--config, falsifier] }";
  writeFileSync(
    file,
    readFileSync(file, "utf8")
      .replace("participants:\n", `participants:\n  - ${participant}\n`)
      .replace(/validators:[\s\S]*$/, "")
      .concat("voidTasks: [{ task: tasks/divide.yml#unreach-call, reason: a jury's decision }]\n"),
  );
  const hidden = join(original, "hidden");
  const obfuscated = await agon("obfuscate", file, "--output", hidden);
  expect(obfuscated.code, obfuscated.stderr).toBe(0);
  const [first, second] = [join(original, "first"), join(original, "second")];
  for (const [competition, place] of [
    [file, first],
    [join(hidden, "competition.yml"), second],
  ] as const) {
    const run = await agon("run", competition, "--spool", place);
    expect(run.code, run.stderr).toBe(0);
  }
  const map = join(hidden, "obfuscation.json");
  const [invalid] = parse(readFileSync(join(hidden, "competition.yml"), "utf8")).voidTasks;
  const [hiddenFile, property] = invalid.task.split("#");
  const { files } = JSON.parse(readFileSync(map, "utf8"));
  expect([files[hiddenFile], property, invalid.reason]).toEqual([
    "tasks/divide.yml",
    "unreach-call",
    "a jury's decision",
  ]);
  const compared = await agon("compare", first, second, "--map", map, "--exit-code", "--json");
  expect(compared.code).toBe(1);
  const { runs, onlyFirst, onlySecond } = JSON.parse(compared.stdout);
  expect([onlyFirst, onlySecond]).toEqual([0, 0]);
  const changes = (runs as { tool: string; task: string; change: string }[]).map(
    ({ tool, task, change }) => `${tool} ${task} ${change}`,
  );
  expect(changes.sort()).toEqual([
    "agon tasks/count.yml#unreach-call same",
    "agon tasks/divide.yml#unreach-call same",
    "stand-in tasks/count.yml#unreach-call lost",
    "stand-in tasks/divide.yml#unreach-call lost",
  ]);
});
