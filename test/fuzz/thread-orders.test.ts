/**
 * Random programs with attempts to lock, memory orders, fences, bit-fields and computed indices: what the engines for threads say beside
 * all interleavings (test/support/order-oracle.ts), beside each other, and beside what ThreadSanitizer sees when gcc's code runs with
 * drawn delays. AGON_ORDER_PROGRAMS (20) and AGON_FUZZ_SEED (1) choose more and others; AGON_THOROUGH=1 asks all configurations about
 * calls, too.
 */
import { beforeAll, expect, test } from "vitest";
import { proveRaceFreedom } from "../../src/contestant/concurrency/index.ts";
import { interleavingFacts } from "../../src/contestant/semantics/index.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { searchSchedules } from "../../src/contestant/techniques/search/schedule-search.ts";
import type { TimeBudget } from "../../src/contestant/techniques/technique.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { exploreText, FORMULAS } from "../support/explore-text.ts";
import { orderTruthOf } from "../support/order-oracle.ts";
import { randomOrderProgram } from "../support/random-order-program.ts";
import { ThreadSanitizer } from "../support/thread-sanitizer.ts";

const COUNT = Number(process.env.AGON_ORDER_PROGRAMS ?? 20);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 1);
const isThorough = process.env.AGON_THOROUGH === "1";
const MAX_STATES = 20_000;
const RUNS = 60;
const MINUTE = 60_000;
/** Draws of ThreadSanitizer for one program. */
const DRAWS = [1, 2, 3, 4, 5, 6, 7, 8];
const CONFIGURATIONS = ["explore", "sequentialise", "thread-modular", "thread-values", "default"];

const property = parseProperty(FORMULAS["no-data-race"], "no-data-race.prp");
const NO_RACE = specificationOf(property);

/** Ends after so many questions whether it has. */
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

let verdicts: Verdicts;
const sanitizer = ThreadSanitizer.create();
beforeAll(async () => {
  verdicts = await Verdicts.create();
  return () => sanitizer?.remove();
});

test(`no engine contradicts another or what is true, ${COUNT} programs from seed ${SEED}`, {
  timeout: (5 + COUNT) * MINUTE,
}, async () => {
  const counts = { races: 0, none: 0, skipped: 0, proved: 0, explored: 0, found: 0, sanitized: 0 };
  for (let i = 0; i < COUNT; i++) {
    const seed = SEED * 100_000 + i;
    const program = randomOrderProgram(seed, seed % 3 === 0);
    const truth = orderTruthOf(program, MAX_STATES);
    if (truth === undefined) counts.skipped++;
    else counts[truth.races ? "races" : "none"]++;
    collectGarbage();
    const about = `seed ${seed}\n${program.text}`;
    const loaded = loadProgram("p.c", program.text, "LP64");
    const cfa = loaded.program;

    const answers = new Map<string, boolean>();
    const proof = proveRaceFreedom(cfa, { isExhausted: () => false });
    if (proof.kind === "race-free") answers.set("race freedom", false);
    const { found, isReplayed } = exploreText(program.text, "no-data-race", MAX_STATES);
    if (found.kind !== "open") answers.set("exploration", found.kind === "violation");
    if (found.kind === "violation") expect(isReplayed, about).toBe(true);
    const searched = searchSchedules(cfa, NO_RACE, questions(RUNS), seed);
    if (!("runs" in searched)) answers.set("random schedules", true);
    counts.proved += answers.get("race freedom") === false ? 1 : 0;
    counts.explored += answers.has("exploration") ? 1 : 0;
    counts.found += answers.has("random schedules") ? 1 : 0;

    expect(new Set(answers.values()).size, `${[...answers]} ${about}`).toBeLessThan(2);
    if (truth !== undefined) {
      for (const [engine, saysRace] of answers)
        expect(saysRace, `${engine} ${about}`).toBe(truth.races);
    }
    // With weaker orders there may be more executions than interleavings: what was explored is no proof then.
    const { beyond } = interleavingFacts(cfa);
    const isProved = answers.get("race freedom") === false;
    const saysFree = isProved || (answers.get("exploration") === false && beyond === undefined);
    if (saysFree && sanitizer !== undefined) {
      counts.sanitized++;
      sanitizer.compile(program.text);
      for (const draw of DRAWS)
        expect(sanitizer.seesRace(draw), `draw ${draw} ${about}`).toBe(false);
    }
    if (!isThorough || truth === undefined || !program.text.includes("\n  reach_error")) continue;
    const calls = parseProperty(FORMULAS["unreach-call"], "unreach-call.prp");
    for (const configuration of CONFIGURATIONS) {
      const { verdict } = await verdicts.verify(loaded, configuration, 1, calls);
      if (verdict === "unknown") continue;
      // Every interleaving is an execution, for all orders.
      expect(verdict, `${configuration} ${about}`).toBe(`${!truth.reachesError}`);
    }
  }
  process.stdout.write(`${JSON.stringify({ seed: SEED, ...counts })}\n`);
  expect(counts.races).toBeGreaterThan(0);
  expect(counts.none).toBeGreaterThan(0);
});
