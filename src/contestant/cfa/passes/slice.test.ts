import { expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import {
  edgeTexts,
  executor,
  inputsByPlace,
  samplePrograms,
} from "../../../../test/support/same-executions.ts";
import type { CfaEdge, CfaProgram } from "../model/cfa.ts";
import { slice } from "./slice.ts";

/** The calls of reach_error. */
function errors(program: CfaProgram): CfaEdge[] {
  return [...program.functions.values()].flatMap(({ nodes }) =>
    nodes.flatMap(({ leaving }) =>
      leaving.filter(
        (edge) =>
          edge.kind === "call" &&
          edge.callee.kind === "address" &&
          edge.callee.target.name === "reach_error",
      ),
    ),
  );
}

function sliceText(body: string): string {
  const program = buildProgram(
    `extern void reach_error(void); extern int input(void); extern int __VERIFIER_nondet_int(void);
     extern void __VERIFIER_assume(int); ${body}`,
    "LP64",
  );
  return edgeTexts(slice(program, errors(program))).join("\n");
}

test("computations and branches that decide nothing disappear", () => {
  const text = sliceText(`int main(void) {
    int x = __VERIFIER_nondet_int(), y = 1, z = 0;
    while (y < 100) { y = y * 2; }
    if (z == 0) z = y; else z = 2;
    if (x == 3) reach_error();
    return z; }`);
  expect(text).toContain("x == 3");
  expect(text).not.toContain("y < 100");
  expect(text).not.toContain("y * 2");
});

test("what the decision depends on stays, by way of calls, memory and branches", () => {
  const text =
    sliceText(`int g; void set(int *p, int v) { *p = v; } int id(int v) { if (g) return 1; return v; }
    int main(void) { int x = 0, unused = 5; g = 2; unused = unused + 1;
      set(&x, 4); if (id(x) == 1) reach_error(); return 0; }`);
  expect(text).toContain("set(&x, 4)");
  expect(text).toContain("g = 2");
  expect(text).not.toContain("unused +");
});

test("assumptions stay", () => {
  const text =
    sliceText(`int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 5);
    reach_error(); return 0; }`);
  expect(text).toContain("__VERIFIER_assume(x > 5)");
});

test("a target behind an endless loop is not made reachable by the loop's own test", () => {
  const text = sliceText(`int main(void) { int x = 0; while (1) { x = __VERIFIER_nondet_int();
    if (x == 7) reach_error(); } }`);
  expect(text).toContain("x == 7");
});

test("the same targets are reached", { timeout: 120_000 }, () => {
  const endings = new Set<string>();
  for (const { name, program } of samplePrograms(0)) {
    const before = edgeTexts(program);
    const sliced = slice(program, errors(program));
    expect(edgeTexts(program), `${name} is changed`).toEqual(before);
    expect(edgeTexts(sliced).length).toBeLessThanOrEqual(before.length);
    const run = executor(program, inputsByPlace);
    const runSlice = executor(sliced, inputsByPlace);
    for (let seed = 0; seed < 100; seed++) {
      const ending = run(seed);
      // The slice does not preserve undefined behaviour or non-termination.
      if (ending === undefined || !/^(error-reached|exit|aborted|blocked)/.test(ending)) continue;
      const isReached = ending.startsWith("error-reached");
      endings.add(ending.split(" ")[0] as string);
      const sliceEnding = runSlice(seed) ?? "";
      const context = `${name}, seed ${seed}: ${ending}, slice ${sliceEnding}`;
      expect(sliceEnding.startsWith("error-reached"), context).toBe(isReached);
      if (isReached) expect(sliceEnding, context).toBe(ending);
    }
  }
  expect(endings).toEqual(new Set(["error-reached", "exit", "aborted", "blocked"]));
});

test("arguments for parameters that decide nothing are not computed", () => {
  const text = sliceText(`int state; int step(int kind, int unused) { state = kind; return unused; }
    int main(void) { int n = 0; for (int i = 0; i < 9; i++) n = n * 3 + i;
      step(__VERIFIER_nondet_int(), n); if (state == 3) reach_error(); return n; }`);
  expect(text).toContain("step(");
  expect(text).not.toContain("n *");
});

test("what may happen otherwise stays", () => {
  const text = sliceText(
    `extern void change(int *); int main(void) { int x = 1, y = 2; change(&y); if (x == 3) reach_error(); return y; }`,
  );
  expect(text).toContain("change(");
});
