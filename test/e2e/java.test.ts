/** Java tasks, whose inputs are folders: from the check of the tasks to archive and pages. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { SourcesFile } from "../../src/organiser/explorer/index.ts";
import { agon, start } from "./cli.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const root = mkdtempSync(join(tmpdir(), "agon-java-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A copy of the competition, since some tests change its tasks. */
function competition(name: string): string {
  const folder = join(root, name);
  cpSync("test/e2e/fixtures/java", folder, { recursive: true });
  return folder;
}

interface Run {
  readonly tool: string;
  readonly task: string;
  readonly status: string;
  readonly resultCategory: string;
  readonly points: number;
}

const EXPECTED = {
  "tasks/greeting.yml#valid-assert": "true, correct, 2",
  "tasks/limit.yml#valid-assert": "false, correct, 1",
  "tasks/search.yml#valid-assert": "unknown, unknown, 0",
  "tasks/unset.yml#valid-assert": "true, correct, 2",
  "tasks/shared/first.yml#valid-assert": "true, correct, 2",
  "tasks/greeting.yml#no-runtime-exception": "true, correct, 2",
  "tasks/limit.yml#no-runtime-exception": "true, correct, 2",
  "tasks/search.yml#no-runtime-exception": "true, correct, 2",
  "tasks/unset.yml#no-runtime-exception": "false, correct, 1",
  "tasks/shared/first.yml#no-runtime-exception": "true, correct, 2",
};

function answers(json: string): Record<string, string> {
  const { runs } = JSON.parse(json) as { runs: readonly Run[] };
  return Object.fromEntries(
    runs
      .filter(({ tool }) => tool === "words")
      .map(({ task, status, resultCategory, points }) => [
        task,
        `${status}, ${resultCategory}, ${points}`,
      ]),
  );
}

test("the tasks are checked, and so are faults of folders", async () => {
  const folder = competition("checked");
  const good = await agon("check", "tasks", folder);
  expect(good.code, good.stdout).toBe(0);
  expect(good.stdout).toContain("5 task definitions, 8 files");
  expect(good.stdout).toContain("0 errors");

  rmSync(join(folder, "tasks/Unset/Main.java"));
  rmSync(join(folder, "tasks/Limit"), { recursive: true });
  cpSync(join(folder, "tasks/limit.yml"), join(folder, "tasks/Greeting/limit.yml"));
  cpSync(join(folder, "tasks/Search"), join(folder, "tasks/shared/Search"), { recursive: true });
  writeFileSync(
    join(folder, "tasks/again.yml"),
    readFileSync(join(folder, "tasks/search.yml"), "utf8")
      .replace("Search/", "shared/Search/")
      .replace("valid-assert", "unreach-call"),
  );
  writeFileSync(
    join(folder, "properties/unreach-call.prp"),
    "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
  );
  const bad = await agon("check", "tasks", folder);
  expect(bad.code).toBe(1);
  for (const finding of [
    /tasks\/Unset: error: the folder holds no file/,
    /unset\.yml: error: no input folder holds Main\.java/,
    /tasks\/limit\.yml: error: the file Limit\/ does not exist/,
    /greeting\.yml: error: the input folder \S+Greeting holds a task definition/,
    /tasks\/Search: warning: the same files as \S+tasks\/shared\/Search/,
    /again\.yml: warning: unreach-call is no property of programs in Java/,
  ]) {
    expect(bad.stdout).toMatch(finding);
  }
});

