/** `agon run BENCHMARK.xml`: a benchmark definition of BenchExec, from the command line to its result files. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { ZipReader } from "../../src/organiser/benchexec/index.ts";
import { agon, start } from "./cli.ts";
import { STAND_IN, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 240_000 });

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((proceed) => setTimeout(proceed, 50));
}

/** A folder with tasks and `bench.xml`. */
function benchmark(tasks: Parameters<typeof writeCompetition>[0]): string {
  const folder = writeCompetition(tasks);
  writeFileSync(
    join(folder, "bench.xml"),
    `<?xml version="1.0"?>
<benchmark tool="agon-verifier" timelimit="20s" hardtimelimit="25s" memlimit="200 MB" cpuCores="1">
  <rundefinition name="plain"/>
  <tasks name="All"><includesfile>all.set</includesfile><propertyfile>unreach-call.prp</propertyfile></tasks>
</benchmark>
`,
  );
  return folder;
}

function wordsFor(folder: string, ...more: readonly string[]): readonly string[] {
  const output = ["--outputpath", `${folder}/out/`, "--tool-directory", STAND_IN];
  return ["run", join(folder, "bench.xml"), ...output, ...more];
}

function resultFiles(folder: string, ending: string): readonly string[] {
  const out = join(folder, "out");
  return readdirSync(out)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(out, name));
}

test("runs, logs, results for programs and for people, and a table of them", async () => {
  const folder = benchmark([
    { name: "good", behaviour: "true", expected: true },
    { name: "bad", behaviour: "false", expected: true },
  ]);
  const { code, stdout, stderr } = await agon(...wordsFor(folder));
  expect(code, stderr).toBe(0);
  // Every line of progress names the run definition; at the end only the files and the next command
  // are printed.
  expect(stderr).toMatch(/^1\/2 {2}plain {2}\S+\.yml {2}/m);
  expect(stderr).toMatch(/^2\/2 {2}plain {2}.*\n\nfor a table: agon table \S+\n$/m);
  expect(stdout.trim().split("\n")).toHaveLength(2);

  const [file = "none"] = resultFiles(folder, ".xml.bz2");
  expect(file).toMatch(/bench\.\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.results\.plain\.All\.xml\.bz2$/);
  const table = await agon("table", file, "-f", "csv", "-o", "-", "--quiet");
  expect(table.code, table.stderr).toBe(0);
  const statuses = table.stdout.split("\n").flatMap((line) => {
    const [name = "", status = ""] = line.split("\t");
    return /^(good|bad)\.yml$/.test(name) ? [`${name} ${status}`] : [];
  });
  expect(statuses.sort()).toEqual(["bad.yml false(unreach-call)", "good.yml true"]);

  const [text = "none"] = resultFiles(folder, ".results.txt");
  expect(readFileSync(text, "utf8")).toMatch(/good\.yml +true +\d+\.\d\d +\d+\.\d\d +None\n/);
  expect(readFileSync(text, "utf8")).toMatch(/ {2}correct: {15}1\n/);
  expect(readFileSync(text, "utf8")).toMatch(/ {2}incorrect: {13}1\n/);

  // The files for the case of a crash are removed.
  expect(resultFiles(folder, ".xml")).toEqual([]);
  const [zip = "none"] = resultFiles(folder, ".logfiles.zip");
  const names = new ZipReader(zip, readFileSync(zip)).names.map((name) =>
    name.replace(/^.*\//, ""),
  );
  expect([...names].sort()).toEqual(["plain.bad.yml.log", "plain.good.yml.log"]);
});

test("unknown names are reported, with the names that there are", async () => {
  const folder = benchmark([{ name: "good", behaviour: "true", expected: true }]);
  const asked = async (...words: readonly string[]) => {
    const { code, stderr } = await agon(...words);
    expect(code).toBe(4);
    return stderr;
  };
  expect(await asked("run", join(folder, "nosuch.xml"))).toContain(
    "nosuch.xml: error: there is no such file",
  );
  expect(await asked(...wordsFor(folder, "-r", "plian"))).toContain(
    "no run definition is named 'plian'; there are plain",
  );
  expect(await asked(...wordsFor(folder, "-t", "None"))).toContain(
    "no task set is named 'None'; there are All",
  );
});

test("result files as they are asked for, with a description, from options in a file", async () => {
  const folder = benchmark([{ name: "good", behaviour: "true", expected: true }]);
  writeFileSync(join(folder, "about"), "why & how\n");
  const start = ["--startTime", "2026-01-02 03:04:05", "--no-compress-results"];
  const options = ["--description-file", join(folder, "about"), ...start];
  writeFileSync(join(folder, "options"), options.join("\n"));
  const kinds = ["--results-per-taskset", "--results-per-rundefinition"];
  const { code, stderr } = await agon(...wordsFor(folder, `@${join(folder, "options")}`, ...kinds));
  expect(code, stderr).toBe(0);
  const names = resultFiles(folder, ".xml").map((file) => file.replace(/^.*\//, ""));
  const base = "bench.2026-01-02_03-04-05.results.plain";
  expect([...names].sort()).toEqual([`${base}.All.xml`, `${base}.xml`]);
  const [file = "none"] = resultFiles(folder, ".plain.xml");
  expect(readFileSync(file, "utf8")).toContain("<description>why &amp; how</description>");
});

/** Status of each run and the text of its log, by the task's name. */
function outcomes(folder: string): ReadonlyMap<string, { status: string; log: string }> {
  const [file = "none"] = resultFiles(folder, ".xml");
  const [logs = "none"] = resultFiles(folder, ".logfiles");
  return new Map(
    readFileSync(file, "utf8")
      .split("<run ")
      .slice(1)
      .map((run) => {
        const [, name = ""] = /name="[^"]*?([\w-]+)\.yml"/.exec(run) ?? [];
        const [, status = ""] = /title="status" value="([^"]*)"/.exec(run) ?? [];
        return [name, { status, log: readFileSync(join(logs, `plain.${name}.yml.log`), "utf8") }];
      }),
  );
}

