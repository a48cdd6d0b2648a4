/**
 * Answers of symbolic schedules hold for all interleavings: random programs whose truth a naive
 * search decides. AGON_THREAD_PROGRAMS (12) and AGON_FUZZ_SEED (1) choose more and others,
 * AGON_FUZZ_SECONDS (3) gives more time to each.
 */
import { expect, test } from "vitest";
import { Budget } from "../../src/contestant/call/budget.ts";
import { createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import { checkThreads } from "../../src/contestant/techniques/index.ts";
import { randomThreadedProgram } from "../support/random-threaded-program.ts";
import { truthOf } from "../support/schedule-oracle.ts";
import { threadedTasks } from "../support/threaded-tasks.ts";

const COUNT = Number(process.env.AGON_THREAD_PROGRAMS ?? 12);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 1);
const SECONDS = Number(process.env.AGON_FUZZ_SECONDS ?? 3);
const MAX_STATES = 30_000;
const MINUTE = 60_000;

const solvers = await createCadical();

test(`${COUNT} programs from seed ${SEED}`, { timeout: 60 * MINUTE }, () => {
  const counts = { proved: 0, refuted: 0, unknown: 0, skipped: 0 };
  const reasons = new Map<string, number>();
  for (let i = 0; i < COUNT; i++) {
    const seed = SEED * 100_000 + i;
    const made = randomThreadedProgram(seed, seed % 2 === 0, seed % 3 === 0);
    const truth = truthOf(made, MAX_STATES);
    if (truth === undefined) {
      counts.skipped++;
      continue;
    }
    for (const { property, task } of threadedTasks(made.text)) {
      const answer = checkThreads(task, new Budget(SECONDS), () => solvers.create());
      if (answer.kind === "unknown") {
        counts.unknown++;
        const reason = answer.reason.replace(/ \(.*| line.*/, "");
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        continue;
      }
      const isViolated = answer.kind === "false";
      expect(isViolated, `seed ${seed}, ${property}\n${made.text}`).toBe(truth[property]);
      counts[isViolated ? "refuted" : "proved"]++;
    }
  }
  process.stdout.write(`${JSON.stringify(counts)} ${JSON.stringify([...reasons])}\n`);
  expect(counts.proved).toBeGreaterThan(0);
  expect(counts.refuted).toBeGreaterThan(0);
});
