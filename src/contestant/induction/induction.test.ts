import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";
import type { VerificationResult } from "../plan/verify.ts";

function prove(body: string): VerificationResult {
  return askConfiguration("induction", body, { seconds: 60 });
}

describe("proves", () => {
  test.each([
    [
      "an infinite loop with a state machine",
      `int main(void) { int s = 0; while (1) {
         switch (s) { case 0: s = 3; break; case 3: s = 7; break; case 7: s = 0; break; default: check(0); } } }`,
    ],
    [
      "the first member of a record as an index",
      `struct s { unsigned at; short other; };
       int main(void) { struct s s = { 0, 0 }; unsigned t[100];
         for (int i = 0; i < 100; i++) t[i] = 0;
         while (__VERIFIER_nondet_int()) { if (t[s.at] == 0) t[s.at] = s.at; s.at = (s.at + 1) % 100; }
         check(s.at < 100); return 0; }`,
    ],
    [
      "a bound from the condition",
      "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++; check(i == n); return 0; }",
    ],
    [
      "parity",
      "int main(void) { unsigned x = 0; while (__VERIFIER_nondet_int()) x += 2; check(x % 2 == 0); return 0; }",
    ],
    [
      "a counter of every fourth iteration",
      `int main(void) { int n = __VERIFIER_nondet_int(), steps = 0, fourths = 0; if (n < 0 || n > 300000) return 0;
         while (steps < 4 * n) { steps++; if (steps % 4 == 0) fourths++; } check(fourths == n); return 0; }`,
    ],
    [
      "equal counters",
      `int main(void) { int i = 0, j = 0; while (__VERIFIER_nondet_int() && i < 1000000) { i++; j++; } check(i == j); return 0; }`,
    ],
    [
      "two phases",
      `int main(void) { int x = 0, y = 50; while (x < 100) { if (x >= 50) y++; x++; } check(y == 100); return 0; }`,
    ],
    [
      "a bound that may lie below the start",
      `int main(void) { int n = __VERIFIER_nondet_int(), s = 0; for (int i = 1; i <= n; i++) s += 2; check(s == n * 2 || s == 0); return 0; }`,
    ],
    [
      "a variable that the loop does not change",
      `struct s { int a, b; } g = { 1, 2 };
       int main(void) { while (__VERIFIER_nondet_int()) g.a = __VERIFIER_nondet_int(); check(g.b == 2); return 0; }`,
    ],
    [
      "nested loops",
      `int main(void) { int x = 0; while (__VERIFIER_nondet_int()) { int i = 0; while (__VERIFIER_nondet_int() && i < 9) i++; check(i >= 0); x = i; } check(x >= 0); return 0; }`,
    ],
    [
      "a pointer that stays within two variables",
      `int main(void) { int a = 1, b = 2; int *p = &a; while (__VERIFIER_nondet_int()) { if (p == &a) p = &b; else p = &a; } check(*p == 1 || *p == 2); return 0; }`,
    ],
    [
      "that none is larger than the largest one",
      `int main(void) { int a[1000], max, i; max = a[0]; for (i = 0; i < 1000; i++) if (a[i] > max) max = a[i];
         for (i = 0; i < 1000; i++) check(a[i] <= max); return 0; }`,
    ],
    [
      "that a search has passed what it looks for nowhere",
      `int main(void) { int a[1000], i = 0, j, x = __VERIFIER_nondet_int();
         while (i < 1000 && a[i] != x) i++;
         for (j = 0; j < i; j++) check(a[j] != x); return 0; }`,
    ],
    [
      "the elements that an inner loop has read of an array that the outer one does not change",
      `int a[1000]; int main(void) { int i, j, x = __VERIFIER_nondet_int();
         for (i = 0; i < 9; i++) { for (j = 0; j < 1000; j++) if (a[j] == x) break; check(j == 1000 || a[j] == x); }
         check(a[7] == 0); return 0; }`,
    ],
    [
      "elements in groups of three",
      `int a[3000]; int main(void) { int i;
         for (i = 0; i < 1000; i++) { a[3 * i] = 7; a[3 * i + 2] = 9; }
         for (i = 0; i < 1000; i++) check(a[3 * i + 2] == 9); return 0; }`,
    ],
    [
      "that a search from the end, to -1 if need be, has passed positive numbers only",
      `int main(void) { int a[1000], i, j; for (i = 999; i >= 0; i--) if (a[i] < 0) break;
         for (j = i + 1; j < 1000; j++) check(a[j] >= 0); return 0; }`,
    ],
    [
      "a polynomial of the third degree",
      `int main(void) { short n = __VERIFIER_nondet_int(); long long i = 0, cube = 0, step = 1, second = 6;
         while (i <= n) { i++; cube += step; step += second; second += 6; }
         check(cube == i * i * i); return 0; }`,
    ],
    [
      "that steps of the same size end at a multiple of it",
      `int main(void) { int i, k = __VERIFIER_nondet_int(); if (k < 1 || k > 2000) return 0;
         for (i = 0; i < 500000 * k; i += k) ; check(i == 500000 * k); return 0; }`,
    ],
    [
      "that steps down from a product end at 0",
      `int main(void) { int m = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
         if (k < 1 || k > 1000 || m < 0 || m > 1000000) return 0;
         int x = m * k; while (x > 0) x -= k; check(x == 0); return 0; }`,
    ],
    [
      "that subtractions divide",
      `int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), q = 0; if (x < 0 || y < 1) return 0;
         int r = x; while (r >= y) { r -= y; q++; } check(q == x / y && r == x % y); return 0; }`,
    ],
    [
      "products that subtractions keep",
      `int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); if (m < 1 || n < 1) return 0;
         long long a = m, b = n, p = 1, q = 0, r = 0, s = 1;
         while (a != b) { if (a > b) { a -= b; p -= q; r -= s; } else { b -= a; q -= p; s -= r; } }
         check(p * s - q * r == 1); check(a == p * m + r * n); return 0; }`,
    ],
    [
      "products that halves of signed numbers keep",
      `int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); if (n < 1) return 0;
         long long x = m, y = n, z = 0; while (y != 0) { if (y % 2 == 1) { z += x; y--; } x *= 2; y /= 2; }
         check(z == (long long)m * n); return 0; }`,
    ],
    [
      "that powers of two are halved without a rest",
      `int main(void) { unsigned n = __VERIFIER_nondet_int(), q = 0, r = n, b = 1; if (n > 1000000) return 0;
         while (r >= b) b *= 2;
         while (1) { check(n == q * b + r); if (b == 1) break; q *= 2; b /= 2; if (r >= b) { q++; r -= b; } }
         check(n == q + r); return 0; }`,
    ],
  ])("%s", { timeout: 120_000 }, (_name, body) => {
    expect(prove(body)).toMatchObject({ verdict: "true" });
  });
});

