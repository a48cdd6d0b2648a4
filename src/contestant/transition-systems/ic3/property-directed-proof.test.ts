/**
 * Property-directed reachability. The programs under "refutes" and "does not prove" violate their property, most of them
 * because machine integers wrap around: those with a violation after few steps must be refuted, the others not proved.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration, type Question } from "../../../../test/support/ask-configuration.ts";
import type { VerificationResult } from "../../plan/verify.ts";

function ask(
  body: string,
  seconds: number,
  property: Question["property"] = "unreach-call",
): VerificationResult {
  return askConfiguration("pdr", body, { seconds, property });
}

/** CPU seconds: enough for an answer on a slow machine; little for programs without an answer. */
const ENOUGH = 20;
const LITTLE = 2.5;

test.each([
  "struct node { int value; struct node *next; } all[3];",
  "struct node { struct node *next; int value; int other; } all[3];",
  "struct node { char value; long far; } all[3];",
])(
  "pointers have the size of the data model: %s",
  (declaration) => {
    // A fact about a cell at an offset becomes an address with that offset.
    const body = `${declaration}
    int main(void) { int i, n = __VERIFIER_nondet_int();
      for (i = 0; i < 3; i++) { all[i].value = i + 1; }
      for (i = 0; i < n; i++) { check(all[2].value > 0); }
      return 0; }`;
    for (const dataModel of ["ILP32", "LP64"] as const) {
      const answer = askConfiguration("pdr", body, { seconds: ENOUGH, dataModel });
      expect(answer, dataModel).toMatchObject({ verdict: "true" });
    }
  },
  200_000,
);

describe("proves", { timeout: 200_000 }, () => {
  test.each([
    [
      "a sequence of modes",
      `int main(void) { int x = 0, m = 0; while (__VERIFIER_nondet_int()) {
       if (m == 0) { x = 1; m = 1; } else if (m == 1) { x = 5; m = 2; } else { x = 9; m = 0; } }
       check(m != 2 || x == 5); return 0; }`,
    ],
    [
      "a bound by another variable, in steps of three",
      `int main(void) { unsigned char x = 0, n = __VERIFIER_nondet_uchar(); while (x < n) x += 3; check(x <= n + 2); return 0; }`,
    ],
    [
      "a counter that runs beside another",
      `int main(void) { int x = 0, y = 0, n = __VERIFIER_nondet_int(); assume(n > 0); while (x < n) { x++; y++; } check(y == n); return 0; }`,
    ],
    [
      "two phases",
      `int main(void) { int x = 0, y = 50; while (x < 100) { x++; if (x > 50) y++; } check(y == 100); return 0; }`,
    ],
    [
      "nested loops",
      `int main(void) { int i, j, n = __VERIFIER_nondet_int(); assume(n > 0 && n < 1000);
       for (i = 0; i < n; i++) for (j = i; j < n; j++) check(j >= i); check(i == n); return 0; }`,
    ],
    [
      "a loop in a function that is called twice",
      `int up(int from, int to) { while (from < to) from++; return from; }
       int main(void) { int a = __VERIFIER_nondet_int(); assume(a < 500); int b = up(a, 500); int c = up(a, 1000); check(b == 500 && c == 1000); return 0; }`,
    ],
    [
      "a difference that is bounded where the loop is entered",
      `int main(void) { int n = __VERIFIER_nondet_int(), from = __VERIFIER_nondet_int(); assume(from > 0 && from < 70000 && n < 90000);
       for (int k = 1; k < n; k++) { for (int i = from; i < n; i++) check(i >= 1); if (__VERIFIER_nondet_int()) from++; } return 0; }`,
    ],
    [
      "numbers that are odd together",
      `int main(void) { unsigned x = 1, y = 1; while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) { x += 2; } else { y += 4; x += y + 1; } }
       check(x % 2 == 1); return 0; }`,
    ],
    [
      "a lock that a flag remembers",
      `int main(void) { int held = 0, flag = 0; while (__VERIFIER_nondet_int()) {
       if (flag) { check(held); held = 0; flag = 0; } else { check(!held); if (__VERIFIER_nondet_int()) { held = 1; flag = 1; } } } return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(ask(body, ENOUGH)).toMatchObject({ verdict: "true" });
  });

  test("with a disjunction in the witness", () => {
    const answer = ask(
      `int main(void) { int x = 0, m = 0; while (__VERIFIER_nondet_int()) { if (m == 0) { x = 7; m = 1; } else { x = 9; m = 0; } }
       check(m != 1 || x == 7); return 0; }`,
      ENOUGH,
    );
    expect(answer).toMatchObject({ verdict: "true", witness: { kind: "correctness" } });
    const { witness } = answer as Extract<VerificationResult, { verdict: "true" }>;
    const texts = "invariants" in witness ? witness.invariants.map((i) => i.expression) : [];
    expect(texts.some((text) => text.includes("||"))).toBe(true);
  });

  test("that nothing overflows", () => {
    const body =
      "int main(void) { int i = 0, n = __VERIFIER_nondet_int(); while (i < n) i++; return i; }";
    expect(ask(body, ENOUGH, "no-overflow")).toMatchObject({ verdict: "true" });
  });
});

describe("refutes", { timeout: 200_000 }, () => {
  test.each([
    [
      "a bound that is off by one",
      `int main(void) { int i = 0, n = __VERIFIER_nondet_int(); assume(n > 0); while (i < n) i++; check(i < n); return 0; }`,
    ],
    [
      "a sum that wraps around",
      `int main(void) { unsigned a = __VERIFIER_nondet_uint(), s = a; while (__VERIFIER_nondet_int()) s += 3; check(s >= a); return 0; }`,
    ],
    [
      "the middle of two numbers, whose sum wraps around",
      `int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); assume(a <= b);
       while (a < b) { unsigned m = (a + b) / 2; check(m >= a && m <= b); if (__VERIFIER_nondet_int()) a = m + 1; else b = m; } return 0; }`,
    ],
    [
      "a cast that loses the value",
      `int main(void) { int x = __VERIFIER_nondet_int(); while (x > 300) x -= 7; signed char c = (signed char)x; check(c == x); return 0; }`,
    ],
    [
      "a mode that is reached after some steps",
      `int main(void) { int m = 0; while (__VERIFIER_nondet_int()) { int c = __VERIFIER_nondet_int();
       if (m == 0 && c == 17) m = 1; else if (m == 1 && c == -3) m = 2; else if (m == 2 && c == 99) m = 3; check(m != 3); } return 0; }`,
    ],
    [
      "a variable without a value",
      `int main(void) { int x; int i = 0; while (i < 3) { i++; } check(x != 5 || i != 3); return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(ask(body, ENOUGH)).toMatchObject({ verdict: "false" });
  });

  test.each([
    [
      "a counter without a bound",
      "int main(void) { int i = 2147483640; while (__VERIFIER_nondet_int()) i += 2; return 0; }",
    ],
    [
      "a negated minimum",
      "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 5) x--; return -x; }",
    ],
  ])("that there is no overflow: %s", (_name, body) => {
    expect(ask(body, ENOUGH, "no-overflow")).toMatchObject({ verdict: "false" });
  });
});

