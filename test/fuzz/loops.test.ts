/**
 * Random programs with loops and arithmetic: every configuration, both
 * properties. AGON_FUZZ_COUNT and AGON_FUZZ_SEED for longer searches,
 * bench/differential/loop-verdicts.ts for much longer ones.
 */
import { describe, expect, it } from "vitest";
import { CONFIGURATIONS } from "../../src/contestant/plan/configurations.ts";
import { loopDisagreements } from "./loop-disagreements.ts";

const COUNT = Number(process.env.AGON_FUZZ_COUNT ?? 36);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 20261123);
/** CPU seconds a verdict. */
const SECONDS = 0.3;

describe("random loops", { timeout: 100_000 + COUNT * 20_000 }, () => {
  it(`${COUNT} programs from seed ${SEED}`, async () => {
    const result = await loopDisagreements({
      count: COUNT,
      seed: SEED,
      seconds: SECONDS,
      configurations: CONFIGURATIONS.map(({ name }) => name),
    });
    expect([...result.tally.values()].reduce((sum, n) => sum + n, 0)).toBe(2 * COUNT);
    expect(result.wrong).toEqual([]);
  });
});
