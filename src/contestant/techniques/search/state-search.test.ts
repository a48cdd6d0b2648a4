import { expect, test } from "vitest";
import { loadProgram, REACHABILITY } from "../../../../test/regression/verdicts.ts";
import { specificationOf } from "../../specification/index.ts";
import type { TimeBudget } from "../technique.ts";
import { searchStates } from "./state-search.ts";

const PRELUDE = `
  extern int __VERIFIER_nondet_int(void);
  void reach_error(void) {}
  void check(int holds) { if (!holds) reach_error(); }
`;

/** A clock that advances at each query: it allows the given number of runs. */
function runs(left: number): TimeBudget {
  return {
    usedSeconds: () => 0,
    remainingSeconds: () => left,
    get isExhausted() {
      return left-- <= 0;
    },
    part: () => runs(left),
    charge: () => undefined,
  };
}

function search(text: string, most: number) {
  const { program } = loadProgram("p.c", PRELUDE + text, "ILP32");
  return searchStates(program, specificationOf(REACHABILITY), runs(most), 1);
}

/** A lock of ten digits with six values each; a wrong one leads back to the start. */
const DIGITS = [3, 1, 5, 2, 4, 4, 6, 1, 2, 5];
const STEPS = DIGITS.map(
  (digit, at) => `if (place == ${at} && input == ${digit}) return ${at + 1};`,
);
const LOCK = `int place; int step(int input) { ${STEPS.join(" ")} return 0; }`;

test("states behind many inputs are found one after the other", () => {
  const text = `${LOCK} int main(void) {
    while (1) {
      int input = __VERIFIER_nondet_int();
      if (input < 1 || input > 6) continue;
      place = step(input);
      check(place < 10);
    }
  }`;
  const found = search(text, 300);
  expect(found.kind).toBe("violation");
  if (found.kind === "violation")
    expect(found.choices.map(({ value }) => Number(value))).toEqual(DIGITS);
});

test("a state may be in variables of main, and in memory", () => {
  const text = `int main(void) {
    int place = 0; int seen[2] = {0, 0};
    while (1) {
      int a = __VERIFIER_nondet_int(); int b = __VERIFIER_nondet_int();
      if (a == 7 && b == 9 && seen[0] == place) { place++; seen[0]++; }
      else if (a != 3 || b != 4) { place = 0; seen[0] = 0; }
      check(place < 6);
    }
  }`;
  expect(search(text, 2000).kind).toBe("violation");
});

test("where no state is new, the search ends", () => {
  const text = `int s; int main(void) {
    while (1) { int input = __VERIFIER_nondet_int(); s = input == 3 ? 1 : 2; check(s != 0); }
  }`;
  expect(search(text, 300)).toMatchObject({ kind: "nothing", isLasting: true });
});

test("a variable that is not read any more makes no states", () => {
  const text = `int s; int main(void) {
    int last = 0;
    while (1) { last = __VERIFIER_nondet_int(); if (last == 3) s = 1; if (last == 4 && s == 1) s = 2; check(s < 3); }
  }`;
  const found = search(text, 300);
  expect(found).toMatchObject({ kind: "nothing", isLasting: true });
  if (found.kind === "nothing") expect(found.runs).toBeLessThan(40);
});
