/**
 * Verifies tasks of a corpus in the layout of sv-benchmarks, lints every
 * witness that comes out, against program, property and data model, and
 * validates it within the limits of SV-COMP.
 *
 *     npx tsx bench/witness-lint/corpus.ts [CORPUS/c] [--time-limit 10s] [--minutes 9]
 *         [--parallel 1] [--seed 1] [--only TEXT] [--keep FOLDER] [--agon MAIN.js] [--lint-only]
 *
 * Tasks with one of PROPERTIES, in random order, until the minutes are over.
 * Exit code 1 when a witness is faulty or refuted.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { randomWords } from "../../test/support/float-patterns.ts";

const PROPERTIES =
  /\/(unreach-call|no-overflow|valid-memsafety|valid-memcleanup|termination|no-data-race)\.prp$/;
/** CPU time of a validation. */
const VALIDATION_LIMITS = { violation: "90s", correctness: "300s" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "time-limit": { type: "string", default: "10s" },
    minutes: { type: "string", default: "9" },
    agon: { type: "string", default: join(import.meta.dirname, "../../dist/cli/main.js") },
    "lint-only": { type: "boolean", default: false },
    parallel: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    keep: { type: "string" },
  },
});
const AGON = resolve(values.agon);
const corpus = resolve(positionals[0] ?? join(import.meta.dirname, "../../../shared/corpus/c"));
if (!existsSync(corpus)) {
  console.error(`the corpus is not there: ${corpus}`);
  process.exit(3);
}
const folder = values.keep ?? mkdtempSync(join(tmpdir(), "agon-witness-lint-"));
mkdirSync(folder, { recursive: true });

interface Task {
  readonly name: string;
  readonly program: string;
  readonly property: string;
  readonly dataModel: string;
}

interface TaskFile {
  readonly input_files: string | readonly string[];
  readonly properties?: readonly { readonly property_file: string }[];
  readonly options?: { readonly data_model?: string };
}

function tasksOf(path: string): Task[] {
  const file = parse(readFileSync(path, "utf8")) as TaskFile;
  const [input] = [file.input_files].flat();
  if (input === undefined) return [];
  return (file.properties ?? [])
    .filter(({ property_file }) => PROPERTIES.test(property_file))
    .map(({ property_file }) => ({
      name: `${path.slice(corpus.length + 1)} ${basename(property_file, ".prp")}`,
      program: resolve(dirname(path), input),
      property: resolve(dirname(path), property_file),
      dataModel: file.options?.data_model ?? "ILP32",
    }))
    .filter(({ name }) => name.includes(values.only));
}

function taskFiles(): string[] {
  const folders = readdirSync(corpus, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return folders.flatMap(({ name }) =>
    readdirSync(join(corpus, name))
      .filter((file) => file.endsWith(".yml"))
      .map((file) => join(corpus, name, file)),
  );
}

/** Fisher and Yates. */
function shuffled<T>(items: T[], seed: number): T[] {
  const next = randomWords(seed);
  for (let i = items.length - 1; i > 0; i--) {
    const j = next() % (i + 1);
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}

/** Exit code and standard output of a command; the machine may be in use by others. */
function run(words: readonly string[]): Promise<{ code: number; stdout: string }> {
  const command = ["-n", "10", process.execPath, AGON, ...words];
  return new Promise((done) => {
    execFile("nice", command, { maxBuffer: 1 << 28, timeout: 600_000 }, (error, stdout) =>
      done({ code: error === null ? 0 : Number(error.code ?? -1), stdout }),
    );
  });
}

const count = { tasks: 0, faulty: 0, notes: 0 };
const kinds = {
  violation: { witnesses: 0, confirmed: 0, refuted: 0 },
  correctness: { witnesses: 0, confirmed: 0, refuted: 0 },
};
const until = Date.now() + Number(values.minutes) * 60_000;
const tasks = shuffled(taskFiles().flatMap(tasksOf), Number(values.seed));
console.log(`${tasks.length} tasks, seed ${values.seed}, ${values["time-limit"]} CPU time a task`);

/** Confirmed by a fresh process: a violation by an execution, a proof by another proof. */
async function isConfirmed(
  { name, program, property, dataModel }: Task,
  witness: string,
  kind: keyof typeof kinds,
): Promise<boolean> {
  const limits = ["--time-limit", VALIDATION_LIMITS[kind], "--memory-limit", "2GB"];
  const task = [program, "--property", property, "--data-model", dataModel];
  const { stdout } = await run(["validate", witness, ...task, ...limits]);
  const answer = stdout.trim().split("\n").at(-1) ?? "";
  const [good, bad] = kind === "violation" ? ["FALSE", "TRUE"] : ["TRUE", "FALSE"];
  if (answer.startsWith(good)) kinds[kind].confirmed++;
  else if (answer.startsWith(bad)) kinds[kind].refuted++;
  if (!answer.startsWith(good)) console.log(`${name}: ${kind} witness not confirmed: ${answer}`);
  return answer.startsWith(good);
}

async function work(): Promise<void> {
  for (let task = tasks.pop(); task !== undefined && Date.now() < until; task = tasks.pop()) {
    const { name, program, property, dataModel } = task;
    const witness = join(folder, `${name.replace(/\W+/g, "-")}.witness.yml`);
    const limits = ["--time-limit", values["time-limit"], "--memory-limit", "1GB"];
    const common = ["--property", property, "--data-model", dataModel];
    await run(["verify", program, ...common, ...limits, "--witness", witness]);
    count.tasks++;
    if (!existsSync(witness)) continue;
    const { code, stdout } = await run([
      "lint",
      witness,
      "--program",
      program,
      ...common,
      "--json",
    ]);
    const report = code === 0 || code === 1 ? JSON.parse(stdout) : undefined;
    const kind = report?.kind === "violation" ? "violation" : "correctness";
    kinds[kind].witnesses++;
    const findings: { severity: string; line?: number; message: string }[] = report?.findings ?? [];
    if (code !== 0) count.faulty++;
    else if (findings.length > 0) count.notes++;
    for (const { severity, line, message } of findings.slice(0, 3)) {
      console.log(`${name}:${line}: ${severity}: ${message}`);
    }
    if (report === undefined) console.log(`${name}: the linter ends with exit code ${code}`);
    const isFine = values["lint-only"] || (await isConfirmed(task, witness, kind));
    if (code === 0 && isFine && values.keep === undefined) rmSync(witness);
  }
}

await Promise.all(Array.from({ length: Number(values.parallel) }, work));
console.log(JSON.stringify({ ...count, ...kinds }));
const refuted = kinds.violation.refuted + kinds.correctness.refuted;
if (values.keep === undefined && count.faulty + refuted === 0) rmSync(folder, { recursive: true });
else console.log(`witnesses: ${folder}`);
process.exitCode = count.faulty + refuted === 0 ? 0 : 1;
