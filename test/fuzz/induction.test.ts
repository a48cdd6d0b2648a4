/**
 * Random programs with loops over arrays and with recursion: what is proved
 * must hold in every execution. AGON_FUZZ_COUNT and AGON_FUZZ_SEED for longer
 * searches, bench/differential/inductive-proofs.ts for much longer ones.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { exhaustiveTruth } from "./ground-truth.ts";
import { randomInductionTask } from "./random-induction-task.ts";

const COUNT = Number(process.env.AGON_FUZZ_COUNT ?? 12);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 20261122);
/** CPU seconds a program. */
const SECONDS = 1;

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

describe("inductive proofs", { timeout: 100_000 + COUNT * 20_000 }, () => {
  it.each(["arrays", "searches", "recursion"] as const)(
    `${COUNT} programs with %s from seed ${SEED}`,
    async (kind) => {
      const wrong: number[] = [];
      for (let seed = SEED; seed < SEED + COUNT; seed++) {
        const task = randomInductionTask(kind, seed, 0);
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
