/**
 * Witnesses of Agon's own verifier on a corpus in the layout of sv-benchmarks: lints each against
 * program, property and data model, and validates it within the limits of SV-COMP, a violation by
 * executions first, and by all engines when these do not confirm it.
 *
 *     npx tsx bench/witness-lint/corpus.ts [CORPUS/c] [--spool SPOOL | --time-limit 10s] [--minutes
 *     9]
 *         [--parallel 1] [--seed 1] [--only TEXT] [--log FILE] [--keep FOLDER] [--agon MAIN.js]
 *         [--kind violation|correctness] [--lint-only] [--limit 15s]
 *
 * The witnesses are those (of one kind) in the spool of a run of the verifier, or tasks with one of
 * PROPERTIES are verified, in random order, until the minutes are over. Outcomes are appended to
 * the log; witnesses that it contains already are counted and not checked again.
 * `--limit` sets another CPU time for all validations. Exit code 1 when a witness is faulty or
 * refuted.
 */
import { execFile } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { randomWords } from "../../test/support/float-patterns.ts";
import { spooledWitnesses } from "./spooled-witnesses.ts";

const PROPERTIES =
  /\/(unreach-call|no-overflow|valid-memsafety|valid-memcleanup|termination|no-data-race)\.prp$/;
/** CPU time of a validation. */
const VALIDATION_LIMITS = { violation: "90s", correctness: "300s" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    spool: { type: "string" },
    "time-limit": { type: "string", default: "10s" },
    minutes: { type: "string", default: "9" },
    agon: { type: "string", default: join(import.meta.dirname, "../../dist/faces/cli/main.js") },
    limit: { type: "string" },
    "lint-only": { type: "boolean", default: false },
    parallel: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    kind: { type: "string" },
    log: { type: "string" },
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
  /** Written by a run of the verifier; absent: the task has to be verified. */
  readonly witness?: string;
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
    }));
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

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  /** CPU time in seconds. */
  readonly seconds: number;
}

/** A command of Agon in a process of its own; the machine may be in use by others. */
function run(words: readonly string[]): Promise<Outcome> {
  const timed = 'TIMEFORMAT="%U %S"; time nice -n 10 "$@"';
  const command = ["-c", timed, "bash", process.execPath, AGON, ...words];
  return new Promise((done) => {
    execFile("bash", command, { maxBuffer: 1 << 28, timeout: 600_000 }, (error, stdout, stderr) => {
      const times = stderr.trim().split("\n").at(-1) ?? "";
      const seconds = times.split(" ").reduce((sum, time) => sum + Number(time), 0);
      done({ code: error === null ? 0 : Number(error.code ?? -1), stdout, seconds });
    });
  });
}

/** The facts about one witness; one line of the log. */
interface Examined {
  readonly name: string;
  readonly kind: "violation" | "correctness";
  readonly property: string;
  /** Exit code of the linter, and all its findings. */
  readonly lint: number;
  readonly findings: readonly string[];
  /** Last lines of the validator, undefined where it was not run. */
  readonly execution?: string;
  readonly all?: string;
  /** CPU time of the validators, in seconds. */
  readonly seconds: number;
}

async function examine(task: Task, witness: string): Promise<Examined> {
  const { name, program, property, dataModel } = task;
  const common = ["--property", property, "--data-model", dataModel];
  const linted = await run(["lint", witness, "--program", program, ...common, "--json"]);
  const report = linted.code === 0 || linted.code === 1 ? JSON.parse(linted.stdout) : undefined;
  const kind: Examined["kind"] = report?.kind === "violation" ? "violation" : "correctness";
  const findings = ((report?.findings ?? []) as Finding[]).map(
    ({ severity, line, message }) => `${line}: ${severity}: ${message}`,
  );
  const found = { name, kind, property: basename(property, ".prp"), lint: linted.code, findings };
  if (values["lint-only"]) return { ...found, seconds: 0 };
  const limits = ["--time-limit", values.limit ?? VALIDATION_LIMITS[kind], "--memory-limit", "2GB"];
  const validate = async (engine: string): Promise<{ text: string; seconds: number }> => {
    const words = ["validate", witness, program, ...common, ...limits, "--engine", engine];
    const { stdout, seconds } = await run(words);
    return { text: stdout.trim().split("\n").at(-1) ?? "", seconds };
  };
  if (kind === "correctness") {
    const { text, seconds } = await validate("all");
    return { ...found, all: text, seconds };
  }
  const execution = await validate("execution");
  if (execution.text.startsWith("FALSE")) {
    return { ...found, execution: execution.text, seconds: execution.seconds };
  }
  const all = await validate("all");
  return { ...found, execution: execution.text, all: all.text, seconds: all.seconds };
}

