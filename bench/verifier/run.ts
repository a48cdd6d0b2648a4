/**
 * Agon's verifier and validator on the open corpus, as a competition:
 *
 *     npx tsx bench/verifier/run.ts [--suite reach|memory|termination] [--corpus DIR] [--spool DIR] [--cpu-time
 *     SECONDS]
 *       [--sample N] [--seed S] [--categories PATTERN] [--obfuscated] [--options "WORDS"]
 *       [--peer TOOL --directory DIR] [--answered SPOOL]
 *
 * An interrupted run continues when it is started again with the same arguments.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix, resolve } from "node:path";
import { parseArgs } from "node:util";
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";
import { lastLineOf } from "../../src/organiser/reports/index.ts";
import { scoresOf } from "./scores.ts";
import { WRONG_LABELS } from "./wrong-labels.ts";

/** The sets of the corpus for each property. */
const SUITES = {
  reach: [
    { property: "unreach-call", sets: /^(ReachSafety|SoftwareSystems)-/ },
    { property: "no-overflow", sets: /^NoOverflows-/ },
  ],
  termination: [{ property: "termination", sets: /^Termination-/ }],
  memory: [
    { property: "valid-memsafety", sets: /^MemSafety-(?!MemCleanup)/ },
    { property: "valid-memcleanup", sets: /^MemSafety-MemCleanup/ },
  ],
} as const;

interface Category {
  readonly name: string;
  readonly property: string;
  readonly tasks: readonly string[];
}

/** The used part of a run in the output of `agon score --json`. */
interface Run {
  readonly run: string;
  readonly category: string;
  readonly task: string;
  readonly expectedVerdict?: string;
  readonly status: string;
  readonly resultCategory: string;
  readonly points: number;
  readonly cpuTimeSeconds?: number;
  readonly validations?: readonly { readonly status: string }[];
}

interface Scores {
  readonly categories: readonly {
    readonly name: string;
    readonly kind: string;
    readonly maxScoreNumber: number;
    readonly scores: readonly { readonly scoreNumber: number }[];
  }[];
  readonly runs: readonly Run[];
}

const { values } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus/c" },
    suite: { type: "string", default: "reach" },
    spool: { type: "string", default: ".cache/bench-verifier" },
    "cpu-time": { type: "string", default: "60" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    categories: { type: "string" },
    obfuscated: { type: "boolean", default: false },
    options: { type: "string", default: "" },
    peer: { type: "string" },
    directory: { type: "string", default: "." },
    answered: { type: "string" },
  },
});

const suite = values.suite === "memory" || values.suite === "termination" ? values.suite : "reach";

function agon(...words: readonly string[]): void {
  const { status } = spawnSync("./agon", words, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0)
    throw new Error(`agon ${words.slice(0, 2).join(" ")} ended with code ${status}`);
}

function categoriesOf(corpus: string): readonly Category[] {
  const sets = readdirSync(corpus).filter((name) => name.endsWith(".set"));
  return SUITES[suite]
    .flatMap(({ property, sets: pattern }) =>
      sets
        .filter((set) => pattern.test(set))
        .map((set) => ({
          name: `${property}.${basename(set, ".set").replace(/^(ReachSafety|NoOverflows|MemSafety|Termination)-/, "")}`,
          property,
          tasks: tasksOf(corpus, set).filter((task) =>
            readFileSync(join(corpus, task), "utf8").includes(`${property}.prp`),
          ),
        })),
    )
    .filter(({ tasks }) => tasks.length > 0);
}

