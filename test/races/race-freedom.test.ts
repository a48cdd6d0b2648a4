/** Answers of the proof of race freedom about small programs, compared with schedules. */
import { expect, test } from "vitest";
import { proveRaceFreedom } from "../../src/contestant/concurrency/index.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { searchSchedules } from "../../src/contestant/techniques/search/schedule-search.ts";
import type { TimeBudget } from "../../src/contestant/techniques/technique.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { loadProgram } from "../regression/verdicts.ts";
import { HEAD } from "./race-program.ts";
import { RACE_PROGRAMS } from "./race-programs.ts";
import { randomProgram } from "./random-programs.ts";

const NO_RACE = specificationOf(
  parseProperty("CHECK( init(main()), LTL(G ! data-race) )", "no-data-race.prp"),
);
/** Runs under random schedules, until one shows the race; few for programs without races. */
const MAX_RUNS = { race: 400, other: 20 };
const SEED = 5;

/** Ends after this number of queries. */
function questions(most: number): TimeBudget {
  let asked = 0;
  const budget: TimeBudget = {
    usedSeconds: () => 0,
    remainingSeconds: () => 1,
    get isExhausted() {
      return ++asked > most;
    },
    part: () => budget,
    charge: () => undefined,
  };
  return budget;
}

test.each(RACE_PROGRAMS)("%s: %s", (_, truth, text) => {
  const { program } = loadProgram("program.c", HEAD + text, "LP64");
  const proof = proveRaceFreedom(program, { isExhausted: () => false });
  expect(proof.kind === "race-free").toBe(truth === "race-free");
  const found = searchSchedules(
    program,
    NO_RACE,
    questions(truth === "race" ? MAX_RUNS.race : MAX_RUNS.other),
    SEED,
  );
  const isRace = !("runs" in found);
  if (truth !== "undefined") expect(isRace).toBe(truth === "race");
});

/** `AGON_SEED=7 AGON_PROGRAMS=300` searches longer and other programs. */
const FIRST = Number(process.env.AGON_SEED ?? 1) * 1_000_000;
const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? 60);
const RUNS_OF_FREE = 60;

test(`no schedule shows a race of what is proved free, in ${PROGRAMS} random programs from ${FIRST} on`, {
  timeout: 60_000 + 1_000 * PROGRAMS,
}, () => {
  let proved = 0;
  for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
    const text = randomProgram(seed);
    const { program } = loadProgram("program.c", text, "LP64");
    if (proveRaceFreedom(program, { isExhausted: () => false }).kind !== "race-free") continue;
    proved++;
    const found = searchSchedules(program, NO_RACE, questions(RUNS_OF_FREE), seed);
    if (!("runs" in found)) throw new Error(`seed ${seed} races:\n${text}`);
  }
  // Otherwise a prover without answers would pass.
  expect(proved).toBeGreaterThan(PROGRAMS / 20);
});
