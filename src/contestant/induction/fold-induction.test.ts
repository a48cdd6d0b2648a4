/**
 * Comparisons of the results of loops that fold arrays: each program of the first group needs the history of a
 * loop; each of the second is false in a way that careless reasoning would miss.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

const verdictOf = (body: string, seconds: number): string =>
  askConfiguration("induction", body, { seconds, dataModel: "ILP32" }).verdict;

/** An array with arbitrary values and a length up to 1000. */
const filled = (rest: string): string =>
  `int a[1000]; int main(void) { int n = __VERIFIER_nondet_int(), i; assume(n >= 0 && n <= 1000);
   for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int(); ${rest} return 0; }`;

describe("proves", () => {
  test.each([
    [
      "that what is added is taken away",
      filled(`unsigned s = 5; for (i = 0; i < n; i++) s += a[i]; for (i = 0; i < n; i++) s -= a[i];
      check(s == 5);`),
    ],
    [
      "a sum from both ends",
      filled(`unsigned s = 0, t = 0; for (i = 0; i < n; i++) s += a[i]; for (i = n - 1; i >= 0; i--) t += a[i];
      check(s == t);`),
    ],
    [
      "that each element has a property or has it not",
      filled(`int p = 0, q = 0; for (i = 0; i < n; i++) if (a[i] > 10) p++;
      for (i = 0; i < n; i++) if (a[i] <= 10) q++; check(p + q == n);`),
    ],
    [
      "the greatest element of a copy",
      `int a[2000], b[1000]; int main(void) { int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
       assume(n >= 1 && n <= 1000 && k >= 0 && k < 1000); for (i = 0; i < n; i++) b[i] = a[i + k];
       int m = a[k]; for (i = 0; i < n; i++) if (a[i + k] > m) m = a[i + k];
       int q = b[0]; for (i = 0; i < n; i++) if (b[i] > q) q = b[i]; check(m == q); return 0; }`,
    ],
    [
      "a sum by recursion",
      `int sum(int *a, int n) { return n <= 0 ? 0 : a[n - 1] + sum(a, n - 1); }
       ${filled("int s = 0; for (i = 0; i < n; i++) s += a[i]; check(s == sum(a, n));")}`,
    ],
  ])("%s", { timeout: 120_000 }, (_name, body) => {
    expect(verdictOf(body, 40)).toBe("true");
  });
});

describe("does not claim", () => {
  test.each([
    [
      "an element that is left out",
      filled(`unsigned s = 0; for (i = 0; i < n; i++) s += a[i]; for (i = 0; i < n - 1; i++) s -= a[i];
      check(s == 0);`),
    ],
    [
      "an element that changes meanwhile, through another pointer",
      filled(`unsigned s = 0, t = 0; int *p = a + 3; for (i = 0; i < n; i++) s += a[i]; *p = 1;
      for (i = 0; i < n; i++) t += a[i]; check(s == t);`),
    ],
    [
      "a loop that is left",
      filled(`unsigned s = 0, t = 0; for (i = 0; i < n; i++) { if (a[i] == 9) break; s += a[i]; }
      for (i = 0; i < n; i++) t += a[i]; check(s == t);`),
    ],
    [
      "a counter that wraps around",
      `int a[256]; int main(void) { unsigned char i; unsigned s = 0, t = 0; int n = __VERIFIER_nondet_int();
       for (i = 1; i != 0; i++) s += a[i]; for (i = 255; i != 0; i--) t += a[i] + (i == 7);
       check(s == t); return 0; }`,
    ],
    [
      "a recursion that returns something else where there are no elements",
      `int sum(int *a, int n) { return n <= 0 ? -n : a[n - 1] + sum(a, n - 1); }
       int a[1000]; int main(void) { int n = __VERIFIER_nondet_int(), s = 0, i; assume(n <= 1000);
       for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int(); for (i = 0; i < n; i++) s += a[i];
       check(s == sum(a, n)); return 0; }`,
    ],
  ])("%s", { timeout: 120_000 }, (_name, body) => {
    expect(verdictOf(body, 4)).toBe("unknown");
  });
});
