import { expect, test } from "vitest";
import { loadProgram, REACHABILITY } from "../../../../test/regression/verdicts.ts";
import { askConfiguration } from "../../../../test/support/ask-configuration.ts";
import { settled } from "../../../../test/support/settled.ts";
import { specificationOf } from "../../specification/index.ts";
import type { TimeBudget } from "../technique.ts";
import { followSingleExecution, searchViolation } from "./falsifier.ts";

const LONG = (condition: string): string =>
  `int main(void) { unsigned x = 0; while (x < 0x0fffffff) x = x + 2; check(${condition}); return 0; }`;

test("a single execution of hundreds of millions of steps is followed to its end", {
  timeout: 120_000,
}, () => {
  const question = { seconds: 30 };
  expect(askConfiguration("falsifier", LONG("x % 2 != 0"), question).verdict).toBe("false");
  expect(askConfiguration("falsifier", LONG("x % 2 == 0"), question).verdict).toBe("true");
});

test("what has to come many times in a row comes", () => {
  const text = `int main(void) {
    int value = 0, digit = __VERIFIER_nondet_int(), length = 0;
    while (digit >= 48 && digit <= 57) {
      value = value * 10 + (digit - 48);
      length++;
      check(length < 11);
      digit = __VERIFIER_nondet_int();
    }
    return 0;
  }`;
  const answer = settled(1, (seconds) => askConfiguration("falsifier", text, { seconds }));
  expect(answer.verdict).toBe("false");
});

test.each(["<", ">"])("numbers of which each is %s the next one come", (operator) => {
  const text = `int main(void) {
    int last = __VERIFIER_nondet_int(), ordered = 1;
    for (int i = 0; i < 200; i++) {
      int next = __VERIFIER_nondet_int();
      if (!(last ${operator} next)) ordered = 0;
      last = next;
    }
    check(!ordered);
    return 0;
  }`;
  const answer = settled(1, (seconds) => askConfiguration("falsifier", text, { seconds }));
  expect(answer.verdict).toBe("false");
});

test.each([
  ["the largest number", "int", "atoi", "2147483647"],
  ["the least number", "long", "atol", "-9223372036854775807L - 1"],
  ["a number that the program knows", "int", "atoi", "4711234"],
])("%s comes as a text", (_what, type, convert, number) => {
  const text = `extern char *fgets(char *, int, void *); extern void *stdin; extern ${type} ${convert}(const char *);
  int main(void) {
    char text[24];
    if (fgets(text, 24, stdin)) check(${convert}(text) != ${number});
    return 0;
  }`;
  const question = { dataModel: "LP64" as const };
  const answer = settled(1, (seconds) =>
    askConfiguration("falsifier", text, { ...question, seconds }),
  );
  expect(answer.verdict).toBe("false");
});

/** A clock that advances at each query: it allows the given number of queries. */
function looks(left: number): TimeBudget {
  const remainingSeconds = (): number => left-- / 100;
  return {
    usedSeconds: () => 0,
    remainingSeconds,
    get isExhausted() {
      return remainingSeconds() <= 0;
    },
    part: () => looks(left),
    charge: () => undefined,
  };
}

test("a search goes on with runs that are as long as the last ones of the one before", () => {
  const text = `extern void abort(void);
  extern unsigned __VERIFIER_nondet_uint(void);
  void reach_error(void) { abort(); }
  int main(void) {
    unsigned least = 0 - 1u;
    for (int i = 0; i < 200000; i++) {
      unsigned next = __VERIFIER_nondet_uint();
      if (next < least) least = next;
    }
    if ((least & 1) > 1) reach_error();
    return 0;
  }`;
  const { program } = loadProgram("least.c", text, "LP64");
  const specification = specificationOf(REACHABILITY);
  const first = searchViolation(program, specification, looks(60), 1);
  expect(first).toMatchObject({ kind: "nothing" });
  const { steps } = first as Extract<typeof first, { kind: "nothing" }>;
  expect(steps).toBeGreaterThan(20_000);
  const second = searchViolation(program, specification, looks(4), 2, steps);
  expect(second).toMatchObject({ kind: "nothing", steps });
});

test("the only execution goes on for as long as runs that took no time promise", () => {
  const text = `extern void abort(void);
  void reach_error(void) { abort(); }
  int main(void) {
    unsigned x = 0;
    while (x < 0x3ffffff) x = x + 2;
    if (x % 2 == 0) reach_error();
    return 0;
  }`;
  const { program } = loadProgram("even.c", text, "LP64");
  const budget: TimeBudget = { ...looks(0), remainingSeconds: () => 1, isExhausted: false };
  const found = followSingleExecution(program, specificationOf(REACHABILITY), budget);
  expect(found.kind).toBe("violation");
});
