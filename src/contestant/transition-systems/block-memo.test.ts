/**
 * Functions that are called repeatedly, so that a cache of their calls could confuse them: other inputs than their
 * arguments, their side effects, and facts about their callers.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";
import { loopsWithinLoops } from "../../../test/support/loops-within-loops.ts";
import { settled } from "../../../test/support/settled.ts";
import { towerOfCalls } from "../../../test/support/tower-of-calls.ts";
import type { TechniqueReport, VerificationResult } from "../plan/verify.ts";

const ask = (body: string): VerificationResult =>
  settled(3, (seconds) => askConfiguration("block-memo", body, { seconds }));

/** A loop makes a function a block. */
const COUNT = "int i = 0; while (i < k) i++;";

describe("block memo proves", { timeout: 400_000 }, () => {
  test.each([
    [
      "calls with different arguments",
      `int up(int a, int b) { int r = a; while (r < b) r++; return r; }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x > 0 && x < 100); int a = up(x, 100), b = up(200, 100); check(a == 100 && b == 200); return 0; }`,
    ],
    [
      "the result of a function for an unknown argument",
      `int next(int a) { int k = 3; ${COUNT} return a + 1; }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x < 1000); int y = next(x); check(y == x + 1); return 0; }`,
    ],
    [
      "calls with different globals",
      `int flag; int work(int k) { ${COUNT} if (flag) check(k == 5); return i; }
       int main(void) { flag = 0; work(7); flag = 1; work(5); flag = 0; work(8); return 0; }`,
    ],
    [
      "calls within calls",
      `int g; int in(int k) { ${COUNT} g += k; return i; } int out(int k) { in(k); in(k); return g; }
       int main(void) { int a = out(1), b = out(2); check(b == 6); return 0; }`,
    ],
    [
      "a static local that grows",
      `int f(int k) { static int n; ${COUNT} n++; return n; } int main(void) { f(1); f(1); check(f(1) == 3); return 0; }`,
    ],
    [
      "a global that is changed through a pointer",
      `int g; void add(int *q) { *q += 2; } int work(int k) { ${COUNT} add(&g); return 0; }
       int main(void) { work(1); work(1); check(g == 4); return 0; }`,
    ],
    [
      "the code after a call that does not return",
      `int stop(int k) { ${COUNT} abort(); return 0; } int main(void) { int x = __VERIFIER_nondet_int(); if (x) stop(x); check(!x); return 0; }`,
    ],
    [
      "a recursion",
      `int id(int n) { if (n == 0) return 0; int r = id(n - 1) + 1; if (r > 3) return 3; return r; }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x >= 0); check(id(x) <= 3); return 0; }`,
    ],
    [
      "functions that call each other",
      `int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x >= 0); int r = even(x); check(r == 0 || r == 1); return 0; }`,
    ],
    [
      "a variable that a recursion does not change",
      `int depth, most = 5; void down(int n) { if (n >= most) return; depth++; down(n + 1); check(most == 5); }
       int main(void) { down(__VERIFIER_nondet_int()); check(most == 5); return 0; }`,
    ],
    [
      "a local variable of each activation",
      `int g; void f(int n) { int mine = n; g = n; if (n > 0) f(n - 1); check(mine == n); }
       int main(void) { f(__VERIFIER_nondet_int()); return 0; }`,
    ],
    ["a loop within a loop", loopsWithinLoops(2)],
    [
      "a variable that a nested loop changes, with a variable that ends within it",
      `int main(void) { int n = 0; while (__VERIFIER_nondet_int()) { n = __VERIFIER_nondet_int(); while (1) { int t = n; if (t <= 0) break; n = t - 1; } check(n <= 0); } check(n <= 0); return 0; }`,
    ],
    [
      "a relation of what a loop within a loop changes to what it does not know",
      `int main(void) { int y = __VERIFIER_nondet_int(), x = y, n; while (__VERIFIER_nondet_int()) { n = __VERIFIER_nondet_int(); while (n > 0 && x < 1000) { x++; n--; } } check(x >= y); return 0; }`,
    ],
    [
      "a loop within a loop that is entered in different ways",
      `int main(void) { int up = 0, n, k; while (__VERIFIER_nondet_int()) { n = 4; k = up; while (n > 0) { check(k == up); n--; } check(n == 0); up = !up; } return 0; }`,
    ],
    [
      "a global that a function changes which a loop within a loop calls",
      `int g; void add(int *q) { if (*q < 5) *q += 1; } int main(void) { int n, k = 7; while (__VERIFIER_nondet_int()) { n = __VERIFIER_nondet_int(); while (n > 0) { add(&g); n--; } check(k == 7); } check(g <= 5); return 0; }`,
    ],
    [
      "a recursion that stops anywhere",
      `int down(int n) { if (__VERIFIER_nondet_int()) return 0; return n <= 0 ? 0 : down(n - 1); } int main(void) { check(down(5) == 0); return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(ask(body)).toMatchObject({ verdict: "true", witness: { kind: "correctness" } });
  });
});

describe("block memo refutes", { timeout: 400_000 }, () => {
  test.each([
    [
      "calls with different arguments",
      `int up(int a, int b) { int r = a; while (r < b) r++; return r; }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x > 0 && x < 100); int a = up(x, 100), b = up(200, 100); check(a == 100 && b == 100); return 0; }`,
    ],
    [
      "equal arguments and another global",
      `int g; int f(int k) { ${COUNT} return g; } int main(void) { g = 1; int a = f(2); g = 2; int b = f(2); check(a == b); return 0; }`,
    ],
    [
      "that two calls with the same argument leave the same",
      `int calls; int f(int k) { ${COUNT} calls++; return calls; } int main(void) { int a = f(1), b = f(1); check(a == b); return 0; }`,
    ],
    [
      "a parameter that the function changes",
      `int f(int a) { int n = __VERIFIER_nondet_int(); while (n > 0) { a++; n--; } return a; } int main(void) { int x = 0, y = f(x); check(y == 0); return 0; }`,
    ],
    [
      "a parameter with the name of a global",
      `int x; int f(int x) { int k = 3; ${COUNT} x -= i; return x; } int main(void) { x = 9; int r = f(4); check(x != 9 || r != 1); return 0; }`,
    ],
    [
      "inputs of several calls",
      `int s; int get(int k) { ${COUNT} int v = __VERIFIER_nondet_int(); s++; return v; } int main(void) { int a = get(1), b = get(2); check(a != 7 || b != 11 || s != 2); return 0; }`,
    ],
    [
      "a precondition that the third caller no longer ensures",
      `int flag; int work(int k) { ${COUNT} if (flag) check(k == 5); return i; } int main(void) { flag = 0; work(7); flag = 1; work(5); work(8); return 0; }`,
    ],
    [
      "a recursion",
      `int id(int n) { if (n == 0) return 0; int r = id(n - 1) + 1; if (r > 3) return 3; return r; }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x >= 0); check(id(x) <= 2); return 0; }`,
    ],
    [
      "functions that call each other",
      `int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x >= 2 && x <= 3); check(even(x) == 1); return 0; }`,
    ],
    [
      "a variable that a nested loop changes",
      `int g; int main(void) { int n; while (__VERIFIER_nondet_int()) { n = __VERIFIER_nondet_int(); while (n > 0) { g = 1; n--; } } check(!g); return 0; }`,
    ],
    [
      "an element that a loop within a loop changes",
      `int main(void) { int a[3] = {0}, n, k = 0; while (k < 3) { n = k; while (n > 0) { a[k] = n; n--; } k++; } check(a[0] + a[1] + a[2] != 2); return 0; }`,
    ],
    [
      "a loop within a loop that is entered in different ways",
      `int main(void) { int up = 0, n, k; while (__VERIFIER_nondet_int()) { n = 4; k = up; while (n > 0) { check(k == 0); n--; } up = !up; } return 0; }`,
    ],
    [
      "inputs of a loop within a loop",
      `int main(void) { int v, s = 0, i = 0; while (i < 2) { do { v = __VERIFIER_nondet_int(); } while (v < 0); s = s * 10 + (v == 3 + i); i++; } check(s != 11); return 0; }`,
    ],
    [
      "a global that the inner activation changes",
      `int g; void f(int n) { g = n; if (n > 0) f(n - 1); check(g == n); }
       int main(void) { int x = __VERIFIER_nondet_int(); assume(x >= 0 && x < 3); f(x); return 0; }`,
    ],
    [
      "a result of only the second of two recursive calls",
      `int n; void f(int d) { if (d == 0) { n++; return; } f(d - 1); f(d - 1); } int main(void) { f(1); check(n != 2); return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(ask(body)).toMatchObject({ verdict: "false", witness: { kind: "violation" } });
  });
});

