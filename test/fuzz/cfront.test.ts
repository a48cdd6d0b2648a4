/**
 * Mutated programs through the front end: for every text, the answer is diagnostics or automata,
 * within a time limit. AGON_FUZZ_SECONDS makes a longer run, AGON_FUZZ_SEED another one,
 * AGON_FUZZ_CORPUS adds the programs of a folder.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildCfa, formatCfa } from "../../src/contestant/cfa/index.ts";
import {
  type FunctionSymbol,
  ILP32,
  LP64,
  type MachineModel,
  parseTranslationUnit,
} from "../../src/contestant/cfront/index.ts";
import type { Diagnostic } from "../../src/ground/util/diagnostic.ts";
import { InputError } from "../../src/ground/util/errors.ts";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { mutateProgram } from "../support/mutate-program.ts";
import { randomProgram } from "../support/random-c-program.ts";

const SEED = Number(process.env.AGON_FUZZ_SEED ?? 20_260_105);
const SECONDS = Number(process.env.AGON_FUZZ_SECONDS ?? 0);
const MIN_PROGRAMS = 400;
/** Much more than any of these small programs takes on a busy machine. */
const MAX_MILLISECONDS = 10_000;

/** Longer programs take too long each. */
const MAX_LENGTH = 50_000;

function seedPrograms(): string[] {
  const wrong = readFileSync("src/contestant/cfront/parser/testdata/wrong-programs.txt", "utf8");
  const examples = readdirSync("examples/mini", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".c"))
    .map((name) => readFileSync(join("examples/mini", name), "utf8"));
  const random = [1, 2, 3].map(
    (seed) =>
      `${randomProgram({ seed, prefix: "p_", bits: 32 })}\nint main(void) { return p_run(); }\n`,
  );
  const corpus = process.env.AGON_FUZZ_CORPUS;
  const names =
    corpus === undefined ? [] : readdirSync(corpus, { recursive: true, encoding: "utf8" });
  const others = names
    .filter((name) => /\.[ci]$/.test(name))
    .map((name) => readFileSync(join(corpus ?? "", name), "latin1"))
    .filter(({ length }) => length < MAX_LENGTH);
  const extensions = readFileSync("src/contestant/cfront/parser/testdata/gnu-extensions.c", "utf8");
  return [
    ...examples,
    ...others,
    ...random,
    // Parts of the long file, so that its faults do not hide each other.
    ...[extensions, ...extensions.split(/\n(?=\S)/).filter((part) => part.length > 30)],
    `${wrong
      .split("\n")
      .filter((_, index) => index % 20 === 0)
      .join("\n")}\nint main(void) { return 0; }`,
  ];
}

/** Positions of diagnostics are inside of the text. */
function checkDiagnostics(text: string, diagnostics: readonly Diagnostic[]): void {
  const lines = text.split("\n");
  for (const { line, column, sourceLine, message } of diagnostics) {
    expect(message).not.toBe("");
    if (line === undefined || column === undefined) continue;
    const shown = lines[line - 1]?.replace(/\r$/, "");
    expect(sourceLine).toBe(shown);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual((shown?.length ?? 0) + 2);
  }
}

/** A main that refers to all functions of the program, so that none is left out. */
function mainOf(functions: ReadonlyMap<string, FunctionSymbol>): string {
  const defined = [...functions.values()].filter(({ definition }) => definition !== undefined);
  return `\nint main(void) { ${defined.map(({ name }) => `(void)(long)${name};`).join(" ")} }\n`;
}

/** True when the program has automata. */
function throughFrontEnd(fileName: string, text: string, machine: MachineModel): boolean {
  const { unit, diagnostics } = parseTranslationUnit(fileName, text, machine);
  checkDiagnostics(text, diagnostics);
  if (diagnostics.some(({ severity }) => severity === "error")) return false;
  if (!unit.functions.has("main")) {
    return throughFrontEnd(fileName, text + mainOf(unit.functions), machine);
  }
  try {
    formatCfa(buildCfa(unit, machine));
    return true;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    checkDiagnostics(text, error.diagnostics);
    return false;
  }
}

test(`mutated programs, seed ${SEED}`, { timeout: SECONDS * 1000 + 120_000 }, () => {
  const seeds = seedPrograms();
  const end = performance.now() + SECONDS * 1000;
  let accepted = 0;
  for (let index = 0; index < MIN_PROGRAMS || performance.now() < end; index++) {
    const random = randomIntegers(SEED + index);
    const text = mutateProgram(seeds[random(seeds.length)] as string, random);
    const start = performance.now();
    try {
      const machine = random(2) === 0 ? ILP32 : LP64;
      if (throughFrontEnd(`p.${random(2) === 0 ? "c" : "i"}`, text, machine)) accepted++;
      expect(performance.now() - start).toBeLessThan(MAX_MILLISECONDS);
    } catch (error) {
      throw new Error(`seed ${SEED + index}, program:\n${text}`, { cause: error });
    }
  }
  // Some mutants are still programs, so that the automata are tested, too.
  expect(accepted).toBeGreaterThan(10);
});
