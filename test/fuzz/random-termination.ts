/**
 * Random programs whose termination exhaustive execution decides: no configuration answers wrongly
 * about them.
 */
import { afterAll, expect, test } from "vitest";
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";
import { loadProgram, TERMINATION, Verdicts } from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";

interface RandomTermination {
  /** Description of the programs. */
  readonly title: string;
  readonly make: (random: RandomGenerator) => { readonly text: string; readonly ends: boolean };
  /** CPU time for each configuration. */
  readonly seconds: number;
  /**
   * Least share of the programs that must be decided; more than one configuration may decide one.
   */
  readonly decidedShare: number;
}

/** A test of AGON_PROGRAMS (12) programs with the seeds from AGON_SEED (1) on. */
export function testRandomTermination(options: RandomTermination): void {
  const { title, make, seconds, decidedShare } = options;
  const firstSeed = Number(process.env.AGON_SEED ?? 1);
  const programs = Number(process.env.AGON_PROGRAMS ?? 12);
  const decided = { true: 0, false: 0 };
  afterAll(() => {
    process.stdout.write(
      `${title}, seed ${firstSeed}: of ${programs} random programs TRUE ${decided.true}, FALSE ${decided.false}\n`,
    );
  });
  test(`${programs} random programs, ${title}, seed ${firstSeed}`, {
    timeout: 60_000 + 20_000 * programs,
  }, async () => {
    const verdicts = await Verdicts.create();
    const wrong: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + programs; seed++) {
      const { text, ends } = make(new RandomGenerator(seed));
      const loaded = loadProgram("random.c", text, "LP64");
      for (const configuration of ["non-termination", "termination"]) {
        const { verdict } = await verdicts.verify(loaded, configuration, seconds, TERMINATION);
        if (verdict === "unknown") continue;
        decided[verdict]++;
        if (verdict !== String(ends)) {
          wrong.push(`seed ${seed}: ${configuration} says ${verdict}\n${text}`);
        }
      }
      collectGarbage();
    }
    expect(wrong).toEqual([]);
    expect(decided.true + decided.false).toBeGreaterThan(programs * decidedShare);
  });
}