function tasksOf(corpus: string, set: string): readonly string[] {
  const lines = readFileSync(join(corpus, set), "utf8").split("\n");
  const patterns = lines.map((line) => line.trim()).filter((line) => /^[^#]/.test(line));
  return patterns.flatMap((pattern) => {
    const folder = dirname(pattern);
    const name = new RegExp(`^${basename(pattern).replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
    const names = readdirSync(join(corpus, folder)).filter((candidate) => name.test(candidate));
    return names.toSorted().map((found) => posix.join(folder, found));
  });
}

/** `count` tasks of all categories together; the same for the same seed. */
function sampled(all: readonly Category[], count: number, seed: number): readonly Category[] {
  const random = new RandomGenerator(seed);
  const pairs = all.flatMap(({ name, tasks }) => tasks.map((task) => `${name} ${task}`));
  for (let last = pairs.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [pairs[last], pairs[other]] = [pairs[other] as string, pairs[last] as string];
  }
  const chosen = new Set(pairs.slice(0, count));
  return all
    .map((category) => ({
      ...category,
      tasks: category.tasks.filter((task) => chosen.has(`${category.name} ${task}`)),
    }))
    .filter(({ tasks }) => tasks.length > 0);
}

/**
 * Only tasks that a finished run has answered correctly, so that times of two tools are taken on
 * the same day.
 */
function answeredIn(spool: string, all: readonly Category[]): readonly Category[] {
  const answered = new Set(
    scoresOf<Scores>(spool)
      .runs.filter(({ resultCategory }) => resultCategory.startsWith("correct"))
      .map(({ category, task }) => `${category} ${task.replace(/#.*/, "")}`),
  );
  return all
    .map(({ name, tasks, ...rest }) => ({
      ...rest,
      name,
      tasks: tasks.filter((task) => answered.has(`${name} ${task}`)),
    }))
    .filter(({ tasks }) => tasks.length > 0);
}

function definition(corpus: string, categories: readonly Category[]): string {
  const seconds = Number(values["cpu-time"]);
  const limits = `{ cpuTime: ${seconds} s, wallTime: ${10 * seconds + 30} s, memory: 4 GB, cores: 1 }`;
  return [
    "name: Agon on the open corpus",
    "edition: 2026",
    `tasks: ${JSON.stringify(corpus)}`,
    "limits:",
    `  verification: ${limits}`,
    `  violationValidation: ${limits}`,
    `  correctnessValidation: ${limits}`,
    "categories:",
    ...categories.map(({ name, property, tasks }) =>
      [`  - { name: ${name}, property: ${property}`, `tasks: ${JSON.stringify(tasks)} }`].join(
        ", ",
      ),
    ),
    ...participants(),
    "",
  ].join("\n");
}

/** Agon with its validator; or a peer alone, whose answers count without confirmation. */
function participants(): readonly string[] {
  const words = values.options.split(" ").filter(Boolean);
  if (values.peer !== undefined) {
    const directory = JSON.stringify(resolve(values.directory));
    return [
      "participants:",
      `  - { id: ${values.peer}, name: ${values.peer}, tool: ${values.peer}, directory: ${directory}, options: ${JSON.stringify(words)} }`,
    ];
  }
  const options = JSON.stringify(["--memory-limit", "3500MB", ...words]);
  return [
    "participants:",
    `  - { id: agon, name: Agon, tool: agon-verifier, directory: builtin, options: ${options} }`,
    "validators:",
    "  - { id: agon-validator, name: Agon validator, tool: agon-validator, directory: builtin, kinds: [violation, correctness] }",
  ];
}

// -------------------------------------------------------------------- figures

function report(spool: string): void {
  const scores = scoresOf<Scores>(spool);
  const rows = scores.categories
    .filter(({ kind }) => kind === "base")
    .map(({ name, maxScoreNumber, scores: [score] }) => {
      const runs = scores.runs.filter(({ category }) => category === name);
      return { name, points: score?.scoreNumber ?? 0, maxScoreNumber, runs };
    });
  const all = {
    name: "all",
    points: rows.reduce((sum, { points }) => sum + points, 0),
    maxScoreNumber: rows.reduce((sum, row) => sum + row.maxScoreNumber, 0),
    runs: scores.runs,
  };
  const wronglyLabelled = scores.runs.filter(({ task }) => WRONG_LABELS[suite].test(task));
  const rightlyLabelled = {
    name: "all but wrong labels",
    points: wronglyLabelled.reduce((sum, { points }) => sum - points, all.points),
    maxScoreNumber: wronglyLabelled.reduce(
      (sum, { expectedVerdict }) => sum - (expectedVerdict?.startsWith("true") ? 2 : 1),
      all.maxScoreNumber,
    ),
    runs: scores.runs.filter(({ task }) => !WRONG_LABELS[suite].test(task)),
  };
  const header = [
    "category",
    "tasks",
    "correct",
    "confirmed",
    "unknown",
    "wrong",
    "points",
    "unconfirmed",
    "of",
    "CPU s",
  ];
  const table = [...rows, all, rightlyLabelled].map(({ name, points, maxScoreNumber, runs }) => {
    const count = (...kinds: readonly string[]): number =>
      runs.filter(({ resultCategory }) => kinds.includes(resultCategory)).length;
    const confirmed = count("correct");
    const correct = confirmed + count("correct-unconfirmed");
    const wrong = count("wrong");
    const cpuSeconds = runs.reduce((sum, { cpuTimeSeconds = 0 }) => sum + cpuTimeSeconds, 0);
    const open = runs.length - correct - wrong;
    return [
      name,
      runs.length,
      correct,
      confirmed,
      open,
      wrong,
      points,
      points + runs.reduce((sum, run) => sum + pointsWithoutConfirmation(run), 0),
      maxScoreNumber,
      cpuSeconds.toFixed(0),
    ];
  });
  printTable([header, ...table]);
  printByTheRules(scores.runs);
  printReasons(spool, scores.runs);
  for (const { task, status, expectedVerdict } of wrongOf(scores.runs)) {
    console.log(`WRONG ${task}: ${status}, expected ${expectedVerdict}`);
  }
}

/** The same counts with wrong labels inverted: an answer that contradicts one of them is right. */
function printByTheRules(runs: readonly Run[]): void {
  const isLabelWrong = ({ task }: Run): boolean => WRONG_LABELS[suite].test(task);
  if (!runs.some(isLabelWrong)) return;
  const definite = runs.filter(({ resultCategory }) => /^(correct|wrong)/.test(resultCategory));
  const right = definite.filter((run) => (run.resultCategory === "wrong") === isLabelWrong(run));
  const confirmed = right.filter((run) =>
    isLabelWrong(run)
      ? run.validations?.some(({ status }) => status === run.status)
      : run.resultCategory === "correct",
  );
  console.log(
    `\nby the rules: ${right.length} of ${runs.length} right, ${confirmed.length} of them confirmed, ${definite.length - right.length} wrong`,
  );
}

/** Additional points of a correct answer if its witness did not have to be confirmed. */
function pointsWithoutConfirmation({ resultCategory, status }: Run): number {
  if (resultCategory !== "correct-unconfirmed") return 0;
  return status.startsWith("true") ? 2 : 1;
}

function wrongOf(runs: readonly Run[]): readonly Run[] {
  return runs.filter(({ resultCategory }) => resultCategory === "wrong");
}

/**
 * Reasons for UNKNOWN: the answers of the verifier without the parts that differ from task to task.
 */
function printReasons(spool: string, runs: readonly Run[]): void {
  const counts = new Map<string, number>();
  for (const { run, status, resultCategory } of runs) {
    if (resultCategory.startsWith("correct") || resultCategory === "wrong") continue;
    const reason = status === "unknown" ? shortReason(lastLine(spool, run)) : status;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  console.log("\nunknown because of");
  for (const [reason, count] of [...counts].toSorted((a, b) => b[1] - a[1])) {
    console.log(`${String(count).padStart(5)}  ${reason}`);
  }
}

function lastLine(spool: string, run: string): string {
  const folder = join(spool, "attempts", run.slice(0, 2));
  const attempts = existsSync(folder) ? readdirSync(folder) : [];
  const attempt = attempts
    .filter((name) => name.startsWith(`${run}.`))
    .toSorted()
    .at(-1);
  if (attempt === undefined) return "no output";
  return lastLineOf(join(folder, attempt, "output.log")) ?? "no output";
}

/** The reason of the last technique in the plan, with numbers and names left out. */
function shortReason(line: string): string {
  const text = /^UNKNOWN \((.*)\)$/.exec(line)?.[1] ?? line;
  const last = text.split(/; (?=[a-z-]+: )/).at(-1) ?? text;
  return last
    .replace(/'[^']*'/g, "'…'")
    .replace(/\d+/g, "N")
    .slice(0, 100);
}

function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column]).length)),
  );
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0
        ? String(cell).padEnd(widths[0] ?? 0)
        : String(cell).padStart(widths[column] ?? 0),
    );
    console.log(cells.join("  "));
  }
}

