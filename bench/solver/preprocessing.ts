/**
 * The benefit of preprocessing and inprocessing for the SAT solver, as WebAssembly and installed:
 *
 *     npx tsx bench/solver/preprocessing.ts [--sets A,B] [--sample N] [--seed S] [--cpu-time
 *     SECONDS] [--least 0.3]
 *       [--configuration bmc] [--corpus DIR] [--questions DIR] [--results FILE]
 *
 * Each task is run once by the configuration, and the query that took its SAT solver longest is
 * kept as a file in
 * `--questions`, with a name for each task. Then every solver answers every query from its clauses,
 * alone, within the same CPU time. Started again, it continues; the results (ndjson) are a line for
 * each question and solver.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { Cadical, createModule, type SolveOptions, type SolverOptions } from "cadical-wasm";
import { Budget } from "../../src/contestant/call/budget.ts";
import { findConfiguration } from "../../src/contestant/plan/configurations.ts";
import { verify } from "../../src/contestant/plan/verify.ts";
import { createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import { loadProgram, REACHABILITY } from "../../test/regression/verdicts.ts";
import { storedAnswers } from "../techniques/stored-answers.ts";
import { sampled, type Task, tasksOf } from "../techniques/tasks.ts";
import { Recorder } from "./recorded-questions.ts";

const { values } = parseArgs({
  options: {
    sets: { type: "string", default: "XCSP,BitVectors,Sequentialized,Loops,ECA,Floats" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    configuration: { type: "string", default: "bmc" },
    corpus: { type: "string", default: "../shared/corpus/c" },
    "cpu-time": { type: "string", default: "20" },
    /** Queries that took less time are left out. */
    least: { type: "string", default: "0.3" },
    questions: { type: "string", default: ".cache/bench-questions" },
    results: { type: "string", default: ".cache/bench-preprocessing.ndjson" },
  },
});
const seconds = Number(values["cpu-time"]);

interface Answer {
  readonly question: string;
  readonly solver: string;
  readonly limit: number;
  readonly status: string;
  readonly cpuSeconds: number;
}

/** The same settings in the form of both builds. */
interface Settings {
  readonly name: string;
  readonly options: SolverOptions;
  readonly words: readonly string[];
  /** Rounds of preprocessing before the search. */
  readonly rounds?: number;
}

const SETTINGS: readonly Settings[] = [
  { name: "as it is", options: {}, words: [] },
  { name: "without elimination", options: { elim: 0 }, words: ["--no-elim"] },
  { name: "without vivification", options: { vivify: 0 }, words: ["--no-vivify"] },
  { name: "without both", options: { elim: 0, vivify: 0 }, words: ["--no-elim", "--no-vivify"] },
  { name: "one round before the search", options: {}, words: ["-P1"], rounds: 1 },
];

/** Writes the hardest query of a task, or an empty file where none is hard enough. */
async function record({ task, program, dataModel }: Task): Promise<void> {
  const file = join(values.questions, `${task.replaceAll("/", "+")}.cnf`);
  if (existsSync(file)) return;
  const factory = await createCadical();
  const recorder = new Recorder(() => factory.create(), Number(values.least));
  const configuration = findConfiguration(values.configuration);
  if (configuration === undefined) throw new Error(`no configuration ${values.configuration}`);
  const model = dataModel === "LP64" ? "LP64" : "ILP32";
  const loaded = loadProgram(program, readFileSync(program, "utf8"), model);
  const { verdict } = verify(loaded.program, REACHABILITY, {
    configuration,
    budget: new Budget(seconds),
    seed: 1,
    createSatSolver: () => recorder.create(),
    solveHorn: () => ({ kind: "unknown", reason: "not asked here", cpuSeconds: 0 }),
  });
  const { hardest } = recorder;
  console.log(
    `${task}: ${verdict}, ${hardest === undefined ? "easy" : hardest.seconds.toFixed(2)}`,
  );
  writeFileSync(file, hardest?.dimacs ?? "");
}

