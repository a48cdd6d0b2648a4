/**
 * Random loops over lists whose truth exhaustive execution decides: no configuration is wrong about them.
 *
 *     AGON_SEED=7 AGON_PROGRAMS=300 npx vitest run test/fuzz/list-termination.test.ts
 */
import { afterAll, expect, test } from "vitest";
import { RandomGenerator } from "../../src/techniques/search/random-inputs.ts";
import { loadProgram, TERMINATION, Verdicts } from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { randomListTerminationTask } from "./random-list-termination-task.ts";

const SEED = Number(process.env.AGON_SEED ?? 1);
const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? 12);
/** Lists are decided soon; what is left to the solver is of no interest here. */
const SECONDS = 0.6;

const decided = { true: 0, false: 0 };
afterAll(() => {
  process.stdout.write(
    `lists, seed ${SEED}: of ${PROGRAMS} random programs TRUE ${decided.true}, FALSE ${decided.false}\n`,
  );
});

test(`${PROGRAMS} random programs over lists, seed ${SEED}`, {
  timeout: 60_000 + 20_000 * PROGRAMS,
}, async () => {
  const verdicts = await Verdicts.create();
  const wrong: string[] = [];
  for (let index = 0; index < PROGRAMS; index++) {
    const { text, ends } = randomListTerminationTask(new RandomGenerator(SEED + index));
    const loaded = loadProgram("random.c", text, "LP64");
    for (const configuration of ["non-termination", "termination"]) {
      const { verdict } = await verdicts.verify(loaded, configuration, SECONDS, TERMINATION);
      if (verdict === "unknown") continue;
      decided[verdict]++;
      if (verdict !== String(ends)) {
        wrong.push(`seed ${SEED + index}: ${configuration} says ${verdict}\n${text}`);
      }
    }
    collectGarbage();
  }
  expect(wrong).toEqual([]);
  expect(decided.true + decided.false).toBeGreaterThan(PROGRAMS / 3);
});
