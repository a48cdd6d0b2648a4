/**
 * Random small programs: the verifier must never contradict all executions. AGON_FUZZ_COUNT and
 * AGON_FUZZ_SEED for longer searches.
 */
import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { exhaustiveTruth, violatedByGcc } from "./ground-truth.ts";
import { randomTask } from "./random-task.ts";

const COUNT = Number(process.env.AGON_FUZZ_COUNT ?? 12);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 20261121);
/** One in this number of programs is also compiled. */
const GCC_EVERY = 10;
/** CPU seconds per program: the usual time for a decision. Only mistakes matter. */
const SECONDS = {
  bmc: 2,
  induction: 2,
  "value-analysis": 0.5,
  "abstract-interpretation": 0.5,
} as const;
const CONFIGURATIONS = ["bmc", "induction", "value-analysis", "abstract-interpretation"] as const;

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

function hasGcc(): boolean {
  try {
    execFileSync("gcc", ["--version"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

describe("random tasks", { timeout: 100_000 + COUNT * 10_000 }, () => {
  it(`${COUNT} programs from seed ${SEED}`, async () => {
    const gcc = hasGcc();
    const tally = new Map<string, number>();
    const mistakes: string[] = [];
    for (let seed = SEED; seed < SEED + COUNT; seed++) {
      const task = randomTask(seed);
      const loaded = loadProgram(`seed${seed}.c`, task.text, task.dataModel);
      const truth = exhaustiveTruth(task, loaded.program);
      const isDefined = !truth.hasUndefinedBehaviour && !truth.isUnclear;
      if (gcc && isDefined && (seed - SEED) % GCC_EVERY === 0) {
        if (violatedByGcc(task) !== truth.isViolated) mistakes.push(`seed ${seed}: gcc differs`);
      }
      const expected = truth.isViolated ? "false" : isDefined ? "true" : "unknown";
      for (const configuration of CONFIGURATIONS) {
        const { verdict } = await verdicts.verify(loaded, configuration, SECONDS[configuration]);
        const key = `${configuration}: ${expected} -> ${verdict}`;
        tally.set(key, (tally.get(key) ?? 0) + 1);
        const isWrong = verdict !== "unknown" && verdict !== expected && !truth.isUnclear;
        if (isWrong) mistakes.push(`seed ${seed}: ${key}`);
      }
    }
    const summary = [...tally].map(([key, count]) => `${key}: ${count}\n`);
    process.stdout.write(summary.sort().join(""));
    expect(mistakes, `from seed ${SEED}`).toEqual([]);
  });
});
