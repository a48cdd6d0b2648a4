/**
 * Invariants on all elements of arrays: each program of the first group needs one; each of the second is false in a
 * way that careless reasoning would miss.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";
import type { VerificationResult } from "../plan/verify.ts";

function prove(
  body: string,
  seconds = 40,
  dataModel: "ILP32" | "LP64" = "ILP32",
): VerificationResult {
  return askConfiguration("induction", body, { seconds, dataModel });
}

describe("proves", () => {
  test.each([
    [
      "the value of all elements",
      `int main(void) { int a[50000]; for (int i = 0; i < 50000; i++) a[i] = 7;
       for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "an array of unknown length",
      `int main(void) { int n = __VERIFIER_nondet_int(); assume(n > 0 && n < 90000); int a[n];
       for (int i = 0; i < n; i++) { int x = __VERIFIER_nondet_int(); assume(x > 3); a[i] = x; }
       for (int j = 0; j < n; j++) check(a[j] > 3); return 0; }`,
    ],
    [
      "a copy of a copy",
      `int a[30000], b[30000], c[30000]; int main(void) { int i;
       for (i = 0; i < 30000; i++) b[i] = a[i]; for (i = 0; i < 30000; i++) c[i] = b[i];
       for (i = 0; i < 30000; i++) check(c[i] == a[i]); return 0; }`,
    ],
    [
      "an array that is filled from its end",
      `int main(void) { int a[40000]; for (int i = 39999; i >= 0; i--) a[i] = i;
       for (int j = 0; j < 40000; j++) check(a[j] == j); return 0; }`,
    ],
    [
      "an array that a function fills",
      `int a[40000]; void fill(int n) { for (int i = 0; i < n; i++) a[i] = i; }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n >= 0 && n <= 40000); fill(n);
       for (int j = 0; j < n; j++) check(a[j] == j); return 0; }`,
    ],
    [
      "two elements an iteration",
      `int main(void) { unsigned i; int a[20002]; for (i = 0; i <= 10000; i++) { a[2 * i] = 5; a[2 * i + 1] = 5; }
       for (i = 0; i < 20002; i++) check(a[i] == 5); return 0; }`,
    ],
    [
      "two elements an iteration, of which each is something else",
      `int main(void) { int n = __VERIFIER_nondet_int(), i; assume(n > 0 && n < 50000); int a[2 * n];
       for (i = 0; i < 2 * n; i += 2) { a[i] = 1; a[i + 1] = 2; }
       for (i = 0; i < 2 * n; i++) { if (i % 2) check(a[i] == 2); else check(a[i] == 1); } return 0; }`,
    ],
    [
      "elements that are made from what they were",
      `int a[50000]; int main(void) { int i; for (i = 0; i < 50000; i++) a[i] = i;
       for (i = 0; i < 50000; i++) a[i] = a[i] + 3; for (i = 0; i < 50000; i++) a[i] = a[i] - i;
       for (i = 0; i < 50000; i++) check(a[i] == 3); return 0; }`,
    ],
    [
      "products of indices, in an array of any length that exists",
      `int main(void) { int n = __VERIFIER_nondet_int(); assume(n > 1); long long i, a[n];
       for (i = 0; i < n; i++) a[i] = (i - 2) * (i + 2); for (i = 0; i < n; i++) a[i] = a[i] - i * i;
       for (i = 0; i < n; i++) check(a[i] == -4); return 0; }`,
    ],
    [
      "the number of elements of two parts together",
      `int main(void) { int a[1000], b[1000], c[1000], i, p = 0, q = 0;
       for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
       for (i = 0; i < 1000; i++) { if (a[i] >= 0) { b[p] = a[i]; p++; } else { c[q] = a[i]; q++; } }
       check(p + q == 1000); return 0; }`,
    ],
    [
      "the parts of an array that is divided",
      `int main(void) { int a[1000], b[1000], c[1000], i, p = 0, q = 0;
       for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
       for (i = 0; i < 1000; i++) { if (a[i] >= 0) { b[p] = a[i]; p++; } else { c[q] = a[i]; q++; } }
       for (i = 0; i < p; i++) check(b[i] >= 0); for (i = 0; i < q; i++) check(c[i] < 0); return 0; }`,
    ],
    [
      "that a search finds what was put there",
      `int find(int *a, unsigned n, int q) { unsigned j = 0; while (j < n && a[j] != q) j++; return j < n; }
       int main(void) { unsigned n = __VERIFIER_nondet_uint() / 8 + 1; int a[n]; a[n / 2] = 3; check(find(a, n, 3)); return 0; }`,
    ],
    [
      "the largest element, doubled like the others",
      `int main(void) { int n = __VERIFIER_nondet_int(); assume(n > 0 && n < 5000); int a[n], b[n], i;
       for (i = 0; i < n; i++) { int x = __VERIFIER_nondet_int(); assume(x > -1000 && x < 1000); a[i] = x; }
       int max = a[0]; for (i = 0; i < n; i++) if (a[i] > max) max = a[i];
       for (i = 0; i < n; i++) b[i] = 2 * a[i]; for (i = 0; i < n; i++) check(b[i] <= 2 * max); return 0; }`,
    ],
    [
      "the largest element of a copy that is shifted",
      `int main(void) { int a[5001], b[5000], i; for (i = 0; i < 5001; i++) a[i] = __VERIFIER_nondet_int();
       for (i = 0; i < 5000; i++) b[i] = a[i + 1];
       int max = b[0]; for (i = 1; i < 5000; i++) if (max < b[i]) max = b[i];
       for (i = 1; i <= 5000; i++) check(a[i] <= max); return 0; }`,
    ],
    [
      "a copy in reverse order",
      `int main(void) { int a[1000], b[1000], i; for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
       for (i = 0; i < 1000; i++) b[i] = a[999 - i]; for (i = 0; i < 1000; i++) check(b[999 - i] == a[i]); return 0; }`,
    ],
    [
      "a sum of elements and counters that does not wrap around",
      `int main(void) { int n = __VERIFIER_nondet_int(), s = 0, i; assume(n > 0 && n < 10000); int a[n];
       for (i = 0; i < n; i++) { int x = __VERIFIER_nondet_int(); assume(x >= 0 && x < 1000); a[i] = x; }
       for (i = 0; i < n; i++) s = s + a[i] + i; check(s >= 0); return 0; }`,
    ],
  ])("%s", { timeout: 120_000 }, (_name, body) => {
    expect(prove(body)).toMatchObject({ verdict: "true" });
  });

  test("with 64-bit pointers", { timeout: 120_000 }, () => {
    const body = `int main(void) { long a[50000]; for (int i = 0; i < 50000; i++) a[i] = 7;
      for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`;
    expect(prove(body, 40, "LP64")).toMatchObject({ verdict: "true" });
  });
});

/** Each has a violating execution, so a proof would be wrong. */
describe("does not prove", () => {
  test.each([
    [
      "an array that a function does not fill",
      `int a[400]; void fill(int n) { for (int i = 1; i < n; i++) a[i] = 7; }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n >= 0 && n <= 400); fill(n);
       for (int j = 0; j < n; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "an array that a function fills in its second call with something else",
      `int a[400]; void fill(int n, int v) { for (int i = 0; i < n; i++) a[i] = v; }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n >= 0 && n < 400); fill(400, 7); fill(n, 8);
       for (int j = 0; j < 400; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "that a search finds something else",
      `int find(int *a, unsigned n, int q) { unsigned j = 0; while (j < n && a[j] != q) j++; return j < n; }
       int main(void) { unsigned n = __VERIFIER_nondet_uint() / 8 + 1; int a[n]; a[n / 2] = 3; check(find(a, n, 4)); return 0; }`,
    ],
    [
      "that a search finds what was replaced",
      `int find(int *a, unsigned n, int q) { unsigned j = 0; while (j < n && a[j] != q) j++; return j < n; }
       int main(void) { unsigned n = __VERIFIER_nondet_uint() / 8 + 1; int a[n]; a[n / 2] = 3; a[__VERIFIER_nondet_uint() % n] = 5; check(find(a, n, 3)); return 0; }`,
    ],
    [
      "that a search finds what lies before its start",
      `int find(int *a, unsigned n, int q) { unsigned j = 1; while (j < n && a[j] != q) j++; return j < n; }
       int main(void) { unsigned n = __VERIFIER_nondet_uint() / 8 + 1; int a[n]; a[n / 2] = 3; check(find(a, n, 3)); return 0; }`,
    ],
    [
      "two parts that leave elements out",
      `int main(void) { int a[1000], b[1000], c[1000], i, p = 0, q = 0;
       for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
       for (i = 0; i < 1000; i++) { if (a[i] > 0) { b[p] = a[i]; p++; } else if (a[i] < 0) { c[q] = a[i]; q++; } }
       check(p + q == 1000); return 0; }`,
    ],
    [
      "the parts of an array that is divided, the other way round",
      `int main(void) { int a[1000], b[1000], c[1000], i, p = 0, q = 0;
       for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
       for (i = 0; i < 1000; i++) { if (a[i] >= 0) { b[p] = a[i]; p++; } else { c[q] = a[i]; q++; } }
       for (i = 0; i < p; i++) check(b[i] > 0); for (i = 0; i < q; i++) check(c[i] < 0); return 0; }`,
    ],
    [
      "that an element before the first one that a loop passes is like the others",
      `int main(void) { int a[5000], i; a[0] = __VERIFIER_nondet_int();
       for (i = 1; i < 5000; i++) { int x = __VERIFIER_nondet_int(); assume(x < 9); a[i] = x; } check(a[0] < 9); return 0; }`,
    ],
    [
      "the largest element of a copy, of all that was copied",
      `int main(void) { int a[5001], b[5000], i; for (i = 0; i < 5001; i++) a[i] = __VERIFIER_nondet_int();
       for (i = 0; i < 5000; i++) b[i] = a[i + 1];
       int max = b[0]; for (i = 1; i < 5000; i++) if (max < b[i]) max = b[i];
       for (i = 0; i <= 5000; i++) check(a[i] <= max); return 0; }`,
    ],
    [
      "off by one at the end",
      `int a[50000]; int main(void) { for (int i = 0; i < 49999; i++) a[i] = 7;
       for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "off by one at the start",
      `int a[50000]; int main(void) { for (int i = 1; i < 50000; i++) a[i] = 7;
       for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "one element that is overwritten",
      `int a[50000]; int main(void) { for (int i = 0; i < 50000; i++) a[i] = 7;
       unsigned k = __VERIFIER_nondet_uint(); assume(k < 50000); a[k] = 8;
       for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "one element that is overwritten in the loop",
      `int a[50000]; int main(void) { unsigned k = __VERIFIER_nondet_uint(); assume(k < 50000);
       for (int i = 0; i < 50000; i++) { a[i] = 7; a[k] = 8; }
       for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "a second name for the array",
      `int a[50000]; int main(void) { int *p = a; for (int i = 0; i < 50000; i++) { a[i] = 7; p[49999 - i] = 8; }
       for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "every second element",
      `int a[50000]; int main(void) { for (int i = 0; i < 50000; i += 2) a[i] = 7;
       for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "two elements of three an iteration",
      `int main(void) { int n = __VERIFIER_nondet_int(), i; assume(n > 0 && n < 5000); static int a[15002];
       for (i = 0; i < 3 * n; i += 3) { a[i] = 1; a[i + 1] = 2; }
       for (i = 0; i < 3 * n; i++) check(i % 3 == 0 ? a[i] == 1 : a[i] == 2); return 0; }`,
    ],
    [
      "a break",
      `int a[50000]; int main(void) { for (int i = 0; i < 50000; i++) { if (__VERIFIER_nondet_int()) break; a[i] = 7; }
       for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "an index that wraps around",
      `int a[70000]; int main(void) { unsigned short i = 0; for (int n = 0; n < 70000; n++) { a[i] = 7; i++; }
       for (int j = 0; j < 70000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "a byte of an element",
      `int a[50000]; int main(void) { for (int i = 0; i < 50000; i++) a[i] = 7;
       unsigned k = __VERIFIER_nondet_uint(); assume(k < 200000); ((char *)a)[k] = 1;
       for (int j = 0; j < 50000; j++) check(a[j] == 7); return 0; }`,
    ],
    [
      "a value that grows out of a bound",
      `int a[50000]; int main(void) { for (int i = 0; i < 50000; i++) a[i] = i * 50000;
       for (int j = 0; j < 50000; j++) check(a[j] >= 0); return 0; }`,
    ],
    [
      "a later loop that undoes it",
      `int a[50000]; int main(void) { int i; for (i = 0; i < 50000; i++) a[i] = 7;
       for (i = 0; i < 50000; i++) if (i == 31234) a[i] = a[i] + 1;
       for (i = 0; i < 50000; i++) check(a[i] == 7); return 0; }`,
    ],
    [
      "an update that is made twice of one element",
      `int a[50000]; int main(void) { int i; for (i = 0; i < 50000; i++) a[i] = i;
       for (i = 0; i < 50000; i++) { a[i] = a[i] + 3; a[7] = a[7] + 1; }
       for (i = 0; i < 50000; i++) check(a[i] == i + 3); return 0; }`,
    ],
    [
      "a sum that wraps around",
      `int main(void) { int n = __VERIFIER_nondet_int(), s = 0, i; assume(n > 0 && n < 100000); int a[n];
       for (i = 0; i < n; i++) { int x = __VERIFIER_nondet_int(); assume(x >= 0 && x < 100000); a[i] = x; }
       for (i = 0; i < n; i++) s = s + a[i]; check(s >= 0); return 0; }`,
    ],
    [
      "a copy that is shifted",
      `int a[50001], b[50001]; int main(void) { int i; for (i = 0; i < 50000; i++) b[i] = a[i + 1];
       a[0] = 1; for (i = 0; i < 50000; i++) b[i] = a[i];
       for (i = 0; i < 50000; i++) check(b[i] == a[i + 1]); return 0; }`,
    ],
    [
      "a record of two arrays",
      `struct s { int a[30000]; int b[30000]; } g; int main(void) { int i;
       for (i = 0; i < 30001; i++) ((int *)&g)[i] = 7;
       for (i = 0; i < 30000; i++) check(g.b[i] == 0); return 0; }`,
    ],
    [
      "a fact of a branch that was not taken",
      `int a[50000]; int main(void) { int i; if (__VERIFIER_nondet_int()) for (i = 0; i < 50000; i++) a[i] = 7;
       for (i = 0; i < 50000; i++) check(a[i] == 7); return 0; }`,
    ],
  ])("%s", { timeout: 120_000 }, (_name, body) => {
    expect(prove(body, 6).verdict).toBe("unknown");
  });
});
