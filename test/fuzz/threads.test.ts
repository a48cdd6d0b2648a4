/**
 * Random programs with threads whose truth a naive search of all interleavings decides: searches
 * that leave interleavings out must give the same answer. AGON_THREAD_PROGRAMS (25) and
 * AGON_FUZZ_SEED (1) choose more and others.
 */
import { expect, test } from "vitest";
import { exploreText, type ThreadProperty } from "../support/explore-text.ts";
import { randomThreadedProgram } from "../support/random-threaded-program.ts";
import { truthOf } from "../support/schedule-oracle.ts";

const COUNT = Number(process.env.AGON_THREAD_PROGRAMS ?? 25);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 1);
const MAX_STATES = 30_000;
const MINUTE = 60_000;

test(`exploration agrees with all interleavings, ${COUNT} programs from seed ${SEED}`, {
  timeout: 20 * MINUTE,
}, () => {
  const counts = { true: 0, false: 0, open: 0, skipped: 0 };
  for (let i = 0; i < COUNT; i++) {
    const seed = SEED * 100_000 + i;
    const program = randomThreadedProgram(seed, seed % 2 === 0, seed % 3 === 0);
    const truth = truthOf(program, MAX_STATES);
    if (truth === undefined) {
      counts.skipped++;
      continue;
    }
    const violated: Partial<Record<ThreadProperty, boolean>> = {
      "unreach-call": truth.reachesError,
      "no-overflow": truth.overflows,
      "no-data-race": truth.races,
    };
    for (const [property, isViolated] of Object.entries(violated) as [ThreadProperty, boolean][]) {
      const { found, isReplayed } = exploreText(program.text, property);
      const about = `seed ${seed}, ${property}\n${program.text}`;
      if (found.kind === "open") {
        counts.open++;
        continue;
      }
      expect(found.kind, about).toBe(isViolated ? "violation" : "complete");
      if (isViolated) expect(isReplayed, about).toBe(true);
      counts[isViolated ? "false" : "true"]++;
    }
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(counts.true).toBeGreaterThan(0);
  expect(counts.false).toBeGreaterThan(0);
  // Open are programs whose loops wait until there is a second thread.
  expect(counts.open).toBeLessThan(counts.true / 4);
});
