/**
 * Programs with known termination (programs.ts): no configuration is ever wrong, and programs that
 * are not marked as undecided get an answer, whose witness the validator does not refute.
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadProgram, TERMINATION, Verdicts } from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { mayBe, terminationPrograms } from "./programs.ts";

/** CPU seconds of a required answer. */
const SECONDS = 20;
/** A refutation comes soon; a missing confirmation is not a mistake here. */
const SECONDS_OF_VALIDATION = 4;
/** For the other configuration only contradictions matter. */
const SECONDS_OF_OTHER = 0.1;

/** Validations take longer than answers: only for one program in eight. */
function isSampled(name: string): boolean {
  return name.length % 8 === 0;
}

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});
afterEach(collectGarbage);

describe("whether all executions end", { timeout: 240_000 }, () => {
  it.each(terminationPrograms())("$name: $truth", async ({ name, truth, text, isUndecided }) => {
    const loaded = loadProgram(`${name}.c`, text, "LP64");
    const able = { true: "termination", false: "non-termination" }[truth as string];
    let answers = 0;
    for (const configuration of ["termination", "non-termination"]) {
      const seconds = configuration === able && !isUndecided ? SECONDS : SECONDS_OF_OTHER;
      const result = await verdicts.verify(loaded, configuration, seconds, TERMINATION);
      if (result.verdict === "unknown") continue;
      answers++;
      expect(mayBe(truth, result.verdict), `${configuration} says ${result.verdict}`).toBe(true);
      if (answers > 1 || !isSampled(name)) continue;
      const said = await verdicts.revalidate(
        loaded,
        result.witness,
        SECONDS_OF_VALIDATION,
        TERMINATION,
      );
      expect(["true", "false"].includes(said) && said !== result.verdict, said).toBe(false);
    }
    const mayBeSilent = isUndecided || able === undefined;
    expect(mayBeSilent || answers > 0, "no technique decides").toBe(true);
  });
});
