/**
 * Linear equations modulo the width. The programs of the second group are false or need more than equations: there
 * must be no proof.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";
import type { VerificationResult } from "../plan/verify.ts";

const prove = (body: string): VerificationResult =>
  askConfiguration("affine-relations", body, { seconds: 20, property: "unreach-call" });

describe("proves", { timeout: 100_000 }, () => {
  test.each([
    [
      "a relation of registers that are written one after the other",
      `int a, b, next_a, next_b, go_a, go_b; unsigned last;
       int main(void) { while (__VERIFIER_nondet_int()) {
         if (__VERIFIER_nondet_int()) { int x = __VERIFIER_nondet_int(); next_a = x; go_a = 1; next_b = (int)(2u * (unsigned)x); go_b = 1; }
         if (go_a == 1) { if (a != next_a) a = next_a; go_a = 0; }
         if (go_b == 1) { if (b != next_b) b = next_b; go_b = 0; }
         last = (unsigned)b - ((unsigned)a + (unsigned)a);
         check(last == 0); }
       return 0; }`,
    ],
    [
      "a congruence",
      `int main(void) { unsigned x = 3, y = 1; while (__VERIFIER_nondet_int()) { x += 8; y += 4 * x; }
       check(x % 8 == 3 && y % 4 == 1); return 0; }`,
    ],
    [
      "equations across nested loops, of several widths",
      `int main(void) { unsigned i = 0, s = 0; unsigned long long t = 7;
       while (__VERIFIER_nondet_int()) { i++; while (__VERIFIER_nondet_int()) { s += 3; t += 6; i += 3; } s += 1; t += 2; }
       check(i == s && t % 2 == 1); return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(prove(body)).toMatchObject({ verdict: "true" });
  });
});

describe("does not prove", { timeout: 100_000 }, () => {
  test.each([
    [
      "a sum that wraps around",
      "int main(void) { unsigned x = 1; while (__VERIFIER_nondet_int()) x *= 3; check(x != 2863311531u); return 0; }",
    ],
    [
      "a relation that is broken late",
      `int main(void) { unsigned x = 0, y = 0; while (__VERIFIER_nondet_int()) { x++; y += x == 100000 ? 3 : 2; }
       check(y == 2 * x); return 0; }`,
    ],
    [
      "a claim that needs the bound of a counter",
      "int main(void) { int i = 0; while (i < 10) i++; check(i == 10); return 0; }",
    ],
  ])("%s", (_name, body) => {
    expect(prove(body)).toMatchObject({ verdict: "unknown" });
  });
});
