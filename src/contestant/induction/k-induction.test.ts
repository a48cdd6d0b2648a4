import { describe, expect, test } from "vitest";
import { askConfiguration, type Question } from "../../../test/support/ask-configuration.ts";
import type { VerificationResult } from "../plan/verify.ts";

function ask(body: string, question: Question = { seconds: 12 }): VerificationResult {
  return askConfiguration("k-induction", body, question);
}

function reasonOf(result: VerificationResult): string {
  return result.verdict === "false" ? "a counterexample" : result.reason;
}

/** Different values rotate: inductive only with several iterations in a row. */
const ROTATION = `int main(void) { unsigned a = 1, b = 2, c = 3;
  while (__VERIFIER_nondet_int()) { unsigned t = a; a = b; b = c; c = t; check(a != c); } return 0; }`;

describe("proves", () => {
  test.each([
    ["values that go round", ROTATION],
    [
      "a condition after a loop that preserves it for k iterations",
      `int main(void) { unsigned a = 1, b = 2, c = 3;
       while (__VERIFIER_nondet_int()) { unsigned t = a; a = b; b = c; c = t; check(a != c); }
       check(a != c); return 0; }`,
    ],
    [
      "the forward condition",
      "int main(void) { unsigned s = 0; for (unsigned char i = __VERIFIER_nondet_uchar() % 5; i < 6; i++) s += i; check(s <= 15); return 0; }",
    ],
    [
      "a loop within a loop",
      `int main(void) { unsigned a = 1, b = 2;
       while (__VERIFIER_nondet_int()) { unsigned t = a; a = b; b = t; check(a != b);
         while (__VERIFIER_nondet_int()) t++; } return 0; }`,
    ],
  ])("%s", (_, body) => {
    const result = ask(body);
    expect(result.verdict, reasonOf(result)).toBe("true");
  });

  test("no overflow, of a value that is reset in time", () => {
    const result = ask(
      `int main(void) { int x = 0, s = 0; while (1) { if (s == 3) { x = 0; s = 0; } else { x = x + 7; s++; } } }`,
      { seconds: 12, property: "no-overflow" },
    );
    expect(result.verdict, reasonOf(result)).toBe("true");
  });
});

describe("refutes", () => {
  test.each([
    [
      "in the third iteration",
      `int main(void) { unsigned a = 1, b = 2, c = 3;
       while (__VERIFIER_nondet_int()) { unsigned t = a; a = b; b = c; c = t; check(a != 1 || b != 2); } return 0; }`,
    ],
    [
      "after a loop with several iterations",
      "int main(void) { int n = 0; while (__VERIFIER_nondet_int()) n++; check(n != 4); return 0; }",
    ],
  ])("%s", (_, body) => {
    const result = ask(body);
    expect(result.verdict, reasonOf(result)).toBe("false");
  });
});

/** The violation is too far away for the base case: the step must not assume that it is absent. */
describe("does not prove what fails after many iterations", () => {
  test.each([
    [
      "a counter that grows only while a block lives that an earlier iteration has made",
      `int main(void) { int *p = 0, n = 0; while (__VERIFIER_nondet_int()) {
         if (p) n += *p; p = malloc(4); if (!p) return 0; *p = 1; check(n < 300); } return 0; }`,
    ],
    [
      "a violation after the loop only",
      "int main(void) { int n = 0; while (__VERIFIER_nondet_int()) n++; check(n != 3000); return 0; }",
    ],
    [
      "a violation in a second loop",
      `int main(void) { int n = 0, m = 0; while (__VERIFIER_nondet_int()) if (n < 3000) n++;
       while (__VERIFIER_nondet_int()) { m++; check(n + m != 3200); } return 0; }`,
    ],
    [
      "a violation in an inner loop, in a late iteration of the outer one",
      `int main(void) { int n = 0; while (__VERIFIER_nondet_int()) {
         if (n < 4000) n++; for (int i = 0; i < __VERIFIER_nondet_int(); i++) check(n != 3000 || i != 2); } return 0; }`,
    ],
    [
      "different exits of one loop",
      `int main(void) { int n = 0; for (;;) { if (__VERIFIER_nondet_int()) { n = 1; break; } if (n == 3000) { n = 7; break; } n++; }
       check(n != 7); return 0; }`,
    ],
  ])("%s", (_, body) => {
    const result = ask(body, { seconds: 2 });
    expect(result.verdict, reasonOf(result)).not.toBe("true");
  });
});
