/**
 * Predicate abstraction, IMPACT and trace abstraction. The programs of the second group are false, most of them
 * because machine integers wrap around: a proof would be wrong. For the third group neither answer is allowed.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration, type Question } from "../../../../test/support/ask-configuration.ts";
import { settled } from "../../../../test/support/settled.ts";
import type { VerificationResult } from "../../plan/verify.ts";

const CONFIGURATIONS = [
  "predicate-abstraction",
  "predicate-abstraction-cartesian",
  "predicate-abstraction-calls",
  "predicate-abstraction-single-block",
  "block-memo",
  "impact",
  "trace-abstraction",
] as const;

/** Its invariant relates the parameters, which it changes, to a variable of the caller. */
const gcd = (claim: string): string =>
  `unsigned char gcd(unsigned char a, unsigned char b) { while (b != 0) { unsigned char t = b; b = a % b; a = t; } return a; }
   int main(void) { unsigned char y = __VERIFIER_nondet_uchar(), g = gcd(__VERIFIER_nondet_uchar(), y); check(${claim}); return 0; }`;

/** At the end the counter is one beyond `n`, if it has moved at all. */
const twice = (claim: string): string =>
  `int main(void) { int n = __VERIFIER_nondet_int(), s = 0; for (int i = 1; i <= n; i++) s += 2; check(${claim}); return 0; }`;

/** Two counters that come closer: they meet where the second one starts at twice the middle. */
const meeting = (start: string): string =>
  `int main(void) { int low = 0, middle = __VERIFIER_nondet_int(); assume(0 < middle); int high = ${start};
   while (middle > 0) { low++; high--; middle--; } check(low == high); return 0; }`;

/** The sum of the first numbers is not less than the last one. */
const sum = (most: number, first = 1): string =>
  `int main(void) { int s = ${first}, i = 0; while (i < ${most} && __VERIFIER_nondet_int()) { s += i; i++; } check(s >= i); return 0; }`;

/** The inner counter is bounded by how far two outer ones may come apart. */
const nested = (start: string): string =>
  `int main(void) { int n = __VERIFIER_nondet_int(), low = __VERIFIER_nondet_int(); assume(${start} && low < 1000 && n < 1000);
   for (int k = 0; k < n; k++) { for (int i = low; i < n; i++) check(i > 0); if (__VERIFIER_nondet_int()) low++; } return 0; }`;

function ask(
  configuration: (typeof CONFIGURATIONS)[number],
  body: string,
  property: Question["property"] = "unreach-call",
): VerificationResult {
  return settled(3, (seconds) => askConfiguration(configuration, body, { seconds, property }));
}

describe.each(CONFIGURATIONS)("%s proves", { timeout: 400_000 }, (configuration) => {
  test.for([
    [
      "without loops",
      `int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5 && x < 7) check(x == 6); return 0; }`,
    ],
    [
      "a sequence of modes",
      `int main(void) { int x = 0, m = 0; while (__VERIFIER_nondet_int()) {
       if (m == 0) { x = 1; m = 1; } else if (m == 1) { x = 5; m = 2; } else { x = 9; m = 0; } }
       check(m != 2 || x == 5); return 0; }`,
    ],
    [
      "a lock that a flag remembers",
      `int main(void) { int held = 0, flag = 0; while (__VERIFIER_nondet_int()) {
       if (flag) { check(held); held = 0; flag = 0; } else { check(!held); if (__VERIFIER_nondet_int()) { held = 1; flag = 1; } } } return 0; }`,
    ],
    [
      "a counter that runs beside another",
      `int main(void) { int x = 0, y = 0, n = __VERIFIER_nondet_int(); assume(n > 0); while (x < n) { x++; y++; } check(y == n); return 0; }`,
    ],
    [
      "a loop in a function that is called twice",
      `int up(int from, int to) { while (from < to) from++; return from; }
       int main(void) { int a = __VERIFIER_nondet_int(); assume(a < 500); int b = up(a, 500); int c = up(a, 1000); check(b == 500 && c == 1000); return 0; }`,
    ],
    ["a loop that is about a variable of its caller", gcd("y == 0 || g <= y")],
    ["an equation of three variables that nothing in the program says", meeting("2 * middle")],
    ["a sum whose last summand was tested before it was counted", twice("s == 2 * n || s == 0")],
  ] as const)("%s", ([, body], { skip }) => {
    const isLong = configuration === "predicate-abstraction-single-block" && body.includes("<");
    skip(isLong, "single edges make long paths: with arithmetic they take a minute");
    const isNested = configuration === "block-memo" && body.includes("up(a, 1000)");
    skip(isNested, "its predicates do not tell the two calls of one function apart");
    const answer = ask(configuration, body);
    expect(answer).toMatchObject({ verdict: "true", witness: { kind: "correctness" } });
  });
});

