/**
 * The search for wrong answers with the seed of the day: every day tests other programs.
 * AGON_FUZZ_COUNT and AGON_FUZZ_SEED for longer searches or the seed of another day,
 * bench/differential/wrong-answers.ts for much longer ones.
 */
import { describe, expect, it } from "vitest";
import { CONFIGURATIONS } from "../../src/contestant/plan/configurations.ts";
import { gccWorks } from "../support/gcc-checksums.ts";
import { searchWrongAnswers } from "./wrong-answers.ts";

/** Programs for each data model. */
const COUNT = Number(process.env.AGON_FUZZ_COUNT ?? 40);
/** Seeds of neighbouring days are further apart than the number of programs per day. */
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 10_000 * Math.floor(Date.now() / 86_400_000));

for (const [dataModel, bits] of [
  ["ILP32", 32],
  ["LP64", 64],
] as const) {
  const works = gccWorks(bits);
  const title = `${COUNT} programs for ${dataModel} from seed ${SEED}`;
  describe("wrong answers", { timeout: 100_000 + COUNT * 10_000 }, () => {
    it.skipIf(!works)(
      works ? title : `${title} (skipped: gcc for ${bits} bits is missing)`,
      async () => {
        process.stdout.write(`${title}: AGON_FUZZ_SEED=${SEED}\n`);
        const found = await searchWrongAnswers({
          count: COUNT,
          seed: SEED,
          dataModel,
          configurations: CONFIGURATIONS.map(({ name }) => name),
          asked: 1,
          seconds: 0.1,
        });
        const decided = [...found.tally].filter(([key]) => !key.endsWith("unknown"));
        expect(found.programs).toBe(COUNT);
        expect(found.wrong, `AGON_FUZZ_SEED=${SEED}`).toEqual([]);
        // A search without answers finds nothing.
        expect(decided.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(COUNT / 4);
      },
    );
  });
}
