/**
 * Programs with known verdicts about memory (programs.ts): a configuration may answer UNKNOWN, but
 * never a wrong answer or subproperty, and `default` must decide the programs that are not marked
 * as undecided. The data model and the configurations for a program alternate with its number;
 * `AGON_MEMORY=all` selects all of them,
 * `AGON_MEMORY_PART=2/8` every eighth program, from the second on.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { CONFIGURATIONS } from "../../src/contestant/plan/configurations.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { type MemoryProgram, memoryPrograms } from "./programs.ts";

const property = (...formulas: readonly string[]) =>
  parseProperty(formulas.map((f) => `CHECK( init(main()), LTL(${f}) )`).join("\n"), "p.prp");
const QUESTIONS = {
  safety: property("G valid-free", "G valid-deref", "G valid-memtrack"),
  cleanup: property("G valid-memcleanup"),
} as const;
const MODELS = ["LP64", "ILP32"] as const;

/**
 * CPU seconds of `default`, more on a slow machine, and of all others, for which only mistakes
 * matter.
 */
const SECONDS = 5;
const SECONDS_AT_MOST = 4 * SECONDS;
const SECONDS_OF_OTHERS = 0.1;
/** CPU seconds for undecided programs. */
const SECONDS_FOR_OPEN = 0.5;

const asksAll = process.env.AGON_MEMORY === "all";
const TIMEOUT = asksAll ? 1_200_000 : 120_000;
const others = CONFIGURATIONS.map(({ name }) => name).filter((name) => name !== "default");

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

/** The contradiction to the truth; undefined when there is none. */
function mistakeIn(answer: string, truth: string): string | undefined {
  if (answer === "unknown" || answer === truth) return undefined;
  const isTolerated = truth === "false-or-unknown" && answer !== "true";
  return isTolerated ? undefined : answer;
}

async function answerOf(
  program: MemoryProgram,
  question: keyof typeof QUESTIONS,
  configuration: string,
  model: (typeof MODELS)[number],
): Promise<string> {
  const loaded = loadProgram("program.c", program.text, model);
  const isOpen = program.isUndecided || /^open$|unknown/.test(program[question] ?? "");
  const most = isOpen ? SECONDS_FOR_OPEN : SECONDS;
  const seconds = configuration === "default" ? most : SECONDS_OF_OTHERS;
  const ask = (most: number) => verdicts.verify(loaded, configuration, most, QUESTIONS[question]);
  let result = await ask(seconds);
  const isExpected = configuration === "default" && !isOpen;
  if (isExpected && result.verdict === "unknown") result = await ask(SECONDS_AT_MOST);
  if (result.verdict !== "false") return result.verdict;
  if (configuration === "default") {
    const validated = await verdicts.revalidate(
      loaded,
      result.witness,
      SECONDS,
      QUESTIONS[question],
    );
    expect(validated, "the validator").toBe("false");
  }
  return question === "cleanup" ? "false" : result.subproperty;
}

const [part = 1, parts = 1] = (process.env.AGON_MEMORY_PART ?? "1/1").split("/").map(Number);
const programs = memoryPrograms()
  .map((program, number) => ({ ...program, number }))
  .filter(({ number }) => number % parts === part - 1);
describe.each(programs)("$name", { timeout: TIMEOUT }, (program) => {
  const { number, safety, cleanup, isUndecided } = program;
  const truths = { safety, cleanup } as const;
  for (const question of ["safety", "cleanup"] as const) {
    const truth = truths[question];
    if (truth === undefined) continue;
    test(`${question}: ${truth}`, async () => {
      const mistakes: string[] = [];
      for (const [index, model] of MODELS.entries()) {
        if (!asksAll && index !== number % MODELS.length) continue;
        const asked = asksAll ? others : [others[number % others.length] as string];
        for (const configuration of ["default", ...asked]) {
          const answer = await answerOf(program, question, configuration, model);
          const mistake = mistakeIn(answer, truth);
          if (mistake !== undefined) mistakes.push(`${configuration}, ${model}: ${mistake}`);
          const mayBeSilent =
            configuration !== "default" || isUndecided || /^open$|unknown/.test(truth);
          expect(mayBeSilent || answer !== "unknown", "no technique knows").toBe(true);
        }
      }
      expect(mistakes).toEqual([]);
    });
  }
});
