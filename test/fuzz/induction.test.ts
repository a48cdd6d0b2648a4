/**
 * Random programs with loops over arrays, with products, and with recursion: proved properties must
 * hold in every execution. AGON_FUZZ_COUNT and AGON_FUZZ_SEED for longer searches,
 * bench/differential/inductive-proofs.ts for much longer ones.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { exhaustiveTruth } from "./ground-truth.ts";
import { randomGatherTask, randomUpdateTask } from "./random-array-task.ts";
import { randomDivisorTask } from "./random-divisor-task.ts";
import { randomEffectTask } from "./random-effect-task.ts";
import { randomExtremumTask } from "./random-extremum-task.ts";
import { randomFoldTask } from "./random-fold-task.ts";
import { randomInductionTask } from "./random-induction-task.ts";
import { randomPlacementTask } from "./random-placement-task.ts";
import { randomTableTask } from "./random-table-task.ts";
import { randomTailTask } from "./random-tail-task.ts";

const COUNT = Number(process.env.AGON_FUZZ_COUNT ?? 4);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 20261122);
/** CPU seconds a program. */
const SECONDS = 1;

const MAKERS = {
  arrays: (seed: number) => randomInductionTask("arrays", seed, 0),
  calls: (seed: number) => randomInductionTask("calls", seed, 0),
  updates: randomUpdateTask,
  sums: randomGatherTask,
  extrema: randomExtremumTask,
  folds: randomFoldTask,
  places: randomPlacementTask,
  searches: (seed: number) => randomInductionTask("searches", seed, 0),
  recursion: (seed: number) => randomInductionTask("recursion", seed, 0),
  tables: randomTableTask,
  tails: randomTailTask,
  effects: (seed: number) => randomEffectTask(seed, 0),
  divisors: (seed: number) => randomDivisorTask(seed, 0),
  products: (seed: number) => randomInductionTask("products", seed, 0),
};

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

describe("inductive proofs", { timeout: 100_000 + COUNT * 20_000 }, () => {
  it.each(Object.keys(MAKERS) as (keyof typeof MAKERS)[])(
    `${COUNT} programs with %s from seed ${SEED}`,
    async (kind) => {
      const wrong: number[] = [];
      for (let seed = SEED; seed < SEED + COUNT; seed++) {
        const task = MAKERS[kind](seed);
        const loaded = loadProgram(`seed${seed}.c`, task.text, task.dataModel);
        const truth = exhaustiveTruth(task, loaded.program);
        const { verdict } = await verdicts.verify(loaded, "induction", SECONDS);
        const isRefuted = truth.isViolated || truth.hasUndefinedBehaviour;
        if (verdict === "false" || (verdict === "true" && isRefuted)) wrong.push(seed);
      }
      expect(wrong).toEqual([]);
    },
  );
});
