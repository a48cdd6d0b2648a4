/**
 * Invariants and contracts from Horn clauses over mathematical integers. The programs of the second group are
 * false, most of them only because machine integers wrap around: there the guess is wrong, and the check must
 * refute it.
 */

import { describe, expect, test } from "vitest";
import { askConfiguration, type Question } from "../../../test/support/ask-configuration.ts";
import { withHornSolver } from "../../../test/support/with-horn-solver.ts";
import type { VerificationResult } from "../plan/verify.ts";

function prove(
  body: string,
  seconds: number,
  property: Question["property"] = "unreach-call",
): VerificationResult {
  return askConfiguration("horn-clauses", body, { seconds, property });
}

/** CPU seconds: enough on a slow machine, and little where there is no proof. */
const ENOUGH = 20;
const LITTLE = 2.5;

const TRIVIAL = "(set-logic HORN)\n(check-sat)\n(get-model)";
const probe = withHornSolver((solve) => solve(TRIVIAL, 10));
const hasSolver = probe.kind === "solved";

describe.skipIf(!hasSolver)("proves", { timeout: 200_000 }, () => {
  test.each([
    [
      "a lock that is held at the end",
      `int main(void) { int lock = 0, old, fresh = __VERIFIER_nondet_int(); unsigned n = 0; old = fresh;
       do { lock = 1; old = fresh; if (__VERIFIER_nondet_int() && n < 1000000) { n++; lock = 0; fresh = fresh / 2 + 1; if (fresh == old) fresh = old - 1; } } while (fresh != old);
       check(lock == 1); return 0; }`,
    ],
    [
      "a divisor that is not larger than what it divides",
      `unsigned char rest(unsigned char a, unsigned char b) { while (b != 0) { unsigned char t = b; b = a % b; a = t; } return a; }
       int main(void) { unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar(); assume(y > 0);
       check(rest(x, y) <= y); return 0; }`,
    ],
    [
      "a recursion within the argument of a recursion",
      `int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x < 1000); int r = f(x); check(x > 100 || r == 91); return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(prove(body, ENOUGH)).toMatchObject({ verdict: "true" });
  });

  test("a sequence of modes, from interpolants of its first cycles", () => {
    const body = `int main(void) { int x = 0, m = 0; while (__VERIFIER_nondet_int()) {
      if (m == 0) { x = 1; m = 1; } else if (m == 1) { x = 5; m = 2; } else { x = 9; m = 0; } }
      check(m != 2 || x == 5); return 0; }`;
    const answer = askConfiguration("interpolation", body, { seconds: ENOUGH });
    expect(answer).toMatchObject({ verdict: "true" });
  });
});

/** Each has a violating execution, so a proof would be wrong. */
describe.skipIf(!hasSolver)("does not prove", { timeout: 200_000 }, () => {
  test.each([
    [
      "a counter that wraps around before another",
      `int main(void) { unsigned char c = 0; unsigned n = 0; while (__VERIFIER_nondet_int()) { c++; n++; } check(c == n); return 0; }`,
    ],
    [
      "that a counter never becomes negative",
      `int main(void) { int i = 0; while (__VERIFIER_nondet_int()) i++; check(i >= 0); return 0; }`,
    ],
    [
      "that a sum is larger than its parts",
      `int main(void) { unsigned a = __VERIFIER_nondet_uint(), s = a; while (__VERIFIER_nondet_int()) s += 3; check(s >= a); return 0; }`,
    ],
    [
      "that the middle is between the ends",
      `int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); assume(a <= b);
       while (a < b) { unsigned m = (a + b) / 2; check(m >= a && m <= b); if (__VERIFIER_nondet_int()) a = m + 1; else b = m; } return 0; }`,
    ],
    [
      "that a cast keeps the value",
      `int main(void) { int x = __VERIFIER_nondet_int(); while (x > 300) x -= 7; signed char c = (signed char)x; check(c == x); return 0; }`,
    ],
    [
      "a product that wraps around",
      `int main(void) { unsigned n = __VERIFIER_nondet_uint(), y = 0; for (unsigned i = 0; i < n; i++) y += 4; check(y / 4 == n); return 0; }`,
    ],
    [
      "a recursive sum that wraps around",
      `unsigned f(unsigned n) { if (n == 0) return 0; return f(n - 1) + 3; }
       int main(void) { unsigned n = __VERIFIER_nondet_uint(); check(f(n) >= n); return 0; }`,
    ],
    [
      "a bound that is off by one",
      `int main(void) { int i = 0, n = __VERIFIER_nondet_int(); assume(n > 0); while (i < n) i++; check(i < n); return 0; }`,
    ],
    [
      "a difference of unsigned numbers",
      `int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), n = 0; while (a - b > 10 && n < 5) { n++; a--; } check(n == 5 || a <= b + 10); return 0; }`,
    ],
    [
      "a global that a called function changes at the last moment",
      `unsigned g; void step(void) { if (g == 77) g = 100; else g++; } int main(void) { while (g < 90) step(); check(g == 90); return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(prove(body, LITTLE)).not.toMatchObject({ verdict: "true" });
  });

  test("interpolants: a counter that wraps around before another", () => {
    const body = `int main(void) { unsigned char c = 0; unsigned n = 0;
      while (__VERIFIER_nondet_int()) { c++; n++; } check(c == n); return 0; }`;
    const answer = askConfiguration("interpolation", body, { seconds: LITTLE });
    expect(answer).not.toMatchObject({ verdict: "true" });
  });

  test("interpolants: a violation after more cycles than are looked at", () => {
    const body =
      "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) { check(i != 40); i++; } return 0; }";
    const answer = askConfiguration("interpolation", body, { seconds: LITTLE });
    expect(answer).not.toMatchObject({ verdict: "true" });
  });

  test.each([
    [
      "a counter without a bound",
      "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) i += 2; return 0; }",
    ],
    [
      "a negated minimum",
      "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 5) x--; return -x; }",
    ],
    [
      "a recursion that adds too much",
      `int f(int n) { if (n <= 0) return 0; return f(n - 1) + 50000; }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n < 100000); return f(n); }`,
    ],
  ])("that there is no overflow: %s", (_name, body) => {
    expect(prove(body, LITTLE, "no-overflow")).not.toMatchObject({ verdict: "true" });
  });
});

test("unknown, with the reason, without a solver and without time", () => {
  const script = "(set-logic HORN)\n(check-sat)";
  expect(withHornSolver((solve) => solve(script, 0.1))).toMatchObject({
    kind: "unknown",
    reason: "time limit",
  });
  const body = "int main(void) { int i = 0; while (i < 5) i++; check(i == 5); return 0; }";
  const answer = askConfiguration("horn-clauses", body, { seconds: 0.2 });
  expect(answer).toMatchObject({ verdict: "unknown" });
});
