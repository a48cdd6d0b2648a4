import { expect, test } from "vitest";
import { loadProgram, TERMINATION } from "../../../../test/regression/verdicts.ts";
import { specificationOf } from "../../specification/index.ts";
import { LassoSearch } from "./lasso-search.ts";

const { program } = loadProgram(
  "toggle.c",
  "int main(void) { int x = 0; while (x >= 0) x = x < 1000 ? x + 1 : 500; return 0; }",
  "LP64",
);
const NO_INPUTS = { nondet: () => 0n };
const STEPS = 100_000;

test("an execution that comes back to a state is followed until it does", () => {
  const search = new LassoSearch(program, specificationOf(TERMINATION), () => false);
  expect(search.follow(NO_INPUTS, STEPS)?.choices).toEqual([]);
});

test("and only as long as there is time", () => {
  let questions = 0;
  const search = new LassoSearch(program, specificationOf(TERMINATION), () => ++questions === 3);
  expect(search.follow(NO_INPUTS, STEPS)).toBeUndefined();
  expect(questions).toBe(3);
});

const FEW_STEPS = 5000;
const DECLARED = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
`;

test.each([
  ["srand(1); while (rand() % 6 != 5) { }", "LP64"],
  ["srand(1); while (rand() % 6 != 5) { }", "ILP32"],
  ["int n = 0; while (n < 10) n += rand() % 2;", "LP64"],
  ["srandom(4); while (random() > 5) { }", "LP64"],
  ["time_t end = time(0) + 2; while (time(0) < end) { }", "LP64"],
  ["time_t end = time(0) + 2; while (time(0) < end) { }", "ILP32"],
  ["clock_t start = clock(); while (clock() - start < 1000) { }", "LP64"],
  ["unsigned s = 1; while (rand_r(&s) % 6 != 5) { }", "LP64"],
] as const)(
  "numbers that the library computes do not come again and again: %s (%s)",
  (body, model) => {
    const loaded = loadProgram("waits.c", `${DECLARED}int main(void) { ${body} return 0; }`, model);
    const search = new LassoSearch(loaded.program, specificationOf(TERMINATION), () => false);
    expect(search.follow(NO_INPUTS, FEW_STEPS)).toBeUndefined();
  },
);

test("nor is a function called for ever by such a number", () => {
  const text = `${DECLARED}int f(void) { return rand() % 2 ? 0 : f(); } int main(void) { return f(); }`;
  const loaded = loadProgram("calls.c", text, "LP64");
  const search = new LassoSearch(loaded.program, specificationOf(TERMINATION), () => false);
  expect(search.follow(NO_INPUTS, FEW_STEPS)).toBeUndefined();
});

test.each(["while (getchar() != EOF) { }", "int x = rand(); while (x != 5) { }"])(
  "what the environment gives, or is kept, may: %s",
  (body) => {
    const text = `${DECLARED}int main(void) { ${body} return 0; }`;
    const loaded = loadProgram("reads.c", text, "LP64");
    const search = new LassoSearch(loaded.program, specificationOf(TERMINATION), () => false);
    expect(search.follow(NO_INPUTS, FEW_STEPS)).toBeDefined();
  },
);