/** CPU seconds of this process. */
function usedSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function askEmbedded(dimacs: string, { options, rounds }: Settings): Promise<Told> {
  const module = await createModule({ print: () => {}, printErr: () => {} });
  const start = usedSeconds();
  const solver = new Cadical(module, { quiet: true, ...options });
  solver.addDimacs(dimacs);
  let questions = 0;
  solver.setTerminate(() => ++questions % 64 === 0 && usedSeconds() - start > seconds);
  const solving: SolveOptions = rounds === undefined ? {} : { preprocessing: rounds };
  const status = solver.solve(solving);
  const cpuSeconds = usedSeconds() - start;
  solver.dispose();
  return { status, cpuSeconds };
}

type Told = Pick<Answer, "status" | "cpuSeconds">;

const STATUS: Readonly<Record<number, string>> = { 10: "satisfiable", 20: "unsatisfiable" };

function askInstalled(file: string, { words }: Settings): Told {
  const script = `ulimit -t ${Math.ceil(seconds)}; exec cadical "$@"`;
  const { status, stdout } = spawnSync("sh", ["-c", script, "sh", ...words, "-n", file], {
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const told = /total process time since initialization:\s+([\d.]+)/.exec(stdout)?.[1];
  const answer = STATUS[status ?? 0];
  return { status: answer ?? "unknown", cpuSeconds: told === undefined ? seconds : Number(told) };
}

const BUILDS: Readonly<Record<string, (file: string, settings: Settings) => Promise<Told>>> = {
  WebAssembly: (file, settings) => askEmbedded(readFileSync(file, "utf8"), settings),
  installed: async (file, settings) => askInstalled(file, settings),
};

async function answersTo(questions: readonly string[]): Promise<readonly Answer[]> {
  const known = storedAnswers<Answer>(values.results).filter((one) => one.limit === seconds);
  const all: Answer[] = [];
  for (const question of questions)
    for (const [build, ask] of Object.entries(BUILDS))
      for (const settings of SETTINGS) {
        const solver = `${build}, ${settings.name}`;
        const before = known.find((one) => one.question === question && one.solver === solver);
        const told = before ?? (await ask(join(values.questions, question), settings));
        const answer = { question, solver, limit: seconds, ...told };
        if (before === undefined) appendFileSync(values.results, `${JSON.stringify(answer)}\n`);
        all.push(answer);
      }
  return all;
}

/** The answers to one query must agree between solvers. */
function refuseContradictions(answers: readonly Answer[]): void {
  for (const question of new Set(answers.map((one) => one.question))) {
    const told = answers.filter((one) => one.question === question && one.status !== "unknown");
    if (new Set(told.map((one) => one.status)).size > 1)
      throw new Error(`two answers: ${question}`);
  }
}

function print(answers: readonly Answer[]): void {
  const asked = new Set(answers.map((one) => one.question)).size;
  console.log(`\n${asked} questions, ${seconds} s each`);
  console.log("\n| solver | answered | satisfiable | CPU s, unanswered with the limit |");
  console.log("|---|---:|---:|---:|");
  for (const solver of new Set(answers.map((one) => one.solver))) {
    const own = answers.filter((one) => one.solver === solver);
    const answered = own.filter((one) => one.status !== "unknown");
    const satisfiable = answered.filter((one) => one.status === "satisfiable");
    const sum = own.reduce(
      (all, one) => all + (one.status === "unknown" ? seconds : one.cpuSeconds),
      0,
    );
    console.log(`| ${solver} | ${answered.length} | ${satisfiable.length} | ${sum.toFixed(0)} |`);
  }
}

mkdirSync(values.questions, { recursive: true });
mkdirSync(dirname(values.results), { recursive: true });
const tasks = values.sets.split(",").flatMap((set) => {
  const all = tasksOf(values.corpus, set);
  return values.sample === undefined
    ? all
    : sampled(all, Number(values.sample), Number(values.seed));
});
for (const task of tasks) await record(task);
const questions = readdirSync(values.questions).filter(
  (name) => readFileSync(join(values.questions, name)).length > 0,
);
const answers = await answersTo(questions.toSorted());
refuseContradictions(answers);
print(answers);