describe("block memo does not know", { timeout: 400_000 }, () => {
  test.each([
    [
      "a variable of the caller that is changed through a pointer",
      `int *p; int f(int k) { ${COUNT} *p = 5; return 0; } int main(void) { int x = 1; p = &x; f(3); check(x == 1); return 0; }`,
      /undefined behaviour/,
    ],
    [
      "a global that is changed through a global pointer",
      `int g, *p = &g; int f(int k) { ${COUNT} *p += 1; return k; } int main(void) { f(3); f(4); check(g == 1); return 0; }`,
      /undefined behaviour/,
    ],
    [
      "a result that is missing",
      `int f(int k) { ${COUNT} if (__VERIFIER_nondet_int()) return 1; } int main(void) { int a = f(2); check(a == 1); return 0; }`,
      /missing result/,
    ],
    [
      "a recursion through a pointer",
      `int down(int n); int (*next)(int) = down; int down(int k) { ${COUNT} return k <= 0 ? 0 : next(k - 1); } int main(void) { check(down(5) == 1); return 0; }`,
      /./,
    ],
  ])("%s", (_name, body, reason) => {
    const answer = askConfiguration("block-memo", body, { seconds: 3 });
    expect(answer.verdict).toBe("unknown");
    expect(answer).toMatchObject({ reason: expect.stringMatching(reason) });
  });
});

/** Statistics of `block-memo`, which proves a program. */
function statisticsOf(body: string): TechniqueReport["statistics"] {
  let statistics: TechniqueReport["statistics"];
  const onTechnique = (report: TechniqueReport): void => {
    statistics = report.statistics;
  };
  const answer = settled(3, (seconds) =>
    askConfiguration("block-memo", body, { seconds, onTechnique }),
  );
  expect(answer.verdict).toBe("true");
  return statistics;
}

test("loops within loops are explored by themselves: states grow with the loops, not with all of their modes", {
  timeout: 400_000,
}, () => {
  const [small, large] = [2, 4].map((levels) => statisticsOf(loopsWithinLoops(levels)));
  expect(large?.blocks).toBe(3);
  expect(large?.["cache hits"]).toBeGreaterThan(0);
  const nodes = "nodes of the reachability graph";
  expect(large?.[nodes]).toBeLessThan(4 * (small?.[nodes] ?? 0));
});

test("calls are remembered: explorations grow with the functions, not with the calls", {
  timeout: 400_000,
}, () => {
  const [small, large] = [4, 8].map((levels) => statisticsOf(towerOfCalls(levels)));
  expect(large?.["cache hits"]).toBeGreaterThan(0);
  expect(large?.["cache misses"]).toBeLessThan(3 * (small?.["cache misses"] ?? 0));
});