describe("a competition", () => {
  const folder = competition("held");
  const definition = join(folder, "competition.yml");
  const spool = join(root, "spool");
  const archive = join(root, "archive.tar");

  beforeAll(async () => {
    const { code, stderr } = await agon("run", definition, "--spool", spool);
    expect(code, stderr).toBe(0);
  });

  test("runs, validates and scores; Agon's verifier, which reads C, is reported as incomplete", async () => {
    const { stdout } = await agon("score", spool, "--json");
    expect(answers(stdout)).toEqual(EXPECTED);
    const text = await agon("score", spool);
    expect(text.stdout).toMatch(/Java\.Overall: 10 tasks \(8 true, 2 false\)/);
    expect(text.stdout).toMatch(/1 {2}Words +16 {2}gold/);
    expect(text.stdout).toMatch(/Agon +– +incomplete/);
  });

  test("runs see the files of their folders, where they lay to each other, and nothing else", () => {
    const attempts = readdirSync(join(spool, "attempts"), { recursive: true, encoding: "utf8" });
    const names = attempts.filter((name) => name.endsWith("specification.json"));
    const specifications = names.map((name) => readFileSync(join(spool, "attempts", name), "utf8"));
    const shared = specifications.find((text) => text.includes("first.yml#valid-assert")) ?? "";
    const { files, commandLine } = JSON.parse(shared) as {
      files: readonly { mountPath: string }[];
      commandLine: readonly string[];
    };
    expect(files.map(({ mountPath }) => mountPath)).toEqual([
      "property/valid-assert.prp",
      "task/common/org/sosy_lab/sv_benchmarks/Verifier.java",
      "task/tasks/shared/impl/Counter.java",
      "task/tasks/shared/first/Main.java",
    ]);
    expect(commandLine.slice(1)).toEqual([
      "property/valid-assert.prp",
      "task/common",
      "task/tasks/shared/impl",
      "task/tasks/shared/first",
    ]);
  });

  test("the same command executes nothing again; a change in a folder is noticed", async () => {
    const again = await agon("run", definition, "--spool", spool);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).not.toContain("] words");
    const added = join(folder, "tasks/Greeting/util/Other.java");
    writeFileSync(added, "package util;\nclass Other {}\n");
    const changed = await agon("run", definition, "--spool", spool);
    expect(changed.code).not.toBe(0);
    expect(changed.stderr).toContain("tasks/greeting.yml#valid-assert changed");
    rmSync(added);
  });

  test("the pages list the files of a program", async () => {
    const site = join(root, "site");
    const { code, stderr } = await agon("site", spool, "-o", site, "--tasks", folder);
    expect(code, stderr).toBe(0);
    const name = readdirSync(join(site, "data")).find((one) => one.includes("assert.Main.sources"));
    const script = readFileSync(join(site, "data", name ?? ""), "utf8");
    const packed = /"([^"]*)"\);\s*$/.exec(script)?.[1] ?? "";
    const sources = JSON.parse(
      gunzipSync(Buffer.from(packed, "base64")).toString("utf8"),
    ) as SourcesFile;
    const shown = sources.tasks["tasks/greeting.yml#valid-assert"] ?? [];
    expect(shown.map(({ path }) => path)).toEqual([
      "common/org/sosy_lab/sv_benchmarks/Verifier.java",
      "tasks/Greeting/Main.java",
      "tasks/Greeting/util/Words.java",
    ]);
    expect(sources.texts[shown[2]?.sha256 ?? ""]).toContain("class Words");
    expect((await agon("site", "check", site)).code).toBe(0);
  });

  test("the archive holds every file once, and reproduces; changes of a folder are reported", async () => {
    expect((await agon("archive", spool, "-o", archive, "--inputs", "--logs")).code).toBe(0);
    const same = await agon("reproduce", archive, "--tasks", folder);
    expect(same.code, same.stdout + same.stderr).toBe(0);
    const words = ["reproduce", archive, "--tools", definition, "--allow-weak-sandbox"];
    const executed = await agon(...words);
    expect(executed.code, executed.stdout + executed.stderr).toBe(0);
    expect(executed.stdout).toContain("10 runs executed again: 10 same");

    const other = competition("changed");
    writeFileSync(join(other, "tasks/Greeting/Extra.java"), "class Extra {}\n");
    appendFileSync(join(other, "tasks/shared/impl/Counter.java"), "\n");
    const changed = await agon("reproduce", archive, "--tasks", other);
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/tasks\/Greeting\/Extra\.java\n {2}published: {2}\(absent\)/);
    expect(changed.stdout).toContain("tasks/shared/impl/Counter.java");
    expect(changed.stdout).toContain("2 differences");
  });

  test("result files of BenchExec name the folders", async () => {
    const out = join(root, "exported");
    const { code, stderr } = await agon("export", spool, "--format", "benchexec-xml", "-o", out);
    expect(code, stderr).toBe(0);
    const name = readdirSync(out).find(
      (one) => /words.*valid-assert/.test(one) && !/validate/.test(one),
    );
    expect(readFileSync(join(out, name ?? ""), "utf8")).toMatch(
      /files="\[\S*common, \S*tasks\/Greeting\]"/,
    );
    const scored = await agon("score", spool, "--json", "--edition", "2027");
    expect(answers(scored.stdout)["tasks/limit.yml#valid-assert"]).toBe("false, correct, 1");
  });
});