test("what a run may see, write and use: every option reaches the sandbox", async () => {
  const folder = benchmark([
    { name: "folders", behaviour: "folders", expected: true },
    { name: "many-files", behaviour: "many-files", expected: true },
    { name: "fill", behaviour: "fill", expected: true },
    { name: "chatter", behaviour: "chatter", expected: true },
    { name: "processors", behaviour: "processors", expected: true },
  ]);
  const shown = mkdtempSync(join(tmpdir(), "agon-shown-"));
  const unseen = mkdtempSync(join(tmpdir(), "agon-unseen-"));
  for (const each of [shown, unseen]) {
    writeFileSync(join(each, "data"), "");
    chmodSync(each, 0o755); // Runs of root have the user NOBODY.
  }
  const closed = mkdtempSync(join(tmpdir(), "agon-closed-"));
  chmodSync(closed, 0o700);
  const visible = "/usr/lib";
  expect(readdirSync(visible).length, visible).toBeGreaterThan(0);
  appendFileSync(
    join(folder, "tasks", "folders.c"),
    `// folders: ${[shown, unseen, visible, "/usr/share"].join(" ")}\n`,
  );
  const { code, stderr } = await agon(
    ...wordsFor(folder, "--no-compress-results", "-T", "5s", "-c", "1"),
    ...["--read-only-dir", shown, "--read-only-dir", closed, "--hidden-dir", "/usr/share"],
    ...["--filesCountLimit", "100", "--filesSizeLimit", "20 MB", "--maxLogfileSize", "1"],
  );
  expect(code, stderr).toBe(0);
  // An ordinary user's runs are that user's.
  const isWarned = stderr.includes(`--read-only-dir ${closed}: runs are not root`);
  expect(isWarned, stderr).toBe(process.getuid?.() === 0);
  expect(stderr).not.toContain(`--read-only-dir ${shown}:`);
  const found = outcomes(folder);

  const log = found.get("folders")?.log ?? "";
  expect(log).toContain(`${shown}: 1 entries\n`);
  expect(log).toContain(`${unseen}: 0 entries\n`);
  expect(log).toContain("/usr/share: 0 entries\n");
  expect(log).not.toContain(`${visible}: 0 entries`);
  for (const each of [shown, visible]) expect(log).not.toContain(`${each}: written`);
  expect(existsSync(join(shown, "left-behind"))).toBe(false);
  expect(existsSync(join(unseen, "left-behind"))).toBe(false);
  expect(existsSync("/usr/share/left-behind")).toBe(false);

  expect(found.get("many-files")?.status).toBe("FILES-COUNT LIMIT");
  expect(found.get("fill")?.status).toBe("FILES-SIZE LIMIT");
  const shortened = found.get("chatter")?.log ?? "";
  expect(shortened).toContain("UNKNOWN (said much)");
  expect(shortened.length).toBeGreaterThan(900_000);
  expect(shortened.length).toBeLessThan(1_100_000);
  expect(found.get("processors")?.log).toContain("processors: 1\n");
});

