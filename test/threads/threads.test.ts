/**
 * Programs with threads and known verdicts (programs.ts): the verifier gives them, and no
 * configuration contradicts them. `AGON_THOROUGH=1` runs every configuration for threads, and the
 * validator on witnesses of unreach-call.
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { TECHNIQUES } from "../../src/contestant/techniques/index.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { propertyOf, threadPrograms } from "./programs.ts";

/** Increased until there is an answer. */
const SECONDS = [2, 20, 80];
/** For undecided programs, and for configurations that need not answer. */
const SECONDS_OF_OTHERS = 1;
const SECONDS_OF_VALIDATION = [2, 20];
const isThorough = process.env.AGON_THOROUGH === "1";
const only = process.env.AGON_REGRESSION ?? "";

/** Techniques only for programs with threads refuse those without. */
const CONFIGURATIONS = TECHNIQUES.filter(({ id }) =>
  [
    "race-freedom",
    "thread-values",
    "exploration",
    "sequentialisation",
    "thread-modular-proof",
  ].includes(id),
).flatMap(({ configurations }) => (configurations ?? []).map(({ name }) => name));

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});
afterEach(collectGarbage);

const claims = threadPrograms().flatMap(({ name, text, known }) =>
  known.map((claim) => ({ name, text, ...claim })),
);

describe("programs with threads", { timeout: 400_000 }, () => {
  it("are at least as many as the specification asks for", () => {
    expect(new Set(claims.map(({ name }) => name)).size).toBeGreaterThanOrEqual(100);
  });

  const chosen = claims.filter(({ name }) => name.includes(only));
  it.each(chosen)("$name: $property $verdict", async (claim) => {
    const { name, text, property: propertyName, verdict, isUndecided } = claim;
    const loaded = loadProgram(`${name.replace("/", "-")}.c`, text, "LP64");
    const property = propertyOf(propertyName);
    let said = "unknown";
    for (const seconds of isUndecided ? [SECONDS_OF_OTHERS] : SECONDS) {
      const result = await verdicts.verify(loaded, "default", seconds, property);
      said = result.verdict === "unknown" ? result.reason : result.verdict;
      if (result.verdict === "unknown") continue;
      expect(said).toBe(verdict);
      if (isThorough && propertyName === "unreach-call") await expectConfirmed(result);
      break;
    }
    if (!isUndecided) expect(said).toBe(verdict);
    if (!isThorough) return;
    for (const configuration of CONFIGURATIONS) {
      const result = await verdicts.verify(loaded, configuration, SECONDS_OF_OTHERS, property);
      expect([verdict, "unknown"], `${configuration} says`).toContain(result.verdict);
    }

    async function expectConfirmed(
      result: Extract<Awaited<ReturnType<Verdicts["verify"]>>, { witness: unknown }>,
    ): Promise<void> {
      let answer = "";
      for (const seconds of SECONDS_OF_VALIDATION) {
        answer = await verdicts.revalidate(loaded, result.witness, seconds, property);
        if (answer === result.verdict) return;
      }
      expect(answer, "the validator says").toBe(result.verdict);
    }
  });
});
