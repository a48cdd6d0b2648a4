/**
 * What is proved of any number of threads holds of all interleavings of a few: random programs whose truth a naive
 * search decides. AGON_THREAD_PROGRAMS (12) and AGON_FUZZ_SEED (1) choose more and others.
 */
import { expect, test } from "vitest";
import { createCadical } from "../../src/solver/cadical-wasm.ts";
import { proveByThreadModularity } from "../../src/techniques/index.ts";
import { Budget } from "../../src/verifier/budget.ts";
import {
  randomParametricProgram,
  randomThreadedProgram,
  type ThreadedProgram,
} from "../support/random-threaded-program.ts";
import { truthOf } from "../support/schedule-oracle.ts";
import { threadedTasks } from "../support/threaded-tasks.ts";

const COUNT = Number(process.env.AGON_THREAD_PROGRAMS ?? 12);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 1);
const SECONDS = Number(process.env.AGON_FUZZ_SECONDS ?? 2);
const MAX_STATES = 30_000;
const MINUTE = 60_000;

const solvers = await createCadical();

const KINDS: readonly [string, (seed: number) => ThreadedProgram][] = [
  ["a few threads", (seed) => randomThreadedProgram(seed, seed % 2 === 0, true)],
  ["any number of threads", (seed) => randomParametricProgram(seed, 3)],
];

test.each(KINDS)(
  `${COUNT} programs with %s from seed ${SEED}`,
  {
    timeout: 60 * MINUTE,
  },
  (_, make) => {
    const counts = { proved: 0, unknown: 0, violated: 0, skipped: 0 };
    for (let i = 0; i < COUNT; i++) {
      const seed = SEED * 100_000 + i;
      const made = make(seed);
      const truth = truthOf(made, MAX_STATES);
      if (truth === undefined) {
        counts.skipped++;
        continue;
      }
      for (const { property, task } of threadedTasks(made.text)) {
        const answer = proveByThreadModularity(task, new Budget(SECONDS), () => solvers.create());
        // Whoever proves nothing because of an overflow elsewhere is right as well.
        if (answer.kind === "true") {
          expect(truth[property], `seed ${seed}, ${property}\n${made.text}`).toBe(false);
        }
        if (truth[property]) counts.violated++;
        else counts[answer.kind === "true" ? "proved" : "unknown"]++;
      }
    }
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    expect(counts.proved).toBeGreaterThan(0);
    expect(counts.violated).toBeGreaterThan(0);
  },
);