describe("does not prove", { timeout: 200_000 }, () => {
  test.each([
    [
      "a counter that wraps around before another",
      `int main(void) { unsigned char c = 0; unsigned n = 0; while (__VERIFIER_nondet_int()) { c++; n++; } check(c == n); return 0; }`,
    ],
    [
      "that a counter never becomes negative",
      "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) i++; check(i >= 0); return 0; }",
    ],
    [
      "a product that wraps around",
      `int main(void) { unsigned n = __VERIFIER_nondet_uint(), y = 0; for (unsigned i = 0; i < n; i++) y += 4; check(y / 4 == n); return 0; }`,
    ],
    [
      "a global that a called function changes at the last moment",
      "unsigned g; void step(void) { if (g == 77) g = 100; else g++; } int main(void) { while (g < 90) step(); check(g == 90); return 0; }",
    ],
    [
      "an element of an array that a loop overwrites",
      `int main(void) { int a[100]; int n = __VERIFIER_nondet_int(); assume(n > 0 && n < 100); for (int i = 0; i < 100; i++) a[i] = i == 99; check(a[n] == 0); return 0; }`,
    ],
    [
      "a value that changes through a pointer",
      `int main(void) { int x = 0, y = 0; int *p = &x; while (__VERIFIER_nondet_int()) { (*p)++; p = &y; } check(y < 9); return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(ask(body, LITTLE)).not.toMatchObject({ verdict: "true" });
  });
});

describe("says why it does not know", () => {
  test.each([
    [
      /recursion of f/,
      "int f(int n) { return n <= 0 ? 0 : f(n - 1); } int main(void) { check(f(__VERIFIER_nondet_int()) == 0); return 0; }",
    ],
    [
      /undefined behaviour/,
      "int main(void) { int *p = malloc(4); if (p == 0) return 0; *p = 1; while (__VERIFIER_nondet_int()) *p = 1; check(*p == 1); return 0; }",
    ],
  ])("%s", (reason, body) => {
    const answer = ask(body, ENOUGH);
    expect(answer).toMatchObject({ verdict: "unknown" });
    expect(answer).toHaveProperty("reason", expect.stringMatching(reason));
  });
});
