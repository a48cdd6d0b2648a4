/**
 * Contracts of recursive functions: the programs of the first group cannot be unrolled; each of the second is false
 * in a way that careless reasoning would miss.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration, type Question } from "../../../test/support/ask-configuration.ts";
import type { VerificationResult } from "../plan/verify.ts";

function prove(
  body: string,
  seconds: number,
  property: Question["property"] = "unreach-call",
): VerificationResult {
  return askConfiguration("induction", body, { seconds, property });
}

describe("proves", () => {
  test.each([
    [
      "a sum of two parameters",
      `int add(int m, int n) { if (n == 0) return m; return add(m + 1, n - 1); }
       int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); check(add(m, n) == m + n); return 0; }`,
    ],
    [
      "an observation about all arguments",
      `int binomial(int n, int k) { if (k == 0 || k == n) return 1; return binomial(n - 1, k - 1) + binomial(n - 1, k); }
       int main(void) { int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(); assume(n >= 0 && n < 13 && k >= 0 && k <= n);
       check(binomial(n, k) == binomial(n, n - k)); return 0; }`,
    ],
    [
      "tail calls that fill an array",
      `int a[1000]; void fill(int i, int n) { if (i >= n) return; a[i] = i; fill(i + 1, n); }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n >= 0 && n <= 1000); fill(0, n);
       for (int i = 0; i < n; i++) check(a[i] == i); return 0; }`,
    ],
    [
      "powers of two, of arguments that get larger from call to call",
      `int g(int m, int n) { if (m == 0) return n + 1; if (n == 0) return g(m - 1, 1); return g(m - 1, g(m, n - 1)); }
       int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
       if (m < 0 || m > 3 || n < 0 || n > 23) return 0; check(g(m, n) > n); return 0; }`,
    ],
    [
      "that a common divisor divides",
      `int divides(int n, int m) { if (m == 0) return 1; if (n > m) return 0; return divides(n, m - n); }
       int gcd(int a, int b) { if (a == b) return a; if (a > b) return gcd(a - b, b); return gcd(a, b - a); }
       int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); if (m <= 0 || n <= 0) return 0; check(divides(gcd(m, n), m)); return 0; }`,
    ],
    [
      "the amount by which calls change a variable",
      `int c; int h(int n) { return n == 1 ? 1 : 2 * h(n - 1) + 1; }
       void move(int n, int a, int b, int k) { if (n == 0) return; c++; move(n - 1, a, k, b); move(n - 1, k, b, a); }
       int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 31) return 0; c = 0; move(n, 1, 2, 3); check(c == h(n)); return 0; }`,
    ],
    [
      "loops that are written as recursion on pointers",
      `void g(int *j, int *n) { if (*j < *n) { ++*j; g(j, n); } }
       void f(int *i, int *k, int *x) { check(*x == *i); if (*i < *k) { int z = 0, n = 2; g(&z, &n); *i = *i + 1; *x = *x + z - 1; f(i, k, x); } }
       int main(void) { int k = __VERIFIER_nondet_int(), i = 0, x = 0; f(&i, &k, &x); check(x == i); return 0; }`,
    ],
    [
      "functions that call each other",
      `unsigned odd(unsigned n); unsigned even(unsigned n) { if (n == 0) return 1; return odd(n - 1); }
       unsigned odd(unsigned n) { if (n == 0) return 0; return even(n - 1); }
       int main(void) { unsigned r = even(__VERIFIER_nondet_uint()); check(r == 0 || r == 1); return 0; }`,
    ],
    [
      "a condition on parameters",
      `int gcd(int a, int b) { check(a > 0 && b > 0); if (a == b) return a; if (a > b) return gcd(a - b, b); return gcd(a, b - a); }
       int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); assume(a > 0 && b > 0); check(gcd(a, b) >= 1); return 0; }`,
    ],
    [
      "a global variable that is not touched",
      `int g = 3, h; void down(unsigned n) { h = n; if (n > 0) down(n - 1); }
       int main(void) { down(__VERIFIER_nondet_uint()); check(g == 3); return 0; }`,
    ],
    [
      "a recursion within a recursion",
      `unsigned inner(unsigned n) { if (n == 0) return 0; return inner(n - 1); }
       unsigned outer(unsigned n) { if (n == 0) return 0; return inner(n) + outer(n - 1); }
       int main(void) { check(outer(__VERIFIER_nondet_uint()) == 0); return 0; }`,
    ],
    [
      "a recursion with a loop",
      `unsigned f(unsigned n) { unsigned i = 0; while (i < n && i < 10) i++; if (n == 0) return 0; f(n - 1); return i; }
       int main(void) { check(f(__VERIFIER_nondet_uint()) <= 10); return 0; }`,
    ],
    [
      "a product regardless of the order of its factors",
      `int mult(int n, int m) { if (m == 0) return 0; return n + mult(n, m - 1); }
       int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); assume(m >= 0 && m < 9000 && n >= 0 && n < 9000);
       check(mult(m, n) == mult(n, m)); return 0; }`,
    ],
    [
      "that subtraction finds out what divides",
      `int divides(int d, int n) { if (n == 0) return 1; if (d > n) return 0; return divides(d, n - d); }
       int main(void) { int n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(); assume(n > 0 && d > 0 && n % d == 0);
       check(divides(d, n)); return 0; }`,
    ],
    [
      "the result of a nested call",
      `int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x <= 101); check(f(x) == 91); return 0; }`,
    ],
    [
      "laws that depend on one of the parameters",
      `int ack(int m, int n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n >= 0 && n < 1000); check(ack(2, n) == 2 * n + 3); return 0; }`,
    ],
    [
      "a condition on the arguments of the first call",
      `int down(int n, int m) { if (n <= 0) return m; int r = down(n - 1, 0); return m > 0 ? r + 1 : r; }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n > 0); check(down(n, 7) == 1); return 0; }`,
    ],
    [
      "that a recursion never ends which subtracts what does not divide",
      `int multiple(int n, int m) { if (m < 0) return multiple(n, -m); if (n < 0) return multiple(-n, m);
       if (m == 0) return 0; if (n == 0) return 1; return multiple(n - m, m); }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n > 2); check(multiple(n, n - 1) == 7); return 0; }`,
    ],
  ])("%s", { timeout: 120_000 }, (_name, body) => {
    expect(prove(body, 40)).toMatchObject({ verdict: "true" });
  });

  test("that sums do not overflow", { timeout: 120_000 }, () => {
    const body = `int add(int m, int n) { if (n == 0) return m; return add(m + 1, n - 1); }
      int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
      assume(m >= 0 && m < 1000000000 && n >= 0 && n < 1000000000); return add(m, n) == m + n; }`;
    expect(prove(body, 40, "no-overflow")).toMatchObject({ verdict: "true" });
  });

  test("that negations do not overflow", { timeout: 120_000 }, () => {
    const body = `int multiple(int n, int m) { if (m < 0) return multiple(n, -m); if (n < 0) return multiple(-n, m);
      if (m == 0) return 0; if (n == 0) return 1; return multiple(n - m, m); }
      int main(void) { int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); assume(n > 0 && m > 0); return multiple(n, m); }`;
    expect(prove(body, 40, "no-overflow")).toMatchObject({ verdict: "true" });
  });
});

/** Each has a violating execution, so a proof would be wrong. */
describe("does not prove", () => {
  test.each([
    [
      "a violation at some depth",
      `void f(int n) { check(n != 777); if (n > 0) f(n - 1); } int main(void) { f(1000); return 0; }`,
    ],
    [
      "a violation after the return",
      `int f(int n) { if (n <= 0) return 0; int r = f(n - 1) + 1; check(r != 500); return r; } int main(void) { f(1000); return 0; }`,
    ],
    [
      "a sum that one activation spoils",
      `int add(int m, int n) { if (n == 0) return m; if (n == 5) return add(m + 2, n - 1); return add(m + 1, n - 1); }
       int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); check(add(m, n) == m + n); return 0; }`,
    ],
    [
      "a result that wraps around",
      `int twice(int n) { if (n == 0) return 0; return 2 + twice(n - 1); }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n >= 0); check(twice(n) >= n); return 0; }`,
    ],
    [
      "a counter in a global variable",
      `int g; void f(int n) { g++; if (n > 0) f(n - 1); } int main(void) { f(__VERIFIER_nondet_int()); check(g != 50); return 0; }`,
    ],
    [
      "a counter in a static variable",
      `int f(int n) { static int c; c++; if (n > 0) f(n - 1); return c; } int main(void) { check(f(100) != 101); return 0; }`,
    ],
    [
      "a variable of the caller",
      `void f(int *p, int n) { *p += 1; if (n > 0) f(p, n - 1); } int main(void) { int x = 0; f(&x, 100); check(x != 101); return 0; }`,
    ],
    [
      "a variable of the activation before",
      `void f(int *p, int n) { int x = 0; if (p) *p = n; if (n > 0) { f(&x, n - 1); check(x != 30); } } int main(void) { f(0, 100); return 0; }`,
    ],
    [
      "a pointer that is kept in a global variable",
      `int *g; void f(int n) { int x = 1; if (g) *g = 9; g = &x; if (n > 0) f(n - 1); check(x == 1); g = 0; } int main(void) { f(20); return 0; }`,
    ],
    [
      "functions that call each other",
      `int g; void b(int n); void a(int n) { if (n > 0) b(n - 1); } void b(int n) { g++; if (n > 0) a(n - 1); }
       int main(void) { a(90); check(g != 45); return 0; }`,
    ],
    [
      "a variable that one call changes by more",
      `int c; void f(int n) { if (n == 0) return; if (n == 70) c++; c++; f(n - 1); }
       int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 100) return 0; f(n); check(c == n); return 0; }`,
    ],
    [
      "a variable that overflows",
      `int c; void f(int n) { if (n == 0) return; c++; f(n - 1); }
       int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) return 0; c = 2147483640; f(n); check(c >= 0); return 0; }`,
    ],
    [
      "powers of two that are too large",
      `int g(int m, int n) { if (m == 0) return n + 1; if (n == 0) return g(m - 1, 1); return g(m - 1, g(m, n - 1)); }
       int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
       if (m < 0 || m > 3 || n < 0 || n > 29) return 0; check(g(m, n) > n); return 0; }`,
    ],
    [
      "powers of two that begin later",
      `unsigned f(unsigned n) { return n == 0 ? 1 : n == 20 ? f(n - 1) : 2 * f(n - 1); }
       int main(void) { unsigned n = __VERIFIER_nondet_uint(); assume(n < 30); check(f(n) == 1u << n); return 0; }`,
    ],
    [
      "a case without recursion",
      `int f(int n) { if (n > 100) return n; if (n == 42) return -1; return f(n + 1); } int main(void) { check(f(__VERIFIER_nondet_int()) >= 0); return 0; }`,
    ],
    [
      "two calls of which one is enough",
      `int fib(int n) { if (n < 1) return 0; if (n == 1) return 1; return fib(n - 1) + fib(n - 2); }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n < 12); check(fib(n) < 80); return 0; }`,
    ],
    [
      "a list",
      `struct n { int v; struct n *next; }; struct n *make(int k) { struct n *c = malloc(sizeof *c); if (!c) abort(); c->v = k; c->next = k > 0 ? make(k - 1) : 0; return c; }
       int main(void) { struct n *l = make(5); check(l->next->v == 5); return 0; }`,
    ],
    [
      "a call through a pointer",
      `int g; void f(int n); void (*p)(int) = f; void f(int n) { g++; if (n > 0) p(n - 1); } int main(void) { f(30); check(g != 31); return 0; }`,
    ],
    [
      "one of the arguments that may be passed",
      `int binomial(int n, int k) { if (k == 0 || k == n) return 1; return binomial(n - 1, k - 1) + binomial(n - 1, k); }
       int main(void) { int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(); assume(n >= 0 && n < 13 && k >= 0 && k <= n);
       check(binomial(n, k) < 924); return 0; }`,
    ],
    [
      "a tail call that exchanges its parameters",
      `int f(int n, int a, int b) { if (n == 0) return a; return f(n - 1, b, a); }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n >= 0); check(f(n, 4, 5) == 4); return 0; }`,
    ],
    [
      "an array that the recursion fills",
      `int a[100]; void f(int n) { if (n < 100) { a[n] = n; f(n + 1); } } int main(void) { f(0); check(a[77] == 0); return 0; }`,
    ],
    [
      "a law that only small arguments obey",
      `int mult(int n, int m) { if (m == 0) return 0; if (m == 300) return n + mult(n, m - 1) + 1; return n + mult(n, m - 1); }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n >= 0 && n < 1000); check(mult(n, 2) == n * 2 && mult(2, n) == n * 2); return 0; }`,
    ],
    [
      "a common divisor that is another one for some numbers",
      `int gcd(int a, int b) { if (a == b) return a; if (a == 700 && b == 200) return 3; if (a > b) return gcd(a - b, b); return gcd(a, b - a); }
       int main(void) { int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); assume(n > 0 && n < 1000 && m > 0 && m < 1000);
       check(n % gcd(n, m) == 0); return 0; }`,
    ],
    [
      "a recursion that ends for one multiple in many",
      `int multiple(int n, int m) { if (n == 0 || n == 13 - m) return 1; if (n < 0) return multiple(-n, m); return multiple(n - m, m); }
       int main(void) { int n = __VERIFIER_nondet_int(); assume(n > 100 && n < 200); check(multiple(n, n - 1) == 0); return 0; }`,
    ],
    [
      "the effect of a nested call on its caller",
      `int g; void f(int n) { g = n; if (n > 0) { f(n - 1); check(g != 0); } } int main(void) { f(3); return 0; }`,
    ],
    [
      "a violation in the first call only",
      `int f(int n, int first) { check(!first || n != 50); if (n <= 0) return 0; return f(n - 1, 0); } int main(void) { f(50, 1); return 0; }`,
    ],
    [
      "a different second call",
      `int f(int n, int d) { if (n == 0) return d; return f(n - 1, d); } int main(void) { int r = f(9, 1); r = f(9, 2); check(r == 1); return 0; }`,
    ],
  ])("%s", { timeout: 120_000 }, (_name, body) => {
    expect(prove(body, 6).verdict).toBe("unknown");
  });

  test("that a sum does not overflow", { timeout: 120_000 }, () => {
    const body = `int add(int m, int n) { if (n == 0) return m; return add(m + 1, n - 1); }
      int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
      assume(m >= 0 && m <= 2000000000 && n >= 0 && n <= 1000000000); add(m, n); return 0; }`;
    expect(prove(body, 6, "no-overflow").verdict).toBe("unknown");
  });

  test("that the least number has a negation", { timeout: 120_000 }, () => {
    const body = `int f(int n, int m) { if (n < 0) return f(-n, m); if (n < m) return n; return f(n - m, m); }
      int main(void) { int n = __VERIFIER_nondet_int(); f(n, 5); return 0; }`;
    expect(prove(body, 6, "no-overflow").verdict).toBe("unknown");
  });
});