// ----------------------------------------------------------------------- main

const corpus = resolve(values.corpus);
if (!existsSync(corpus)) {
  console.error(`the corpus is not there: expected ${corpus}; --corpus DIR names another`);
  process.exit(3);
}
const asked = new RegExp(values.categories ?? "");
const all = categoriesOf(corpus).filter(({ name }) => asked.test(name));
const known = values.answered === undefined ? all : answeredIn(values.answered, all);
const chosen =
  values.sample === undefined ? known : sampled(known, Number(values.sample), Number(values.seed));
const selection =
  values.categories === undefined ? "" : `${values.categories.replace(/\W+/g, "-")}-`;
const name =
  (suite === "reach" ? "" : `${suite}-`) +
  (values.answered === undefined ? "" : "answered-") +
  selection;
const part =
  values.sample === undefined ? `${name}all` : `${name}${values.sample}-of-seed-${values.seed}`;
const words = values.options.replace(/\W+/g, "-");
const peer = values.peer === undefined ? "" : `-${values.peer}`;
const root = resolve(values.spool, `${part}-${values["cpu-time"]}s${peer}${words}`);
mkdirSync(root, { recursive: true });
const file = join(root, "competition.yml");
writeFileSync(file, definition(corpus, chosen));
const spool = join(root, "spool");
agon("run", file, "--spool", spool, "--allow-weak-sandbox");
report(spool);
if (values.obfuscated) {
  const tasks = join(root, "obfuscated");
  if (!existsSync(tasks)) agon("obfuscate", file, "--output", tasks, "--seed", values.seed);
  const second = join(root, "spool-obfuscated");
  agon("run", join(tasks, "competition.yml"), "--spool", second, "--allow-weak-sandbox");
  console.log("\nobfuscated");
  report(second);
  agon("compare", spool, second, "--map", join(tasks, "obfuscation.json"), "--all");
}
