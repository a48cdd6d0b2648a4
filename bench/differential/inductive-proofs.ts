/**
 * Random programs with loops over arrays, with products, and with recursion: no inductive
 * proof may contradict what trying out all executions shows.
 *
 *     npx tsx bench/differential/inductive-proofs.ts --kind arrays --count 300 --seed 1
 *
 * Exit code 1 when a proof is wrong.
 */
import { parseArgs } from "node:util";
import type { LoadedProgram } from "../../src/verifier/load-program.ts";
import { exhaustiveTruth, type Truth } from "../../test/fuzz/ground-truth.ts";
import { randomGatherTask, randomUpdateTask } from "../../test/fuzz/random-array-task.ts";
import { randomInductionTask } from "../../test/fuzz/random-induction-task.ts";
import { randomPlacementTask } from "../../test/fuzz/random-placement-task.ts";
import { randomTableTask } from "../../test/fuzz/random-table-task.ts";
import { randomTailTask } from "../../test/fuzz/random-tail-task.ts";
import type { RandomTask } from "../../test/fuzz/random-task.ts";
import { loadProgram, Verdicts } from "../../test/regression/verdicts.ts";

const { values } = parseArgs({
  options: {
    kind: { type: "string", default: "arrays" },
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "4" },
  },
});
const VARIANTS = 12;

/** By the kind of programs: which is made of a seed, with one of the claims about it. */
const MAKERS: Readonly<Record<string, (seed: number, variant: number) => RandomTask>> = {
  arrays: (at, variant) => randomInductionTask("arrays", at, variant),
  calls: (at, variant) => randomInductionTask("calls", at, variant),
  updates: (at, variant) => randomUpdateTask(at * (VARIANTS + 1) + variant),
  sums: (at, variant) => randomGatherTask(at * (VARIANTS + 1) + variant),
  places: (at, variant) => randomPlacementTask(at * (VARIANTS + 1) + variant),
  searches: (at, variant) => randomInductionTask("searches", at, variant),
  recursion: (at, variant) => randomInductionTask("recursion", at, variant),
  tables: (at, variant) => randomTableTask(at * (VARIANTS + 1) + variant),
  tails: (at, variant) => randomTailTask(at * (VARIANTS + 1) + variant),
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

/** Most claims are wrong: two of three programs get one that is not, if there is one among some. */
function programOf(at: number): { loaded: LoadedProgram; truth: Truth } {
  for (let variant = 0; ; variant++) {
    const task = make(at, variant);
    const loaded = loadProgram(`seed${at}-${variant}.c`, task.text, task.dataModel);
    const truth = exhaustiveTruth(task, loaded.program);
    if (at % 3 === 0 || !truth.isViolated || variant === VARIANTS) return { loaded, truth };
  }
}

console.log(`${count} programs with ${kind} from seed ${seed}, ${seconds} s each`);
const verdicts = await Verdicts.create();
const tally = new Map<string, number>();
let wrong = 0;
for (let at = seed; at < seed + count; at++) {
  const { loaded, truth } = programOf(at);
  const { verdict } = await verdicts.verify(loaded, "induction", seconds);
  const state = truth.isViolated
    ? "violated"
    : truth.hasUndefinedBehaviour
      ? "undefined"
      : truth.isUnclear
        ? "not followed to its end"
        : "holds for the inputs tried";
  const key = `${state}: ${verdict}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
  const isRefuted = truth.isViolated || truth.hasUndefinedBehaviour;
  if (verdict === "false" || (verdict === "true" && isRefuted)) {
    wrong++;
    console.log(`seed ${at}: ${key}`);
  }
}
for (const [key, number] of [...tally].sort()) console.log(`${key}: ${number}`);
console.log(`${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