/** Each has a violating execution, so a proof would be wrong. */
describe("does not prove", () => {
  test.each([
    [
      "a polynomial that holds for the first iterations only",
      `int main(void) { short n = __VERIFIER_nondet_int(); long long i = 0, s = 0;
         while (i <= n) { i++; s += i == 1000 ? i + 1 : i; } check(2 * s == i * (i + 1)); return 0; }`,
    ],
    [
      "steps that wrap around before they end",
      `int main(void) { unsigned i = 0, k = __VERIFIER_nondet_int(); if (k < 1 || k > 10) return 0;
         while (i < 4294967290u) i += k; check(i % k == 0); return 0; }`,
    ],
    [
      "steps that pass the end",
      `int main(void) { int i, k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
         if (k < 1 || k > 1000 || n < 0 || n > 1000000) return 0;
         for (i = 0; i < n; i += k) ; check(i == n); return 0; }`,
    ],
    ["a late violation", "int main(void) { int i = 0; while (1) { check(i < 1000); i++; } }"],
    [
      "a violation at the exit",
      "int main(void) { int i = 0; while (i < 77) i++; check(i != 77); return 0; }",
    ],
    [
      "a phase that begins one later",
      "int main(void) { int x = 0, y = 50; while (x < 100) { if (x > 50) y++; x++; } check(y == 100); return 0; }",
    ],
    [
      "a sum that stops growing",
      `int main(void) { int n = __VERIFIER_nondet_int(), s = 0; for (int i = 1; i <= n; i++) if (i < 1000) s += 2; check(s == n * 2 || s == 0); return 0; }`,
    ],
    [
      "a change through a pointer",
      "int main(void) { int x = 0; int *p = &x; while (__VERIFIER_nondet_int()) *p += 1; check(x < 3); return 0; }",
    ],
    [
      "a change in a function",
      "int g; void step(void) { g++; } int main(void) { while (__VERIFIER_nondet_int()) step(); check(g != 5); return 0; }",
    ],
    [
      "a change through an array element",
      "int main(void) { int a[4] = {0}; unsigned i = 0; while (__VERIFIER_nondet_int()) { a[i & 3]++; i++; } check(a[2] < 2); return 0; }",
    ],
    [
      "that none is as large as the largest one",
      `int main(void) { int a[100], max = 0, i; for (i = 0; i < 100; i++) if (a[i] > max) max = a[i];
         for (i = 0; i < 100; i++) check(a[i] < max); return 0; }`,
    ],
    [
      "the elements that a loop has read of an array that is changed behind it",
      `int main(void) { int a[100], max = 0, i; for (i = 0; i < 100; i++) if (a[i] > max) max = a[i];
         a[7] = __VERIFIER_nondet_int(); for (i = 0; i < 100; i++) check(a[i] <= max); return 0; }`,
    ],
    [
      "the elements that a loop has read before another value counts as the largest",
      `int main(void) { int a[100], max = 0, i; for (i = 0; i < 100; i++) if (a[i] > max) max = a[i];
         max = __VERIFIER_nondet_int(); for (i = 0; i < 100; i++) check(a[i] <= max); return 0; }`,
    ],
    [
      "elements that a search did not come to",
      `int main(void) { int a[100], i = 0, j, x = __VERIFIER_nondet_int();
         while (i < 50 && a[i] != x) i++;
         for (j = 0; j <= i; j++) check(a[j] != x); return 0; }`,
    ],
    [
      "the element of a group that no iteration writes",
      `int a[3000]; int main(void) { int i;
         for (i = 0; i < 1000; i++) a[3 * i] = 7;
         for (i = 0; i < 1000; i++) check(a[3 * i + 1] == 7); return 0; }`,
    ],
    [
      "that a variable leads to a block which every iteration ends",
      `void free(void *);
       int main(void) { char *p = malloc(4); if (!p) return 0;
         while (__VERIFIER_nondet_int()) { free(p); p = 0; } check(p != 0); free(p); return 0; }`,
    ],
    [
      "that the number of a block that is replaced leads to the next one",
      `void free(void *); union u { char *at; unsigned long number; };
       int main(void) { char *p = malloc(1); union u old; old.at = p;
         while (__VERIFIER_nondet_int()) { old.number = (unsigned long)p; free(p); p = malloc(1); }
         check(old.at == p); free(p); return 0; }`,
    ],
    [
      "a change of the whole record",
      `struct s { int a, b; }; int main(void) { struct s x = { 0, 0 }, y = { 1, 1 };
       while (__VERIFIER_nondet_int()) { x = y; y.b++; } check(x.b < 3); return 0; }`,
    ],
    [
      "a change on the way to a break",
      "int main(void) { int x = 0; while (1) { if (__VERIFIER_nondet_int()) { x = 1; break; } } check(x == 0); return 0; }",
    ],
    [
      "a flag that an earlier iteration set",
      "int main(void) { int f = 0, n = 0; while (1) { if (f) n = 1; if (__VERIFIER_nondet_int()) f = 1; check(n == 0); } }",
    ],
    [
      "a chain over four iterations",
      "int main(void) { int a = 0, b = 0, c = 0, d = 0; while (1) { check(d == 0); d = c; c = b; b = a; a = 1; } }",
    ],
    [
      "an inner loop that changes an outer variable",
      "int main(void) { int x = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) x++; check(x != 9); return 0; }",
    ],
    [
      "a pointer that walks away",
      "int main(void) { int a[3] = {0, 0, 5}; int *p = a; while (__VERIFIER_nondet_int() && p < a + 2) p++; check(*p == 0); return 0; }",
    ],
    [
      "a heap cell made by an earlier iteration",
      `struct n { int v; struct n *next; }; int main(void) { struct n *l = 0; int k = 0;
       while (__VERIFIER_nondet_int()) { struct n *c = malloc(sizeof *c); c->v = k++; c->next = l; l = c; }
       if (l && l->next) check(l->v == 0); return 0; }`,
    ],
    [
      "a goto loop",
      "int main(void) { int i = 0; again: i++; if (__VERIFIER_nondet_int()) goto again; check(i == 1); return 0; }",
    ],
    [
      "a jump into a loop",
      "int main(void) { int i = 0; if (__VERIFIER_nondet_int()) goto in; while (i < 5) { i += 2; in: i++; } check(i != 7); return 0; }",
    ],
    [
      "a do loop",
      "int main(void) { int i = 0; do { i++; } while (i < 10); check(i != 10); return 0; }",
    ],
    [
      "a static local of a called function",
      "int tick(void) { static int n; return ++n; } int main(void) { int r = 0; while (r < 6) r = tick(); check(r != 6); return 0; }",
    ],
    [
      "a union seen through another member",
      `union u { int i; unsigned char c[4]; }; int main(void) { union u x; x.i = 0;
       while (__VERIFIER_nondet_int()) x.c[1] = 1; check(x.i == 0); return 0; }`,
    ],
    [
      "recursion in a loop",
      "int g; void f(int n) { if (n > 0) { g++; f(n - 1); } } int main(void) { for (int i = 0; i < 3; i++) f(i); check(g != 3); return 0; }",
    ],
  ])("%s", { timeout: 120_000 }, (_name, body) => {
    expect(prove(body).verdict).toBe("unknown");
  });
});

