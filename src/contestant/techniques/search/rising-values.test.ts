import { expect, test } from "vitest";
import { parseProperty } from "../../../ground/properties/index.ts";
import { startExploration } from "../../interpreter/index.ts";
import { loadProgram } from "../../program/load-program.ts";
import { specificationOf } from "../../specification/index.ts";
import { inputValuesOf } from "./input-values.ts";
import { RandomGenerator } from "./random-generator.ts";
import { risingObjects } from "./rising-values.ts";
import { exploreSchedules } from "./schedule-exploration.ts";

const FORMULA = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
const specification = specificationOf(parseProperty(FORMULA, "p.prp"));
const ENDLESS = { isExhausted: false };

function programOf(f: string, g: string, end: string) {
  const text = `#include <pthread.h>
    extern void abort(void); void reach_error(void) { abort(); }
    int x = 1, y = 1, z; unsigned u; long l; int n = -1;
    void *f(void *p) { ${f} return 0; } void *g(void *p) { ${g} return 0; }
    int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0); ${end} return 0; }`;
  return loadProgram("p.c", text, "LP64").program;
}

function rises(f: string, end: string): boolean {
  const rising = risingObjects(programOf(f, "y = y + 1;", end), new Set(["reach_error"]));
  return [...rising].some(({ name }) => name === "x");
}

test.each([
  ["sums and limits", "x = x + 2;", "if (x > 5 || y >= 7) reach_error();"],
  ["both limits", "x = x + y;", "if (x > 5 && 7 <= y) reach_error();"],
  ["constants", "x = 0; x = 7;", "if (x > 5) { ; reach_error(); }"],
])("%s: larger values are only worse", (_, f, end) => {
  expect(rises(f, end)).toBe(true);
});

test.each([
  ["differences", "x = x - 1;", ""],
  ["constants below zero", "x = -1;", ""],
  ["what goes elsewhere", "int v = x; z = v;", ""],
  ["what comes from elsewhere", "int v = 1; x = v;", ""],
  ["what comes from another type", "x = l;", ""],
  ["what comes from below zero", "x = n;", ""],
  ["products", "x = x * 2;", ""],
  ["limits from below", "x = x + 1;", "if (x < 5) reach_error();"],
  ["equality", "x = x + 1;", "if (x == 5) reach_error();"],
  ["a limit that is no error", "x = x + 1;", "if (x > 5) z = 7;"],
  ["a limit that keeps from the error", "x = x + 1;", "if (x > 5) return 0; reach_error();"],
  [
    "something between the limit and the error",
    "x = x + 1;",
    "if (x > 5) { pthread_join(s, 0); reach_error(); }",
  ],
  ["an address", "int *q = &x; *q = 1;", ""],
  ["arguments", "x = x + 1;", "pthread_exit((void *)(long)x);"],
  ["results", "x = x + 1;", "return x;"],
])("%s: nothing is known", (_, f, end) => {
  expect(rises(f, end)).toBe(false);
});

test("answers are those of the exploration of all states", () => {
  const random = new RandomGenerator(18);
  const below = (count: number): number => random.below(count);
  const counts = { true: 0, false: 0 };
  for (let i = 0; i < 16; i++) {
    const value = (): string => ["x", "y", "z", "1", "2"][below(5)] as string;
    const step = (): string => `${["x", "y", "z"][below(3)]} = ${value()} + ${value()};`;
    const steps = (): string => Array.from({ length: 1 + below(2) }, step).join(" ");
    const limit = (): string => `${["x", "y", "z"][below(3)]} > ${2 + below(6)}`;
    const program = programOf(
      steps(),
      `${steps()} if (${limit()}) reach_error();`,
      `if (${limit()} || ${limit()}) reach_error();`,
    );
    const found = startExploration(program, {
      rules: { ...specification.execution, maxSteps: 100_000 },
      valuesOf: inputValuesOf(program),
      violates: (run, outcome) => specification.observe(run, outcome) !== undefined,
      doubts: specification.doubts,
      isShown: () => true,
      maxStates: 100_000,
    }).continue(() => false);
    expect(risingObjects(program, specification.execution.errorFunctions).size).toBeGreaterThan(0);
    const answer = exploreSchedules({ program, specification }, ENDLESS).kind;
    expect(answer).toBe(found.kind === "violation" ? "false" : "true");
    counts[answer as "true" | "false"]++;
  }
  expect(counts.true).toBeGreaterThan(2);
  expect(counts.false).toBeGreaterThan(2);
});

test("nothing is known where a sum overflows: afterwards larger values are smaller", () => {
  const sum = "x = x + y; x = x + y;";
  const program = programOf(
    `y = 2147483600; ${sum}`,
    "y = 40; y = y + 1;",
    "if (z > 5) reach_error();",
  );
  const answer = exploreSchedules({ program, specification }, ENDLESS);
  expect(answer).not.toMatchObject({ reason: expect.stringContaining("with the largest") });
});

test("an exploration that was interrupted goes on where it was", () => {
  const steps = "x = x + y; y = y + x; x = x + y;";
  for (const [end, expected] of [
    ["if (x > 60) reach_error();", "true"],
    ["if (x > 20) reach_error();", "false"],
  ] as const) {
    const whole = exploreSchedules(
      { program: programOf(steps, steps, end), specification },
      ENDLESS,
    );
    const task = { program: programOf(steps, steps, end), specification };
    let [asked, interruptions] = [0, 0];
    // Ends at every third query, and is asked again after that.
    const brief = {
      get isExhausted() {
        return ++asked % 3 === 0;
      },
    };
    let answer = exploreSchedules(task, brief);
    for (; answer.kind === "unknown" && interruptions < 1000; interruptions++) {
      expect(answer.reason).toContain("time limit");
      answer = exploreSchedules(task, brief);
    }
    expect(whole.kind).toBe(expected);
    const states = (of: typeof whole) => "reason" in of && of.reason.replace(/\d+ executions/, "");
    expect(states(answer)).toBe(states(whole));
    expect(interruptions).toBeGreaterThan(0);
  }
});
