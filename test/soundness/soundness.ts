/**
 * Strange programs with known verdicts (format: expectation.ts), decided by every configuration of
 * the verifier: UNKNOWN is always tolerated, a wrong answer never. So that silence does not pass,
 * some configuration must decide every program that is not marked as undecided. gcc-agreement.ts
 * compares with gcc.
 *
 * A program that is the same for both data models is tested by a configuration for one of them,
 * which alternates:
 * `AGON_SOUNDNESS_PART=1` selects the other one, `all` both.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CONFIGURATIONS } from "../../src/contestant/plan/configurations.ts";
import type { LoadedProgram } from "../../src/contestant/program/load-program.ts";
import {
  type DataModelName,
  loadProgram,
  NO_OVERFLOW,
  REACHABILITY,
  Verdicts,
} from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { unlessRefused } from "../support/unless-refused.ts";
import { type Expectation, expectationOf, type PropertyName, type Truth } from "./expectation.ts";
import { FOLDER, programsOf, topicsOf } from "./program-files.ts";

const QUESTIONS = { "unreach-call": REACHABILITY, "no-overflow": NO_OVERFLOW } as const;

/** CPU seconds of the configuration that is expected to decide most. */
const SECONDS_OF_BMC = 3;
/** Open programs need no time: an answer would come at once. */
const SECONDS_FOR_OPEN = 0.5;
/** For all others only contradictions matter: most answers come at once. */
const SECONDS_OF_OTHERS = 0.05;
/** These are tested for both data models. */
const ALWAYS: ReadonlySet<string> = new Set(["bmc", "default"]);

const part = process.env.AGON_SOUNDNESS_PART ?? "0";

/**
 * The tests of all programs for one data model; `AGON_SOUNDNESS=order/,heap/` selects those whose
 * paths contain one of the words.
 */
export function testSoundness(model: DataModelName): void {
  const decided = new Map<string, number>();
  let asked = 0;
  let verdicts: Verdicts;
  beforeAll(async () => {
    verdicts = await Verdicts.create();
  });
  afterEach(collectGarbage);
  afterAll(() => {
    const counts = [...decided].map(([name, count]) => `${name} ${count}`);
    const chosen = `AGON_SOUNDNESS_PART=${part}`;
    process.stdout.write(
      `${model}, ${chosen}: of ${asked} questions decided: ${counts.join(", ")}\n`,
    );
  });

  /** Names of the configurations that answered; each mistake is reported. */
  async function ask(
    loaded: LoadedProgram,
    property: PropertyName,
    truth: Truth,
    configurations: readonly string[],
  ): Promise<{ readonly answers: number; readonly mistakes: string[] }> {
    let answers = 0;
    const mistakes: string[] = [];
    for (const name of configurations) {
      const most = truth === "open" ? SECONDS_FOR_OPEN : SECONDS_OF_BMC;
      const seconds = name === "bmc" ? most : SECONDS_OF_OTHERS;
      const { verdict } = await verdicts.verify(loaded, name, seconds, QUESTIONS[property]);
      if (verdict === "unknown") continue;
      answers++;
      decided.set(name, (decided.get(name) ?? 0) + 1);
      if (verdict !== truth) mistakes.push(`${name} says ${verdict} of ${property}`);
    }
    return { answers, mistakes };
  }

  let number = 0;
  for (const topic of topicsOf()) {
    const files = programsOf(topic);
    if (files.length === 0) continue;
    describe(topic, { timeout: 120_000 }, () => {
      for (const file of files) {
        const text = readFileSync(join(FOLDER, topic, file), "utf8");
        const expectation = expectationOf(text);
        const claims = expectation.verdicts[model];
        const { first, rest } = configurationsFor(expectation, model, number++);
        if (claims.size === 0) continue;
        it(file, async () => {
          const loaded = unlessRefused(() => loadProgram(file, text, model));
          for (const [property, truth] of claims) {
            asked++;
            if (loaded === undefined) {
              expect(truth === "open" || expectation.isUndecided, `${property}: refused`).toBe(
                true,
              );
              continue;
            }
            const { answers, mistakes } = await ask(loaded, property, truth, first);
            expect(mistakes).toEqual([]);
            if (answers > 0 || truth === "open" || expectation.isUndecided) continue;
            const later = await ask(loaded, property, truth, rest);
            expect(later.mistakes).toEqual([]);
            expect(later.answers, `${property}: no configuration decides`).toBeGreaterThan(0);
          }
        });
      }
    });
  }
}

/**
 * The configurations to run on a program in any case, and those to run when none of these decides.
 */
function configurationsFor(
  { verdicts: { ILP32, LP64 } }: Expectation,
  model: DataModelName,
  number: number,
): { readonly first: readonly string[]; readonly rest: readonly string[] } {
  const isSame =
    ILP32.size === LP64.size &&
    [...ILP32].every(([property, truth]) => LP64.get(property) === truth);
  const turn = Number(part) + number + (model === "LP64" ? 1 : 0);
  const isAsked = (name: string, index: number): boolean =>
    part === "all" || !isSame || ALWAYS.has(name) || (turn + index) % 2 === 0;
  const names = CONFIGURATIONS.map(({ name }) => name);
  return {
    first: names.filter(isAsked),
    rest: names.filter((name, index) => !isAsked(name, index)),
  };
}