test("a killed competition goes on where it stopped", async () => {
  const definition = join(competition("killed"), "competition.yml");
  const spool = join(root, "killed-spool");
  const { child, finished } = start(["run", definition, "--spool", spool, "--jobs", "1"]);
  while (!existsSync(join(spool, "results")) || readdirSync(join(spool, "results")).length < 3) {
    await new Promise((proceed) => setTimeout(proceed, 20));
  }
  child.kill("SIGKILL");
  await finished;
  const { code, stderr } = await agon("run", definition, "--spool", spool);
  expect(code, stderr).toBe(0);
  expect(answers((await agon("score", spool, "--json")).stdout)).toEqual(EXPECTED);
});

test("what no run could see is refused before the first run", async () => {
  const folder = competition("refused");
  const definition = join(folder, "competition.yml");
  const words = ["check", "definition", definition];
  const task = join(folder, "tasks/greeting.yml");
  const text = readFileSync(task, "utf8");
  for (const [inputs, message] of [
    ["[../common/, ./]", "an input folder must not hold task definitions"],
    ["[../../]", "the input lies outside of the folder of the tasks"],
    ["[../nowhere/]", "no file matches 'nowhere'"],
  ] as const) {
    writeFileSync(task, text.replace(/\[\.\.\/common\/.*\]/, inputs));
    const { code, stderr } = await agon(...words);
    expect(code, inputs).toBe(4);
    expect(stderr).toContain(message);
  }
});

test("obfuscation, verifier and validator take C, and say so", async () => {
  const folder = competition("c-only");
  const obfuscated = await agon(
    "obfuscate",
    join(folder, "competition.yml"),
    "-o",
    join(root, "o"),
  );
  expect(obfuscated.code).toBe(5);
  expect(obfuscated.stderr).toContain(
    "greeting.yml: language Java: only C programs get other names",
  );
  const property = join(folder, "properties/valid-assert.prp");
  const program = join(folder, "tasks/Greeting");
  for (const [words, what] of [
    [["verify", program], "this is a folder, expected a C program in one file"],
    [["verify", "--property", property, program], "this is a folder, expected a C program"],
    [["verify", "--property", property, `${program}/Main.java`], "this is Java, expected a C"],
    [["verify", `${program}/Main.java`], "this is Java, expected a C program in one file"],
    [["c", "parse", program], "this is a folder, expected a C program"],
  ] as const) {
    const { code, stderr } = await agon(...words);
    expect(code, words.join(" ")).toBe(4);
    expect(stderr).toContain(what);
  }
});

test("a benchmark definition runs the same tasks", async () => {
  const folder = competition("xml");
  writeFileSync(
    join(folder, "bench.xml"),
    `<?xml version="1.0"?>
<benchmark tool="gdart" timelimit="20s" memlimit="200 MB" cpuCores="1">
  <rundefinition name="asserts"><propertyfile>properties/valid-assert.prp</propertyfile></rundefinition>
  <rundefinition name="exceptions"><propertyfile>properties/no-runtime-exception.prp</propertyfile></rundefinition>
  <tasks name="All"><includesfile>java.set</includesfile></tasks>
</benchmark>
`,
  );
  const out = join(folder, "out");
  const { code, stderr } = await agon(
    ...["run", join(folder, "bench.xml"), "--outputpath", `${out}/`, "--no-compress-results"],
    ...["--tool-directory", join(folder, "tools")],
  );
  expect(code, stderr).toBe(0);
  const [asserts = "", exceptions = ""] = ["asserts", "exceptions"].map((name) =>
    readFileSync(
      join(out, readdirSync(out).find((one) => one.includes(name) && one.endsWith(".xml")) ?? ""),
      "utf8",
    ),
  );
  const statuses = (xml: string): readonly string[] =>
    [...xml.matchAll(/<column title="status" value="([^"]*)"/g)].map(([, status = ""]) => status);
  expect(statuses(asserts)).toEqual(["true", "false", "unknown", "true", "true"]);
  expect(statuses(exceptions)).toEqual(["true", "true", "true", "false", "true"]);
  expect(asserts).toMatch(/files="\[\S*common\/?, \S*tasks\/Greeting\/?\]"/);
});

const corpus = resolve("../shared/corpus-java/java");
test.skipIf(!existsSync(corpus))(
  `the open corpus passes the check (skipped where ${corpus} is not)`,
  async () => {
    const { code, stdout } = await agon("check", "tasks", corpus);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain("78 task definitions, 278 files");
  },
);