interface Finding {
  readonly severity: string;
  readonly line?: number;
  readonly message: string;
}

const until = Date.now() + Number(values.minutes) * 60_000;
const examined = new Map<string, Examined>();
if (values.log !== undefined && existsSync(values.log)) {
  for (const line of readFileSync(values.log, "utf8").trim().split("\n")) {
    const entry = JSON.parse(line) as Examined;
    examined.set(entry.name, entry);
  }
}
const available =
  values.spool === undefined
    ? taskFiles().flatMap(tasksOf)
    : spooledWitnesses(resolve(values.spool), corpus, values.kind);
const tasks = shuffled(
  available.filter(({ name }) => name.includes(values.only) && !examined.has(name)),
  Number(values.seed),
);
console.log(
  `${available.length} tasks or witnesses, ${tasks.length} to look at, seed ${values.seed}`,
);

const isGood = ({ kind, lint, findings, execution, all }: Examined): boolean =>
  lint === 0 && findings.length === 0 && isConfirmed(kind, execution, all);

function isConfirmed(kind: Examined["kind"], ...answers: (string | undefined)[]): boolean {
  const good = kind === "violation" ? "FALSE" : "TRUE";
  return values["lint-only"] || answers.some((answer) => answer?.startsWith(good));
}

async function work(): Promise<void> {
  for (let task = tasks.pop(); task !== undefined && Date.now() < until; task = tasks.pop()) {
    const { name, program, property, dataModel } = task;
    const fresh = join(folder, `${name.replace(/\W+/g, "-")}.witness.yml`);
    const witness = task.witness ?? fresh;
    if (task.witness === undefined) {
      const limits = ["--time-limit", values["time-limit"], "--memory-limit", "1GB"];
      const common = ["--property", property, "--data-model", dataModel];
      await run(["verify", program, ...common, ...limits, "--witness", witness]);
    }
    if (!existsSync(witness)) continue;
    const entry = await examine(task, witness);
    examined.set(name, entry);
    if (values.log !== undefined) appendFileSync(values.log, `${JSON.stringify(entry)}\n`);
    if (!isGood(entry)) console.log(JSON.stringify(entry));
    else if (values.keep === undefined) rmSync(fresh, { force: true });
  }
}

await Promise.all(Array.from({ length: Number(values.parallel) }, work));

let bad = 0;
for (const kind of ["violation", "correctness"] as const) {
  const all = [...examined.values()].filter((entry) => entry.kind === kind);
  const faulty = all.filter(({ lint }) => lint !== 0).length;
  const opposite = kind === "violation" ? "TRUE" : "FALSE";
  const refuted = all.filter((entry) => entry.all?.startsWith(opposite)).length;
  bad += faulty + refuted;
  console.log(
    JSON.stringify({
      kind,
      witnesses: all.length,
      clean: all.filter(({ lint, findings }) => lint === 0 && findings.length === 0).length,
      faulty,
      confirmed: all.filter((entry) => isConfirmed(kind, entry.execution, entry.all)).length,
      ...(kind === "violation"
        ? { byExecution: all.filter(({ execution }) => isConfirmed(kind, execution)).length }
        : {}),
      refuted,
      seconds: Math.round(all.reduce((sum, { seconds }) => sum + seconds, 0)),
      longest: Math.max(0, ...all.map(({ seconds }) => seconds)),
    }),
  );
}
if (readdirSync(folder).length > 0) console.log(`witnesses: ${folder}`);
else if (values.keep === undefined) rmSync(folder, { recursive: true });
process.exitCode = bad === 0 ? 0 : 1;
