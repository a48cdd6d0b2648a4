/**
 * Loops in place of functions that change variables of their callers: which functions become loops,
 * and that executions are unchanged.
 */
import { describe, expect, test } from "vitest";
import { randomPointedLoopTask } from "../../../../test/fuzz/random-pointed-loop-task.ts";
import { buildProgram } from "../../../../test/support/run-c.ts";
import { expectSameRandomRuns } from "../../../../test/support/same-runs.ts";
import { formatFunction } from "../model/format.ts";
import { withRecursionAsLoops } from "./recursion-as-loops.ts";

const SEED = 20261126;
const PROGRAMS = 100;

/** `main` with loops in place of its calls. */
function mainOf(text: string): string | undefined {
  const program = withRecursionAsLoops(buildProgram(`extern int nd(void); ${text}`, "LP64"));
  return program && formatFunction(program.main);
}

describe("calls with pointers to variables become loops over these", () => {
  test("of one function", () => {
    const main = mainOf(
      "void f(int *i, int *n) { if (*i < *n) { *i = *i + 1; f(i, n); } } int main(void) { int a = 0, b = nd(); f(&a, &b); return a; }",
    );
    expect(main).toContain("a = a + 1");
    expect(main).not.toContain("f(");
  });

  test("of nested ones", () => {
    const main = mainOf(
      "void g(int *j, int *n) { if (*j < *n) { (*j)++; g(j, n); } } void f(int *i, int *n) { if (*i < *n) { int j = *i; g(&j, n); (*i)++; f(i, n); } } int main(void) { int a = 0, b = nd(); f(&a, &b); return a; }",
    );
    expect(main).toContain("j = j + 1");
    expect(main).not.toMatch(/[fg]\(/);
  });

  test("with results and elements of arrays", () => {
    const main = mainOf(
      "int f(int (*a)[9], int *i) { if (*i == 9) return 1; (*a)[*i] = 3; ++*i; return f(a, i); } int main(void) { int a[9], i = 0, r; r = f(&a, &i); return r; }",
    );
    expect(main).not.toContain("f(");
    expect(main).toContain("r = 1");
  });

  test("beside memory of the activation", () => {
    const main = mainOf(
      "void f(int *i, int *n) { if (*i < *n) { *i = *i + 1; f(i, n); } } int main(void) { int a = 0, b = nd(); if (b < 1) return 0; int v[b]; v[0] = 0; f(&a, &b); return a + v[0]; }",
    );
    expect(main).not.toContain("f(");
  });

  test.each([
    [
      "a jump comes back",
      "void f(int *i) { if (*i < 9) { ++*i; f(i); } } int b[64]; int _setjmp(int *); int main(void) { int a = 0; if (_setjmp(b)) return 1; f(&a); return a; }",
    ],
    [
      "something happens behind the call",
      "void f(int *i) { if (*i < 9) { ++*i; f(i); --*i; } } int main(void) { int a = 0; f(&a); return a; }",
    ],
    [
      "the next activation reaches a variable of this one",
      "void f(int *i) { int j = *i; if (j < 9) { ++j; f(&j); } } int main(void) { int a = 0; f(&a); return a; }",
    ],
    [
      "memory belongs to the activation",
      "void f(int *i) { if (*i < 9) { int *p = __builtin_alloca(4); *i = *i + 1; f(i); } } int main(void) { int a = 0; f(&a); return a; }",
    ],
    [
      "no pointers are passed",
      "int f(int n, int m) { return n == 0 ? m : f(n - 1, m + n); } int main(void) { return f(3, 4); }",
    ],
  ])("not where %s", (_, text) => {
    expect(mainOf(text)).toBeUndefined();
  });
});

test(`executions of ${PROGRAMS} random programs from seed ${SEED} stay the same`, () => {
  expectSameRandomRuns(randomPointedLoopTask, withRecursionAsLoops, {
    seed: SEED,
    count: PROGRAMS,
  });
});
