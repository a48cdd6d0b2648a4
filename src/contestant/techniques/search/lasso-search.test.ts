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