test("the witness says nothing of variables that the program does not name", () => {
  const result = prove(`int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 1 || n > 10000) return 0;
    int a[n];
    while (i < n) { a[i] = 0; i++; }
    check(i <= 10000);
    return 0; }`);
  if (result.verdict !== "true" || result.witness.kind !== "correctness") {
    throw new Error(JSON.stringify(result));
  }
  const names = result.witness.invariants.flatMap(({ expression }) =>
    [...expression.matchAll(/[A-Za-z_][\w.]*/g)].map(([name]) => name),
  );
  expect(names).toContain("i");
  expect(["i", "n", "a"]).toEqual(expect.arrayContaining([...new Set(names)]));
});

test("linear relations are written in C", () => {
  const result = prove(`int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 5;
    while (i < n) { i++; s += 3; } check(s == 3 * i + 5); return 0; }`);
  const { witness } = result as Extract<VerificationResult, { verdict: "true" }>;
  const texts =
    witness.kind === "correctness" ? witness.invariants.map(({ expression }) => expression) : [];
  expect(texts.join()).toContain("s - 3U * i == 5U");
});

test("a block made by an iteration differs from those made before the loop", () => {
  const { verdict } = prove(
    `extern void *malloc(__SIZE_TYPE__);
     int main(void) { int n = __VERIFIER_nondet_int(), a, *p = &a; while (n > 0) { p = malloc(4); n--; } check(p == &a); return 0; }`,
  );
  expect(verdict).not.toBe("true");
});