describe.each(["predicate-abstraction", "impact", "trace-abstraction"] as const)(
  "%s proves what interpolants of single paths would count up to",
  { timeout: 400_000 },
  (configuration) => {
    test.for([
      ["nested loops", nested("low > 0")],
      [
        "a counter that stays even",
        `int main(void) { unsigned x = 0; while (x < 0x7fffffff) x += 2; check(x % 2 == 0); return 0; }`,
      ],
      ["a sum that an equation with a square keeps from wrapping around", sum(2000)],
    ] as const)("%s", ([name, body], { skip }) => {
      skip(configuration === "impact" && name.includes("square"), "it takes twenty seconds");
      const answer = askConfiguration(configuration, body, { seconds: 40 });
      expect(answer.verdict).toBe("true");
    });
    test.each([
      ["nested loops in which a value is wrong", nested("low >= 0")],
      ["a sum that is too small at first", sum(2000, 0)],
    ])("but not %s", (_name, body) => {
      expect(ask(configuration, body)).toMatchObject({ verdict: "false" });
    });
  },
);

describe.each(CONFIGURATIONS)("%s refutes", { timeout: 400_000 }, (configuration) => {
  test.for([
    [
      "a bound that is off by one",
      `int main(void) { int i = 0, n = __VERIFIER_nondet_int(); assume(n > 0); while (i < n) i++; check(i < n); return 0; }`,
    ],
    [
      "a sum that wraps around",
      `int main(void) { unsigned a = __VERIFIER_nondet_uint(), s = a; while (__VERIFIER_nondet_int()) s += 3; check(s >= a); return 0; }`,
    ],
    ["an equation that holds for all but one number", meeting("middle == 3 ? 7 : 2 * middle")],
    ["a sum of no summands", twice("s == 2 * n")],
    ["the parameters that a function keeps", gcd("y == 0 || g < y")],
    [
      "a mode that is reached after some steps",
      `int main(void) { int m = 0; while (__VERIFIER_nondet_int()) { if (m < 3) m++; else if (__VERIFIER_nondet_int() == 7) m = 9; } check(m != 9); return 0; }`,
    ],
  ] as const)("%s", ([name, body], { skip }) => {
    const isLong = /-(calls|single-block)$/.test(configuration) && name.includes("all but one");
    skip(isLong, "blocks that are short make long paths: it takes ten seconds or more");
    expect(ask(configuration, body)).toMatchObject({
      verdict: "false",
      witness: { kind: "violation" },
    });
  });
});

/** CPU seconds: little, where there is no answer. */
const LITTLE = 1;

describe.each(CONFIGURATIONS)("%s does not know", { timeout: 400_000 }, (configuration) => {
  test.each([
    [
      "the code after an access that may be undefined",
      `int main(void) { int a[4] = {0}, i = 0; while (__VERIFIER_nondet_int()) i = __VERIFIER_nondet_int(); a[i] = 1; check(a[i] == 1); return 0; }`,
      /undefined behaviour|replayed|time limit/,
    ],
    [
      "a pointer after a loop",
      `int main(void) { int x = 0, *p = &x; for (int i = 0; i < __VERIFIER_nondet_int(); i++) { if (i == 7) p = 0; } *p = 1; check(x == 1); return 0; }`,
      /./,
    ],
  ])("%s", (_name, body, reason) => {
    const answer = askConfiguration(configuration, body, { seconds: LITTLE });
    expect(answer.verdict).toBe("unknown");
    expect(answer).toMatchObject({ reason: expect.stringMatching(reason) });
  });
});

test.each(CONFIGURATIONS.filter((name) => name !== "block-memo"))(
  "%s does not know what a recursion does",
  { timeout: 400_000 },
  (configuration) => {
    const body = `int down(int n) { return n <= 0 ? 0 : down(n - 1); } int main(void) { check(down(__VERIFIER_nondet_int()) == 0); return 0; }`;
    const answer = askConfiguration(configuration, body, { seconds: LITTLE });
    expect(answer).toMatchObject({
      verdict: "unknown",
      reason: expect.stringMatching(/recursion of down/),
    });
  },
);

test("a search that its time has ended does not begin again with less", {
  timeout: 400_000,
}, () => {
  const body = "int main(void) { int i = 0; while (i < 9000) i++; check(i != 9000); return 0; }";
  const attempts: number[] = [];
  const answer = askConfiguration("impact", body, {
    seconds: 3,
    onTechnique: ({ budgetSeconds }) => attempts.push(budgetSeconds),
  });
  expect(answer.verdict).toBe("unknown");
  expect(attempts).toHaveLength(1);
});

test("violations of other properties are found as well", () => {
  const body =
    "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) { if (i < 3) i++; else i = 2147483647; i++; } return 0; }";
  for (const configuration of CONFIGURATIONS) {
    expect([configuration, ask(configuration, body, "no-overflow").verdict]).toEqual([
      configuration,
      "false",
    ]);
  }
});
