/** The value analysis, where executions diverge and meet again. */

import { expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import { randomIntegers } from "../../../ground/util/pseudo-random.ts";
import { specificationOf } from "../../specification/index.ts";
import { analyseValues } from "./value-analysis.ts";

const SPECIFICATION = specificationOf({
  formulas: [{ kind: "unreach-call", functionName: "reach_error" }],
});

const PRELUDE = `
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
`;

/** @param looks - budget in checks, of which one is made in some thousand steps */
function ask(text: string, looks: number): string {
  const left = { looks };
  const { kind } = analyseValues(buildProgram(PRELUDE + text, "ILP32"), {
    specification: SPECIFICATION,
    maxValues: Number.POSITIVE_INFINITY,
    remainingSeconds: () => left.looks--,
    confirm: () => true,
  });
  return kind;
}

const MODULUS = 5;

/** A choice adds one number or another, inside a function if it is called. */
interface Choice {
  readonly add: readonly [number, number];
  readonly isCalled: boolean;
}

function randomChoices(seed: number): readonly Choice[] {
  const random = randomIntegers(seed);
  return Array.from({ length: 3 }, () => ({
    add: [random(MODULUS), random(MODULUS)] as const,
    isCalled: random(2) === 0,
  }));
}

function sumsOf(choices: readonly Choice[]): ReadonlySet<number> {
  let sums = new Set([0]);
  for (const { add } of choices) {
    sums = new Set([...sums].flatMap((sum) => add.map((one) => (sum + one) % MODULUS)));
  }
  return sums;
}

/** @param turns - number of times that all choices are made in sequence */
function textOf(choices: readonly Choice[], error: number, turns: number): string {
  const functions = choices.map(
    ({ add: [a, b] }, index) => `void choose_${index}(void) {
      int by = ${a};
      if (__VERIFIER_nondet_int()) by = ${b};
      sum = (sum + by) % ${MODULUS};
    }`,
  );
  const made = choices.map(({ add: [a, b], isCalled }, index) =>
    isCalled
      ? `if (__VERIFIER_nondet_int() > 7) choose_${index}(); else sum = (sum + ${a}) % ${MODULUS};`
      : `sum = (sum + (__VERIFIER_nondet_int() < 3 ? ${a} : ${b})) % ${MODULUS};`,
  );
  return `int sum = 0; ${functions.join("\n")}
  int main(void) { ${made.join("\n").repeat(turns)} if (sum == ${error}) reach_error(); }`;
}

test.each(Array.from({ length: 12 }, (_, seed) => seed))(
  "the effect of each choice is found, seed %i",
  (seed) => {
    const choices = randomChoices(seed);
    const sums = sumsOf(choices);
    for (let error = 0; error < MODULUS; error++) {
      const kind = ask(textOf(choices, error, 1), 100);
      expect(kind).toBe(sums.has(error) ? "false" : "true");
    }
  },
);

test("many choices one after the other are not multiplied", () => {
  const choices: readonly Choice[] = [
    { add: [0, 2], isCalled: false },
    { add: [4, 1], isCalled: true },
  ];
  expect(ask(textOf(choices, MODULUS, 20), 20)).toBe("true");
});

test("executions that meet in different values of what is read later are distinguished", () => {
  const body = (last: string): string => `int main(void) {
    int a = __VERIFIER_nondet_int(), b = 0, c;
    if (a > 3) b = 1;
    if (__VERIFIER_nondet_int()) c = 1; else c = 2;
    if (${last}) reach_error();
  }`;
  expect(ask(body("b == 1 && a <= 3"), 100)).toBe("true");
  expect(ask(body("b == 1 && a > 3 && c == 2"), 100)).toBe("false");
});