test("interruption leaves the results of the runs that had ended, marked as benchexec does", async () => {
  const folder = benchmark([
    { name: "a-quick", behaviour: "true", expected: true },
    { name: "b-slow", behaviour: "linger", expected: true },
  ]);
  const { child, finished } = start(wordsFor(folder, "--no-compress-results", "-N", "1"));
  await new Promise<void>((proceed) => {
    child.stderr?.on("data", (chunk: Buffer) => {
      if (/^1\/2 /m.test(chunk.toString())) proceed();
    });
    child.on("close", () => proceed());
  });
  child.kill("SIGINT");
  const { code, stderr } = await finished;
  expect(code, stderr).toBe(130);
  const [file = "none"] = resultFiles(folder, ".xml");
  const xml = readFileSync(file, "utf8");
  expect(xml).toMatch(/<result[^>]* error="interrupted"/);
  expect(xml.match(/<run /g)).toHaveLength(2);
  expect(xml.match(/title="status" value=/g)).toHaveLength(1);
  const [text = "none"] = resultFiles(folder, ".results.txt");
  expect(readFileSync(text, "utf8")).toMatch(/b-slow\.yml +not run/);
  const left = await agon("table", file, "--ignore-erroneous-benchmarks", "-o", "-", "-f", "csv");
  expect(left.code).not.toBe(0);
  expect(left.stderr).toContain("interrupted");
});

test("a killed process leaves the results of finished runs", async () => {
  const folder = benchmark([
    { name: "a-quick", behaviour: "true", expected: true },
    { name: "b-slow", behaviour: "linger", expected: true },
  ]);
  const { child, finished } = start(wordsFor(folder, "-N", "1"));
  const isWritten = (): boolean =>
    existsSync(join(folder, "out")) && resultFiles(folder, ".xml").length > 0;
  await until(() => child.exitCode !== null || isWritten());
  child.kill("SIGKILL");
  expect((await finished).signal).toBe("SIGKILL");
  const [file = "none"] = resultFiles(folder, ".xml");
  const xml = readFileSync(file, "utf8");
  expect(xml).toMatch(/<result[^>]* error="incomplete"/);
  expect(xml.match(/<run /g)).toHaveLength(2);
  expect(xml.match(/title="status" value="true"/g)).toHaveLength(1);
  const table = await agon("table", file, "-o", "-", "-f", "csv");
  expect(table.code, table.stderr).toBe(0);
  expect(table.stdout).toMatch(/a-quick\.yml\ttrue/);
});

test("results that cannot be written on the way do not end the runs", async () => {
  const folder = benchmark([{ name: "good", behaviour: "true", expected: true }]);
  const plain = "bench.2026-01-02_03-04-05.results.plain.All.xml";
  mkdirSync(join(folder, "out", plain, "in the way"), { recursive: true });
  const { code, stderr } = await agon(...wordsFor(folder, "--startTime", "2026-01-02 03:04:05"));
  expect(code, stderr).toBe(0);
  expect(resultFiles(folder, ".xml.bz2")).toEqual([join(folder, "out", `${plain}.bz2`)]);
});

test("a folder without write permission for results is reported before the runs", async () => {
  const folder = benchmark([{ name: "good", behaviour: "true", expected: true }]);
  writeFileSync(join(folder, "file"), "");
  const { code, stderr } = await agon(
    ...["run", join(folder, "bench.xml"), "--tool-directory", STAND_IN],
    ...["--outputpath", `${folder}/file/`],
  );
  expect(stderr).toMatch(
    /^agon: no results can be written to \S+file \[ERR_OUTPUT_CLOSED\]\n {2}hint/,
  );
  expect(code).toBe(3);
});
