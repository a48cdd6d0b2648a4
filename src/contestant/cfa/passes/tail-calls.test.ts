/**
 * Loops in place of tail calls: which recursions become one, and that every execution is unchanged.
 */
import { describe, expect, test } from "vitest";
import { randomTailTask } from "../../../../test/fuzz/random-tail-task.ts";
import { buildProgram } from "../../../../test/support/run-c.ts";
import { expectSameRandomRuns } from "../../../../test/support/same-runs.ts";
import { formatFunction } from "../model/format.ts";
import { callGraph } from "../queries/call-graph.ts";
import { withTailCallsAsLoops } from "./tail-calls.ts";

const SEED = 20261126;
const PROGRAMS = 150;

/** Whether `f` is a loop afterwards. */
function isLoop(text: string): boolean {
  const looping = withTailCallsAsLoops(
    buildProgram(`extern int nd(void); ${text} int main(void) { return (f(3, 4), 0); }`, "LP64"),
  );
  return looping !== undefined && callGraph(looping).callees.get("f")?.has("f") === false;
}

describe("a recursion becomes a loop", () => {
  test.each([
    ["int f(int n, int m) { if (n == 0) return m; return f(n - 1, m + n); }"],
    ["int f(int n, int m) { return n == 0 ? m : f(n - 1, m + n); }"],
    ["int f(int n, int m) { int r; if (n == 0) r = m; else r = f(n - 1, m + n); return r; }"],
    ["void f(int n, int m) { if (n > 0) { int k = nd(); f(n - k, m); } }"],
    [
      "long f(char n, int *p) { if (n == 0) return 1; if (n == 1) return f(n - 1, 0); return f(n - 2, p); }",
    ],
  ])("%s", (text) => {
    expect(isLoop(text)).toBe(true);
  });

  test.each([
    [
      "something happens behind a call",
      "int f(int n, int m) { return n == 0 ? m : 1 + f(n - 1, m); }",
    ],
    [
      "the result is converted",
      "int f(int n, int m) { if (n == 0) return m; char c = f(n - 1, m); return c; }",
    ],
    [
      "only some calls are last",
      "int f(int n, int m) { return n == 0 ? m : f(n - 1, f(n - 2, m)); }",
    ],
    [
      "another result is returned",
      "int f(int n, int m) { if (n == 0) return m; f(n - 1, m); return n; }",
    ],
    [
      "there are pointers to variables",
      "int f(int n, int m) { int *p = &m; return n == 0 ? *p : f(n - 1, m); }",
    ],
    [
      "there are arrays",
      "int f(int n, int m) { int a[3]; a[0] = m; return n == 0 ? a[0] : f(n - 1, m); }",
    ],
    [
      "others call in between",
      "int f(int, int); int g(int n) { return f(n, 1); } int f(int n, int m) { return n == 0 ? m : g(n - 1); }",
    ],
    [
      "a pointer is called",
      "int f(int n, int m); int (*p)(int, int) = f; int f(int n, int m) { return n == 0 ? m : n == 1 ? p(0, m) : f(n - 1, m); }",
    ],
  ])("not where %s", (_, text) => {
    expect(isLoop(text)).toBe(false);
  });
});

test("all parameters are set at once, and other variables lose their values", () => {
  const program = buildProgram(
    "int f(int n, int m) { int k = n - m; if (k == 0) return n; return f(m, n); } int main(void) { return f(1, 2); }",
    "LP64",
  );
  const text = formatFunction(withTailCallsAsLoops(program)?.functions.get("f") ?? program.main);
  const places = ["n.next = m", "m.next = n", "declare k", "n = n.next", "m = m.next"].map((part) =>
    text.lastIndexOf(part),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test(`executions of ${PROGRAMS} random programs from seed ${SEED} stay the same`, () => {
  expectSameRandomRuns(randomTailTask, withTailCallsAsLoops, { seed: SEED, count: PROGRAMS });
});
