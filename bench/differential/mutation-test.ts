/**
 * Puts one mistake after the other (mutations.ts) into a copy of Agon and runs the tests
 * (mutation-suite.ts), the likely ones first, until one fails. The tests must pass without a
 * mistake first.
 *
 *     npx tsx bench/differential/mutation-test.ts --results FILE [--laws] [--from 0] [--to 55]
 *     npx tsx bench/differential/mutation-test.ts --results FILE --table
 *
 * Every result is a line of JSON in FILE; stored results are not repeated, so that an interrupted
 * run continues. With --laws it uses other mistakes (law-mutations.ts), which the laws of
 * `test/laws` must find alone. --table prints the results as Markdown. Exit code 1 when a mistake
 * is not found within its CPU time, 2 when the tests fail without one.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LAW_MUTATIONS } from "./law-mutations.ts";
import { LAWS, type Stage, suiteFor, WHOLE_SUITE } from "./mutation-suite.ts";
import { MUTATIONS, type Mutation } from "./mutations.ts";

const ROOT = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    results: { type: "string" },
    from: { type: "string", default: "0" },
    to: { type: "string" },
    laws: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
    /**
     * CPU seconds within which a mistake must be found: on an idle machine no fewer than wall-clock
     * seconds.
     */
    seconds: { type: "string", default: "300" },
    /** Wall-clock seconds after which a test counts as hanging; large, since machines are busy. */
    patience: { type: "string", default: "900" },
  },
});
if (values.results === undefined) throw new Error("--results FILE is missing");
const results = values.results;
const mutations = values.laws ? LAW_MUTATIONS : MUTATIONS;

/** Files that the tests need. */
const COPIED = [
  ...[
    "src",
    "web",
    "scripts",
    "test",
    "examples",
    "schema",
    "docs",
    "package.json",
    "vitest.config.ts",
  ],
  ...["", ".base", ".core", ".node", ".test"].map((part) => `tsconfig${part}.json`),
];

interface Result {
  /** Commit of the tests and of Agon; with `+` when files were changed. */
  readonly commit: string;
  /** Absent in the result of the tests without a mistake. */
  readonly mutation?: Mutation;
  /** The test that fails, "time", or null when all pass. */
  readonly found: string | null;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

function commitOfTree(): string {
  const git = (...words: string[]): string =>
    spawnSync("git", words, { cwd: ROOT, encoding: "utf8" }).stdout.trim();
  return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : "+");
}

function known(): Result[] {
  if (!existsSync(results)) return [];
  const lines = readFileSync(results, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Result);
}

const isSame = (a: Mutation | undefined, b: Mutation): boolean =>
  a?.file === b.file && a.from === b.from && a.to === b.to;

/** `bash` reports the CPU time of all processes of the tests, `timeout` ends all of them. */
const MEASURED = 'TIMEFORMAT="cpu %U %S"; time timeout "$@"';

/** Runs the stages until one fails. @throws Error when tests do not run at all. */
function ask(folder: string, stages: readonly Stage[]): Omit<Result, "commit" | "mutation"> {
  const start = performance.now();
  let cpuSeconds = 0;
  let found: string | null = null;
  for (const { files, programs } of stages) {
    const vitest = ["npx", "vitest", "run", "--bail=1", "--maxWorkers=1", ...files];
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["-c", MEASURED, "bash", values.patience, ...vitest],
      {
        cwd: folder,
        encoding: "utf8",
        maxBuffer: 2 ** 27,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          NO_COLOR: "1",
          ...(programs === undefined ? {} : { AGON_SOUNDNESS: programs }),
        },
      },
    );
    const [, user = "0", system = "0"] = /^cpu (\S+) (\S+)$/m.exec(stderr) ?? [];
    cpuSeconds += Number(user) + Number(system);
    if (status === 0) continue;
    // Exit code of `timeout`. On a busy machine the time limit of a test may end, too.
    if (status === 124 || stderr.includes("Test timed out in")) found = "time";
    // Exhausted memory ends the process of the tests, and so the run.
    else if (stderr.includes("heap out of memory")) found = `out of memory in ${files.join(" ")}`;
    // The name of a test: files that cannot be loaded are not conclusive.
    else found = /^ FAIL +(\S+ > .*)$/m.exec(stderr)?.[1] ?? null;
    if (found === null) throw new Error(`${files.join(" ")} did not run:\n${stdout}${stderr}`);
    break;
  }
  return {
    found,
    cpuSeconds: Math.round(cpuSeconds),
    wallSeconds: Math.round((performance.now() - start) / 1000),
  };
}

function record(result: Result): void {
  appendFileSync(results, `${JSON.stringify(result)}\n`);
  const { mutation, found, cpuSeconds, wallSeconds } = result;
  const what = mutation === undefined ? "no mistake" : `${mutation.file}: ${mutation.from}`;
  console.log(`${what}: ${found ?? "all tests pass"}, ${cpuSeconds} s of CPU, ${wallSeconds} s`);
}

const isFound = ({ found, cpuSeconds }: Result): boolean =>
  found !== null && found !== "time" && cpuSeconds <= Number(values.seconds);

/** The best result of each mistake. */
function summary(): { readonly mutation: Mutation; readonly result: Result | undefined }[] {
  const all = known();
  return mutations.map((mutation) => {
    const its = all.filter((result) => isSame(result.mutation, mutation));
    return { mutation, result: its.findLast(isFound) ?? its.at(-1) };
  });
}

function printTable(): void {
  const code = (text: string): string => `\`${text.trim().replaceAll("|", "\\|")}\``;
  console.log("| file | line | mistake | found by | CPU s | commit |\n|---|---|---|---|---|---|");
  for (const { mutation, result } of summary()) {
    const { file, from, to } = mutation;
    const by = result === undefined ? "not run" : (result.found ?? "**not found**");
    const changed = to.trim() === "" ? "left out" : code(to);
    const cells = [code(file.replace("src/", "")), code(from), changed, by.replaceAll("|", "\\|")];
    console.log(`| ${cells.join(" | ")} | ${result?.cpuSeconds ?? ""} | ${result?.commit ?? ""} |`);
  }
}

function run(): void {
  const commit = commitOfTree();
  const folder = mkdtempSync(join(tmpdir(), "agon-mutation-"));
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const hasBaseline = known().some(
      (result) =>
        result.mutation === undefined && result.commit === commit && result.found === null,
    );
    if (!hasBaseline) {
      const result = { commit, ...ask(folder, values.laws ? LAWS : WHOLE_SUITE) };
      record(result);
      if (result.found !== null) {
        console.log("the tests fail without a mistake: their results for mistakes are meaningless");
        process.exitCode = 2;
        return;
      }
    }
    const last = Number(values.to ?? mutations.length);
    for (const mutation of mutations.slice(Number(values.from), last)) {
      if (known().some((result) => isSame(result.mutation, mutation) && isFound(result))) continue;
      const { file, from, to } = mutation;
      const path = join(folder, file);
      const text = readFileSync(path, "utf8");
      if (text.split(from).length !== 2) throw new Error(`${file}: '${from}' is not there once`);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
      record({ commit, mutation, ...ask(folder, values.laws ? LAWS : suiteFor(file)) });
      writeFileSync(path, text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const missed = summary().filter(({ result }) => result === undefined || !isFound(result));
  console.log(`${mutations.length - missed.length} of ${mutations.length} found`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

if (values.table) printTable();
else run();
