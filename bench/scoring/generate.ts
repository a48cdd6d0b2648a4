/**
 * A made-up SV-COMP 2026 of its real size, as a file of columns:
 * `npx tsx bench/scoring/generate.ts FILE [SEED]`. 61 verifiers of different
 * strength, the base categories of the edition, 16 validators and 3 linters.
 */

import { parseVerdict } from "../../src/ground/model/index.ts";
import { randomFractions } from "../../src/ground/util/pseudo-random.ts";
import { writeRunColumns } from "../../src/organiser/competition/run-column-file.ts";
import {
  findEdition,
  LINT_PHASE,
  type RawOpinion,
  RunColumnsBuilder,
  type WitnessFacts,
} from "../../src/organiser/scoring/index.ts";

const VERIFICATION_RUNS = 2_200_000;
const VALIDATION_RUNS = 3_700_000;
const TASKS = 36_402;
const VERIFIERS = 61;
const VALIDATORS = 16;

const [file, seedText = "1"] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: generate.ts FILE [SEED]");

const random = randomFractions(Number(seedText));

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

const edition = findEdition(2026);
const bases = edition.categories.filter(
  (category) => category.kind === "base" && category.validationOnly !== true,
);
const tools = Array.from({ length: VERIFIERS }, (_, index) => ({
  id: `verifier-${index}`,
  name: `Verifier ${index}`,
  ...(index % 9 === 8 ? { horsConcours: true } : {}),
}));
const builder = new RunColumnsBuilder();

interface MadeTask {
  readonly category: string;
  readonly task: string;
  readonly expected: string;
}

const tasks: MadeTask[] = [];
for (let index = 0; index < TASKS; index++) {
  const base = bases[index % bases.length];
  if (base?.kind !== "base") continue;
  const wrong =
    base.property === "valid-memsafety"
      ? `false(${pick(["valid-deref", "valid-free", "valid-memtrack"])})`
      : "false";
  const expected = random() < 0.66 ? "true" : wrong;
  const made = {
    category: base.name,
    task: `c/folder-${index % 311}/task-${index}.yml#${base.property}`,
    expected,
  };
  tasks.push(made);
  const verdict = parseVerdict(expected);
  builder.addTask(base.name, {
    task: made.task,
    isVoid: random() < 0.002,
    ...(verdict === undefined || verdict.kind === "unknown" ? {} : { expectedVerdict: verdict }),
  });
}

const FAILURES = [
  "unknown",
  "TIMEOUT",
  "TIMEOUT (true)",
  "OUT OF MEMORY",
  "ERROR (1)",
  "ERROR (parsing failed)",
];
const SUBPROPERTIES = ["valid-deref", "valid-free", "valid-memtrack"];

/** With nine decimals, as BenchExec measures. */
function seconds(longest: number): number {
  return Math.round(Math.exp(random() * Math.log(longest * 100)) * 1e7) / 1e9;
}

function statusFor({ expected, category }: MadeTask, strength: number): string {
  const luck = random();
  if (luck > strength)
    return luck > 0.97 ? `ERROR (code ${Math.floor(random() * 900)})` : pick(FAILURES);
  const isWrong = random() < 0.004;
  const kind = expected.startsWith("true") !== isWrong ? "true" : "false";
  if (kind === "true") return "true";
  if (category.includes("memsafety")) {
    return expected.startsWith("false(") ? expected : `false(${pick(SUBPROPERTIES)})`;
  }
  return random() < 0.1 ? "false" : `false(${category.split(".")[1]})`;
}

function witnessFor(status: string): WitnessFacts {
  if (random() < 0.03)
    return pick([{ state: "missing" }, { state: "invalid", reason: "no YAML" }] as const);
  const kind = status === "true" ? "correctness" : "violation";
  return { state: "present", kind, version: pick(["1.0", "2.0", "2.0", "2.1"]) };
}

let validations = 0;
let runs = 0;
const wantedPerAnswer = VALIDATION_RUNS / (VERIFICATION_RUNS * 0.5);

function opinionsFor(status: string): readonly RawOpinion[] {
  const count = Math.min(VALIDATORS, Math.round(wantedPerAnswer * 2 * random()));
  const phase = status === "true" ? "correctness-validation" : "violation-validation";
  const opinions: RawOpinion[] = [];
  for (let index = 0; index < count && validations < VALIDATION_RUNS; index++, validations++) {
    const isLint = index === 0;
    opinions.push({
      tool: isLint ? "witnesslint" : `validator-${Math.floor(random() * VALIDATORS)}`,
      phase: isLint ? LINT_PHASE : phase,
      status: isLint
        ? random() < 0.01
          ? "ERROR (invalid witness syntax)"
          : "done"
        : random() < 0.5
          ? status
          : pick(["unknown", "TIMEOUT", "true", "false", "ERROR (1)"]),
      cpuTimeSeconds: seconds(90),
    });
  }
  return opinions;
}

const strengths = tools.map(() => 0.25 + 0.6 * random());
outer: for (let round = 0; ; round++) {
  for (const task of tasks) {
    if (runs === VERIFICATION_RUNS) break outer;
    const tool = tools[round % VERIFIERS] as (typeof tools)[number];
    const status = statusFor(task, strengths[round % VERIFIERS] as number);
    const isAnswer = status === "true" || status.startsWith("false");
    builder.addRun({
      tool: tool.id,
      category: task.category,
      task: task.task,
      status,
      witness: isAnswer ? witnessFor(status) : { state: "missing" },
      cpuTimeSeconds: seconds(900),
      wallTimeSeconds: seconds(900),
      memoryBytes: Math.round(random() * 15e9),
      cpuEnergyJoules: seconds(9000),
      opinions: isAnswer ? opinionsFor(status) : [],
    });
    runs++;
  }
}
writeRunColumns(
  file,
  {
    name: "made up",
    edition: edition.id,
    categories: edition.categories,
    tools,
    participations: [],
  },
  builder,
);
console.log(`${runs} verification runs, ${validations} validation runs, seed ${seedText}: ${file}`);
