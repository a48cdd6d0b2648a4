/**
 * Proved facts about random programs whose environment gives pointers, against executions with an
 * environment whose pointers may lead to one object. AGON_FUZZ_COUNT and AGON_FUZZ_SEED for longer
 * searches.
 */
import { beforeAll, expect, it } from "vitest";
import { leanProgram } from "../../src/contestant/program/index.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { randomEnvironment } from "./random-environment.ts";
import { isViolatedAtRandom } from "./random-violation.ts";

const COUNT = Number(process.env.AGON_FUZZ_COUNT ?? 40);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 20261127);
const RUNS = 1000;
const SPECIFICATION = specificationOf({
  formulas: [{ kind: "unreach-call", functionName: "reach_error" }],
});

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

it(`${COUNT} random environments from seed ${SEED}`, {
  timeout: 100_000 + COUNT * 10_000,
}, async () => {
  const tally = {
    proved: 0,
    refuted: 0,
    violated: 0,
    wrong: [] as number[],
    unseen: [] as number[],
  };
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const { open, closed } = randomEnvironment(seed);
    const loaded = leanProgram(loadProgram("p.c", open, "LP64"), SPECIFICATION);
    const isWrong = isViolatedAtRandom(closed, SPECIFICATION, seed, RUNS);
    if (isWrong) tally.violated++;
    for (const configuration of ["value-analysis", "bmc"] as const) {
      const { verdict } = await verdicts.verify(loaded, configuration, 1);
      if (verdict === "true") tally.proved++;
      if (verdict === "false") tally.refuted++;
      if (verdict === "true" && isWrong) tally.wrong.push(seed);
      if (verdict === "false" && !isWrong) tally.unseen.push(seed);
    }
  }
  process.stdout.write(`${JSON.stringify(tally)}\n`);
  expect(tally.wrong).toEqual([]);
  expect(tally.proved).toBeGreaterThan(0);
  expect(tally.refuted).toBeGreaterThan(0);
  expect(tally.violated).toBeGreaterThan(0);
});
