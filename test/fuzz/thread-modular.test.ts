/**
 * Proofs about every thread by itself hold for all interleavings of a few threads: random programs
 * whose truth a naive search decides. AGON_THREAD_PROGRAMS (12) and AGON_FUZZ_SEED (1) choose more
 * and others.
 */
import { expect, test } from "vitest";
import { Budget } from "../../src/contestant/call/budget.ts";
import { createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import {
  proveByThreadModularity,
  proveByThreadValues,
} from "../../src/contestant/techniques/index.ts";
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

type Task = ReturnType<typeof threadedTasks>[number]["task"];

/** The tested arguments; each answers TRUE or nothing. */
const PROVERS: Readonly<Record<string, (task: Task) => string>> = {
  statements: (task) =>
    proveByThreadModularity(task, new Budget(SECONDS), () => solvers.create()).kind,
  values: (task) => proveByThreadValues(task, new Budget(SECONDS)).kind,
};

/** With the arguments that prove facts about them: statements contain no values of pointers. */
const KINDS: readonly [string, (seed: number) => ThreadedProgram, string[]][] = [
  [
    "a few threads",
    (seed) => randomThreadedProgram(seed, seed % 2 === 0, true),
    ["statements", "values"],
  ],
  ["a few threads and pointers", (seed) => randomThreadedProgram(seed, seed % 2 === 0), ["values"]],
  ["any number of threads", (seed) => randomParametricProgram(seed, 3), ["statements", "values"]],
];

test.each(KINDS)(
  `${COUNT} programs with %s from seed ${SEED}`,
  {
    timeout: 60 * MINUTE,
  },
  (_, make, proving) => {
    const counts = { violated: 0, skipped: 0, unknown: 0 };
    const proved: Record<string, number> = {};
    for (let i = 0; i < COUNT; i++) {
      const seed = SEED * 100_000 + i;
      const made = make(seed);
      const truth = truthOf(made, MAX_STATES);
      if (truth === undefined) {
        counts.skipped++;
        continue;
      }
      for (const { property, task } of threadedTasks(made.text)) {
        for (const [name, prove] of Object.entries(PROVERS)) {
          const isProved = prove(task) === "true";
          // An argument that proves nothing because of an overflow elsewhere is right as well.
          if (isProved) {
            const program = `${name}, seed ${seed}, ${property}\n${made.text}`;
            expect(truth[property], program).toBe(false);
            proved[name] = (proved[name] ?? 0) + 1;
          } else if (!truth[property]) counts.unknown++;
        }
        if (truth[property]) counts.violated++;
      }
    }
    process.stdout.write(`${JSON.stringify({ ...counts, proved })}\n`);
    for (const name of proving) expect(proved[name] ?? 0, name).toBeGreaterThan(0);
    expect(counts.violated).toBeGreaterThan(0);
  },
);
