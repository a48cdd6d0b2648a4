/**
 * Strange programs with known verdicts (format: expectation.ts), asked of every
 * configuration of the verifier: UNKNOWN is always tolerated, a wrong answer
 * never. So that the silent do not pass, some configuration must decide every
 * program that is not marked as undecided. gcc-agreement.ts asks gcc.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { InputError } from "../../src/util/errors.ts";
import { CONFIGURATIONS } from "../../src/verifier/configurations.ts";
import type { LoadedProgram } from "../../src/verifier/load-program.ts";
import {
  type DataModelName,
  loadProgram,
  NO_OVERFLOW,
  REACHABILITY,
  Verdicts,
} from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { expectationOf, type PropertyName, type Truth } from "./expectation.ts";

export const FOLDER: string = import.meta.dirname;
const QUESTIONS = { "unreach-call": REACHABILITY, "no-overflow": NO_OVERFLOW } as const;

/** CPU seconds of the configuration that is expected to decide most. */
const SECONDS_OF_BMC = 3;
/** What is left open needs no time: an answer would come at once. */
const SECONDS_FOR_OPEN = 0.5;
/** Of all others, only whether they contradict is of interest. */
const SECONDS_OF_OTHERS = 0.1;

const only = process.env.AGON_SOUNDNESS?.split(",");

/** The tests of all programs for one data model; `AGON_SOUNDNESS=order/,heap/` selects those whose paths have it. */
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
    process.stdout.write(`${model}: of ${asked} questions decided: ${counts.join(", ")}\n`);
  });

  /** Names of the configurations that answered; each mistake is told. */
  async function ask(
    loaded: LoadedProgram,
    property: PropertyName,
    truth: Truth,
  ): Promise<{ readonly answers: number; readonly mistakes: string[] }> {
    let answers = 0;
    const mistakes: string[] = [];
    for (const { name } of CONFIGURATIONS) {
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

  for (const topic of topicsOf()) {
    const files = programsOf(topic);
    if (files.length === 0) continue;
    describe(topic, { timeout: 120_000 }, () => {
      for (const file of files) {
        const text = readFileSync(join(FOLDER, topic, file), "utf8");
        const expectation = expectationOf(text);
        const claims = expectation.verdicts[model];
        if (claims.size === 0) continue;
        it(file, async () => {
          const loaded = attempt(() => loadProgram(file, text, model));
          for (const [property, truth] of claims) {
            asked++;
            const { answers, mistakes } =
              loaded === undefined
                ? { answers: 0, mistakes: [] }
                : await ask(loaded, property, truth);
            expect(mistakes).toEqual([]);
            const mayBeSilent = truth === "open" || expectation.isUndecided;
            expect(mayBeSilent || answers > 0, `${property}: nobody decides`).toBe(true);
          }
        });
      }
    });
  }
}

export function topicsOf(): string[] {
  const entries = readdirSync(FOLDER, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

/** Of a topic, those that are asked for. */
export function programsOf(topic: string): string[] {
  const isMeant = (file: string): boolean =>
    only?.some((part) => `${topic}/${file}`.includes(part)) ?? true;
  const files = readdirSync(join(FOLDER, topic));
  return files.filter((name) => name.endsWith(".c") && isMeant(name)).sort();
}

/** Undefined for a program that the front end refuses. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
