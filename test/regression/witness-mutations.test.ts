/**
 * A small part of bench/witness-mutations: witnesses are broken in known ways, and linter or
 * validators must reject all mutants that are really wrong.
 */
import { expect, it } from "vitest";
import { randomWords } from "../support/float-patterns.ts";
import { gccWorks } from "../support/gcc-checksums.ts";
import { ownPrograms } from "../support/own-programs.ts";
import { mutantsOf } from "../support/witness-mutants.ts";
import { MutationTest, Oracle } from "../support/witness-mutation.ts";

const SEED = 20261122;
const MUTANTS_OF_A_WITNESS = 25;
const SECONDS = 2;
const NAMES = ["sum-off-by-one.c", "sum-first-n.c", "average-wraps.c", "even-odd.c", "midpoint.c"];

it.skipIf(!gccWorks(32))(
  "no witness that is really wrong is accepted (needs gcc -m32)",
  { timeout: 240_000 },
  async () => {
    const next = randomWords(SEED);
    const test = await MutationTest.create();
    const count = { seeds: 0, wrong: 0, named: 0, excluded: 0 };
    for (const program of ownPrograms()) {
      if (!NAMES.includes(program.name)) continue;
      const seeds = await test.seeds(program, 10);
      if (typeof seeds === "string") throw new Error(`${program.name}: ${seeds}`);
      for (const seed of seeds) {
        count.seeds++;
        const oracle = new Oracle(seed);
        const all = mutantsOf(seed.witness, seed.programText);
        for (let i = 0; i < MUTANTS_OF_A_WITNESS; i++) {
          const mutant = all[next() % all.length];
          if (mutant === undefined || oracle.verdict(mutant) !== "wrong") {
            count.excluded++;
            continue;
          }
          const judgement = await test.judge(seed, mutant.text, SECONDS, mutant);
          if (judgement.outcome === "accepted" && oracle.isSeconded(mutant, judgement.inputs)) {
            count.excluded++;
            continue;
          }
          count.wrong++;
          const what = `seed ${SEED}, ${seed.name}, ${mutant.kind}\n${mutant.text}`;
          expect(judgement.outcome, what).toBe("rejected");
          if (judgement.outcome !== "rejected") continue;
          // The linter names the place; a validator may only find that no execution is left.
          if (judgement.by === "linter") expect(judgement.namesPlace, what).toBe(true);
          if (judgement.namesPlace) count.named++;
        }
        oracle.close();
      }
    }
    expect(count.seeds, JSON.stringify(count)).toBeGreaterThanOrEqual(NAMES.length);
    expect(count.wrong, JSON.stringify(count)).toBeGreaterThan(count.excluded);
  },
);
