/**
 * Functions and loops that are entered repeatedly, so that a cache of their exit states could confuse them: symbols
 * that callers hold as well, parts left out of a block's state, pointers, inputs within blocks.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";
import { settled } from "../../../test/support/settled.ts";
import { towerOfCalls } from "../../../test/support/tower-of-calls.ts";
import type { TechniqueReport, VerificationResult } from "../plan/verify.ts";

const ask = (body: string): VerificationResult =>
  settled(2, (seconds) => askConfiguration("block-memo-values", body, { seconds }));

/** A loop makes a function a block. */
const COUNT = "int i = 0; while (i < 3) i++;";
const INPUT = "int x = __VERIFIER_nondet_int();";

describe("values of blocks prove", { timeout: 200_000 }, () => {
  test.each([
    [
      "facts of a callee about a variable that the caller has as well",
      `int sign(int a) { ${COUNT} return a < 0 ? 0 : 1; }
       int main(void) { ${INPUT} int y = x; if (sign(x)) check(y >= 0 && x == y); else check(y < 0); return 0; }`,
    ],
    [
      "the same of a second call with another variable",
      `int sign(int a) { ${COUNT} return a < 0 ? 0 : 1; }
       int main(void) { ${INPUT} int z = __VERIFIER_nondet_int(); sign(x); if (sign(z)) check(z >= 0); else check(z < 0); return 0; }`,
    ],
    [
      "that an argument comes back as it was",
      `int same(int a) { ${COUNT} return a; } int main(void) { ${INPUT} int z = __VERIFIER_nondet_int(); check(same(x) == x); check(same(z) == z); return 0; }`,
    ],
    [
      "calls with different globals",
      `int flag; int work(int k) { ${COUNT} if (flag) check(k == 5); return i; }
       int main(void) { flag = 0; work(7); flag = 1; work(5); flag = 0; work(8); return 0; }`,
    ],
    [
      "a global through a pointer that the program has stored",
      `int g, *p; void set(int v) { ${COUNT} *p = v; } int main(void) { p = &g; set(4); check(g == 4); set(5); check(g == 5); return 0; }`,
    ],
    [
      "a variable of the caller through a pointer",
      `void set(int *p, int v) { ${COUNT} *p = v; } int main(void) { int a = 1, b = 2; set(&a, 4); set(&b, 5); check(a == 4 && b == 5); return 0; }`,
    ],
    [
      "a pointer to static storage that comes back",
      `int a, b; int *pick(int k) { ${COUNT} return k ? &a : &b; } int main(void) { *pick(1) = 3; *pick(0) = 4; check(a == 3 && b == 4); return 0; }`,
    ],
    [
      "a variable that a loop does not change",
      `int main(void) { ${INPUT} int y = x, s = 0; if (x < 0) return 0; for (int i = 0; i < 4; i++) { for (int j = 0; j < 3; j++) s++; } check(s == 12 && y == x && x >= 0); return 0; }`,
    ],
    [
      "a loop that is left by return, break and goto",
      `int find(int k) { for (int i = 0; i < 9; i++) { if (i == k) return i; if (i == 5) break; for (;;) { if (i == 4) goto out; break; } } return -1; out: return 40; }
       int main(void) { check(find(2) == 2); check(find(4) == 4); check(find(7) == 40); return 0; }`,
    ],
    [
      "a pointer into the frame of a loop's function",
      `int main(void) { int a[3], *p = a, s = 0; for (int i = 0; i < 3; i++) *p++ = i; for (int i = 0; i < 3; i++) s += a[i]; check(s == 3 && p == a + 3); return 0; }`,
    ],
    [
      "a recursion that leaves what it was found to leave",
      `int id(int n) { if (n == 0 || __VERIFIER_nondet_int()) return 0; int r = id(n) + 1; return r > 3 ? 3 : r; }
       int main(void) { check(id(5) <= 3); return 0; }`,
    ],
    [
      "functions that call each other",
      `int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }
       int main(void) { check(even(12)); check(odd(11)); return 0; }`,
    ],
    [
      "a call through a pointer",
      `int g; void one(void) { ${COUNT} g = 1; } void two(void) { ${COUNT} g = 2; } int main(void) { void (*f)(void) = two; f(); check(g == 2); f = one; f(); check(g == 1); return 0; }`,
    ],
    [
      "programs that allocate, in place",
      `int put(int *p) { ${COUNT} *p = i; return 1; } int main(void) { int *p = malloc(sizeof(int)); if (p) { put(p); check(*p == 3); } return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(ask(body)).toMatchObject({ verdict: "true", witness: { kind: "correctness" } });
  });
});

describe("values of blocks refute", { timeout: 200_000 }, () => {
  test.each([
    [
      "by inputs before, within and behind blocks",
      `int get(int k) { ${COUNT} return __VERIFIER_nondet_int(); }
       int main(void) { ${INPUT} int a = get(1), b = get(1), z = __VERIFIER_nondet_int(); if (x == 3) if (a == 7) if (b == 11) if (z == 13) check(0); return 0; }`,
    ],
    [
      "by an input that a callee has decided",
      `int big(int a) { ${COUNT} return a > 100; } int main(void) { ${INPUT} int r = big(x); check(!r); return 0; }`,
    ],
    [
      "within a block within a block",
      `int in(int a) { ${COUNT} check(a != 41); return a; } int out(int a) { ${COUNT} return in(a); } int main(void) { out(1); out(__VERIFIER_nondet_int()); return 0; }`,
    ],
    [
      "that equal calls leave equal inputs",
      `int get(int k) { ${COUNT} return __VERIFIER_nondet_int(); } int main(void) { int a = get(1), b = get(1); if (a == 4) check(b == 4); return 0; }`,
    ],
    [
      "that two calls with the same argument leave the same",
      `int calls; int f(int k) { ${COUNT} calls++; return calls; } int main(void) { int a = f(1), b = f(1); check(a == b); return 0; }`,
    ],
    [
      "equal arguments and another global, which a function below reads",
      `int g; int low(void) { return g; } int f(int k) { ${COUNT} return low(); } int main(void) { g = 1; int a = f(2); g = 2; int b = f(2); check(a == b); return 0; }`,
    ],
    [
      "the target of a pointer behind a pointer",
      `int g, *p, **pp; int f(int k) { ${COUNT} return **pp; } int main(void) { p = &g; pp = &p; g = 1; int a = f(2); g = 2; int b = f(2); check(a == b); return 0; }`,
    ],
    [
      "a local variable that a loop changes through a pointer",
      `int main(void) { int a = 1, *p = &a; for (int i = 0; i < 2; i++) *p += i; check(a == 1); return 0; }`,
    ],
    [
      "a result of only the second of two recursive calls",
      `int n; void f(int d) { if (d == 0) { n++; return; } f(d - 1); f(d - 1); } int main(void) { f(1); check(n != 2); return 0; }`,
    ],
  ])("%s", (_name, body) => {
    expect(ask(body)).toMatchObject({ verdict: "false", witness: { kind: "violation" } });
  });
});

describe("values of blocks do not know", { timeout: 200_000 }, () => {
  test.each([
    [
      "a recursion with ever new values",
      `int down(int n) { return n == 0 ? 0 : down(n - 1); } int main(void) { int n = 100000; check(down(n) == 0); return 0; }`,
      /deep recursion/,
    ],
    [
      "a result that is missing",
      `int f(int k) { ${COUNT} if (__VERIFIER_nondet_int()) return 1; } int main(void) { int a = f(2); check(a == 1); return 0; }`,
      /missing result/,
    ],
    [
      "an access that may be outside, remembered or not",
      `int a[3]; int f(int k) { ${COUNT} return a[k]; } int main(void) { int n = __VERIFIER_nondet_int() & 3; f(n); f(n); return 0; }`,
      /outside/,
    ],
  ])("%s", (_name, body, reason) => {
    const answer = askConfiguration("block-memo-values", body, { seconds: 3 });
    expect(answer).toMatchObject({ verdict: "unknown", reason: expect.stringMatching(reason) });
  });
});

test("calls are remembered: explorations grow with the functions, not with the calls", {
  timeout: 100_000,
}, () => {
  const explored = [4, 8, 16].map((levels) => {
    let statistics: TechniqueReport["statistics"];
    const onTechnique = (report: TechniqueReport): void => {
      statistics = report.statistics;
    };
    const answer = settled(2, (seconds) =>
      askConfiguration("block-memo-values", towerOfCalls(levels), { seconds, onTechnique }),
    );
    expect(answer.verdict).toBe("true");
    return statistics?.["cache misses"] ?? Number.NaN;
  });
  const [four = 0, eight = 0, sixteen = 0] = explored;
  expect(eight).toBeGreaterThan(four);
  expect(sixteen - eight).toBe(2 * (eight - four));
});
