/**
 * Values of threads that allocate blocks, hand them over and free them: proofs for random programs
 * agree with the exploration of all schedules. AGON_THREAD_PROGRAMS (15) and AGON_FUZZ_SEED (1)
 * choose more and others, AGON_FUZZ_SECONDS (2) gives more time to each proof.
 */
import { expect, test } from "vitest";
import { Budget } from "../../src/contestant/call/budget.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { proveByThreadValues } from "../../src/contestant/techniques/index.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { exploreText, FORMULAS } from "../support/explore-text.ts";
import { randomBlockProgram } from "../support/random-block-program.ts";

const COUNT = Number(process.env.AGON_THREAD_PROGRAMS ?? 15);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 1);
const SECONDS = Number(process.env.AGON_FUZZ_SECONDS ?? 2);
const MINUTE = 60_000;
const MAX_STATES = 20_000;

test(`blocks of threads, ${COUNT} programs from seed ${SEED}`, { timeout: 20 * MINUTE }, () => {
  const counts = { proved: 0, violated: 0, unknown: 0, open: 0 };
  for (let i = 0; i < COUNT; i++) {
    const seed = SEED * 100_000 + i;
    const text = randomBlockProgram(seed);
    const { program } = loadProgram("p.c", text, "LP64");
    for (const property of ["unreach-call", "no-overflow", "valid-deref and valid-free"] as const) {
      const specification = specificationOf(parseProperty(FORMULAS[property], "p.prp"));
      const isProved =
        proveByThreadValues({ program, specification }, new Budget(SECONDS)).kind === "true";
      const { found } = exploreText(text, property, MAX_STATES);
      const about = `seed ${seed}, ${property}\n${text}`;
      if (found.kind === "violation") expect(isProved, about).toBe(false);
      if (found.kind === "violation") counts.violated++;
      else if (found.kind === "open") counts.open++;
      else counts[isProved ? "proved" : "unknown"]++;
    }
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(counts.proved).toBeGreaterThan(0);
  expect(counts.violated).toBeGreaterThan(0);
});
