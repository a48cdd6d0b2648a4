/**
 * Random programs with loops over arrays, with products, and with recursion: no inductive proof may
 * contradict any execution, all of which are tried.
 *
 *     npx tsx bench/differential/inductive-proofs.ts --kind arrays --count 300 --seed 1 [--results
 *     FILE]
 *
 * Results are stored in `--results` (ndjson), a program a line; stored programs are not repeated,
 * so that an interrupted run continues.
 *
 * Exit code 1 when a proof is wrong.
 */
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { LoadedProgram } from "../../src/contestant/program/load-program.ts";
import { exhaustiveTruth, type Truth } from "../../test/fuzz/ground-truth.ts";
import { randomGatherTask, randomUpdateTask } from "../../test/fuzz/random-array-task.ts";
import { randomDivisorTask } from "../../test/fuzz/random-divisor-task.ts";
import { randomEffectTask } from "../../test/fuzz/random-effect-task.ts";
import { randomExtremumTask } from "../../test/fuzz/random-extremum-task.ts";
import { randomFoldTask } from "../../test/fuzz/random-fold-task.ts";
import { randomInductionTask } from "../../test/fuzz/random-induction-task.ts";
import { randomPlacementTask } from "../../test/fuzz/random-placement-task.ts";
import { randomPointedLoopTask } from "../../test/fuzz/random-pointed-loop-task.ts";
import { randomTableTask } from "../../test/fuzz/random-table-task.ts";
import { randomTailTask } from "../../test/fuzz/random-tail-task.ts";
import type { RandomTask } from "../../test/fuzz/random-task.ts";
import { recurses } from "../../test/fuzz/recurses.ts";
import { loadProgram, Verdicts } from "../../test/regression/verdicts.ts";
import { collectGarbage } from "../../test/support/collect-garbage.ts";
import { storedAnswers } from "../techniques/stored-answers.ts";

const { values } = parseArgs({
  options: {
    kind: { type: "string", default: "arrays" },
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "4" },
    results: { type: "string" },
  },
});
const VARIANTS = 12;

/** Makers by kind of program, which is made from a seed, with one of the claims about it. */
const MAKERS: Readonly<Record<string, (seed: number, variant: number) => RandomTask>> = {
  arrays: (at, variant) => randomInductionTask("arrays", at, variant),
  calls: (at, variant) => randomInductionTask("calls", at, variant),
  updates: (at, variant) => randomUpdateTask(at * (VARIANTS + 1) + variant),
  sums: (at, variant) => randomGatherTask(at * (VARIANTS + 1) + variant),
  extrema: (at, variant) => randomExtremumTask(at * (VARIANTS + 1) + variant),
  folds: (at, variant) => randomFoldTask(at * (VARIANTS + 1) + variant),
  places: (at, variant) => randomPlacementTask(at * (VARIANTS + 1) + variant),
  searches: (at, variant) => randomInductionTask("searches", at, variant),
  recursion: (at, variant) => randomInductionTask("recursion", at, variant),
  tables: (at, variant) => randomTableTask(at * (VARIANTS + 1) + variant),
  pointed: randomPointedLoopTask,
  tails: (at, variant) => randomTailTask(at * (VARIANTS + 1) + variant),
  divisors: randomDivisorTask,
  effects: randomEffectTask,
  products: (at, variant) => randomInductionTask("products", at, variant),
};
const { kind } = values;
function makerOf(name: string): (seed: number, variant: number) => RandomTask {
  const make = MAKERS[name];
  if (make === undefined) throw new Error(`--kind is one of ${Object.keys(MAKERS).join(", ")}`);
  return make;
}
const make = makerOf(kind);
const [count, seed, seconds] = [values.count, values.seed, values.seconds].map(Number) as [
  number,
  number,
  number,
];

/** The findings about a program: a line of the results. */
interface Answer {
  readonly kind: string;
  readonly seed: number;
  readonly seconds: number;
  readonly state: string;
  readonly verdict: string;
  /** For a program with recursion: whether some execution calls a function within itself. */
  readonly recurses: boolean;
}

/** Most claims are wrong: two of three programs get a right one, if there is one among some. */
function programOf(at: number): { task: RandomTask; loaded: LoadedProgram; truth: Truth } {
  for (let variant = 0; ; variant++) {
    const task = make(at, variant);
    const loaded = loadProgram(`seed${at}-${variant}.c`, task.text, task.dataModel);
    const truth = exhaustiveTruth(task, loaded.program);
    if (at % 3 === 0 || !truth.isViolated || variant === VARIANTS) return { task, loaded, truth };
  }
}

function stateOf(truth: Truth): string {
  if (truth.isViolated) return "violated";
  if (truth.hasUndefinedBehaviour) return "undefined";
  return truth.isUnclear ? "not followed to its end" : "holds for the inputs tried";
}

console.log(`${count} programs with ${kind} from seed ${seed}, ${seconds} s each`);
const verdicts = await Verdicts.create();
const isAsked = (answer: Answer): boolean => answer.kind === kind && answer.seconds === seconds;
const known = new Map(
  (values.results === undefined ? [] : storedAnswers<Answer>(values.results))
    .filter(isAsked)
    .map((answer) => [answer.seed, answer]),
);

async function ask(at: number): Promise<Answer> {
  const { task, loaded, truth } = programOf(at);
  const isRecursion = kind === "recursion" && recurses(task);
  // Every execution with deep recursion has touched megabytes.
  collectGarbage();
  const { verdict } = await verdicts.verify(loaded, "induction", seconds);
  return { kind, seed: at, seconds, state: stateOf(truth), verdict, recurses: isRecursion };
}

const tally = new Map<string, number>();
let [wrong, recursing] = [0, 0];
for (let at = seed; at < seed + count; at++) {
  let answer = known.get(at);
  if (answer === undefined) {
    answer = await ask(at);
    if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(answer)}\n`);
  }
  const { state, verdict } = answer;
  const key = `${state}: ${verdict}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
  if (answer.recurses) recursing++;
  const isRefuted = state === "violated" || state === "undefined";
  if (verdict === "false" || (verdict === "true" && isRefuted)) {
    wrong++;
    console.log(`seed ${at}: ${key}`);
  }
}
for (const [key, number] of [...tally].sort()) console.log(`${key}: ${number}`);
if (kind === "recursion") console.log(`${recursing} call themselves for some of the inputs`);
console.log(`${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
