/**
 * Proofs about variables in arbitrary memory, against executions: of random programs all of whose
 * executions are tried, and of random drivers with an environment that uses all its permissions.
 * AGON_FUZZ_COUNT and AGON_FUZZ_SEED for longer searches.
 */
import { describe, expect, it } from "vitest";
import { Budget } from "../../src/contestant/call/budget.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { proveInArbitraryMemory } from "../../src/contestant/techniques/proofs/proof-in-arbitrary-memory.ts";
import { exhaustiveTruth } from "./ground-truth.ts";
import { randomDriver } from "./random-driver.ts";
import { randomTask } from "./random-task.ts";
import { isViolatedAtRandom } from "./random-violation.ts";

const COUNT = Number(process.env.AGON_FUZZ_COUNT ?? 60);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 20261126);
const RUNS = 300;
const SPECIFICATION = specificationOf({
  formulas: [{ kind: "unreach-call", functionName: "reach_error" }],
});

function verdict(text: string, dataModel: "ILP32" | "LP64"): string {
  const { program } = loadProgram("p.c", text, dataModel);
  return proveInArbitraryMemory({ program, specification: SPECIFICATION }, new Budget(2)).kind;
}

describe("variables in arbitrary memory", { timeout: 100_000 + COUNT * 10_000 }, () => {
  it(`${COUNT} random tasks from seed ${SEED}`, () => {
    const tally = { proved: 0, wrong: [] as number[] };
    for (let seed = SEED; seed < SEED + COUNT; seed++) {
      const task = randomTask(seed);
      if (verdict(task.text, task.dataModel) !== "true") continue;
      tally.proved++;
      const { program } = loadProgram("p.c", task.text, task.dataModel);
      if (exhaustiveTruth(task, program, SPECIFICATION).isViolated) tally.wrong.push(seed);
    }
    expect(tally.wrong).toEqual([]);
    expect(tally.proved).toBeGreaterThan(0);
  });

  it(`${COUNT} random drivers from seed ${SEED}`, () => {
    const tally = { proved: 0, violated: 0, wrong: [] as number[] };
    for (let seed = SEED; seed < SEED + COUNT; seed++) {
      const { open, closed } = randomDriver(seed);
      const isProved = verdict(open, "LP64") === "true";
      const isWrong = isViolatedAtRandom(closed, SPECIFICATION, seed, RUNS);
      if (isProved) tally.proved++;
      if (isWrong) tally.violated++;
      if (isProved && isWrong) tally.wrong.push(seed);
    }
    expect(tally.wrong).toEqual([]);
    expect(tally.proved).toBeGreaterThan(0);
    expect(tally.violated).toBeGreaterThan(0);
  });
});
