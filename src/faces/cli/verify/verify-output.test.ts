import { expect, test } from "vitest";
import type { TraceStep } from "../../../contestant/story/trace-model.ts";
import { LiveLine } from "./live-line.ts";
import { renderReport, renderTrace } from "./report-text.ts";

function step(line: number, source: string, more: Partial<TraceStep> = {}): TraceStep {
  const base = {
    file: "a.c",
    line,
    column: 3,
    function: "main",
    depth: 1,
    changes: [],
    inputs: [],
  };
  return { ...base, kind: "statement", source, ...more };
}

test("a counterexample has a line for each step", () => {
  const text = renderTrace("a.c", {
    inputs: [{ file: "a.c", line: 7, column: 3, function: "main", from: "nondet", value: "4" }],
    inputCount: 1,
    omittedSteps: 0,
    steps: [
      step(7, "int n = nondet();", {
        changes: [{ name: "n", value: "4" }],
        inputs: [{ from: "nondet", value: "4" }],
      }),
      step(8, "f(n);", { kind: "call", callee: "f", changes: [{ name: "v", value: "4" }] }),
      step(3, "v > 3", { kind: "branch", outcome: "true", depth: 2, function: "f" }),
      step(12, "reach_error();", { kind: "violation", depth: 2, function: "f" }),
    ],
  });
  expect(text).toMatchInlineSnapshot(`
    "counterexample in a.c: 4 steps, 1 input
       7:3  int n = nondet();                                     n = 4  (input)
       8:3  f(n);  → f                                            v = 4
       3:3    v > 3                                               true
      12:3    reach_error();                                      ✗ violates the property
    violated at a.c:12:3, in f
    "
  `);
});

test("a narrow terminal has narrow lines", () => {
  const value = Array.from({ length: 20 }, (_, index) => index).join(", ");
  const text = renderTrace(
    "a.c",
    {
      inputs: [],
      inputCount: 0,
      omittedSteps: 0,
      steps: [
        step(7, "int n = 4;", { changes: [{ name: "n", value: "4" }] }),
        step(8, "memcpy(a, everything, sizeof a);", { changes: [{ name: "a", value }] }),
        step(9, "reach_error();", { kind: "violation" }),
      ],
    },
    { columns: 60 },
  );
  expect(text.split("\n").filter((line) => line.length > 60)).toEqual([]);
  expect(text).toMatchInlineSnapshot(`
    "counterexample in a.c: 3 steps, 0 inputs
      7:3  int n = 4;                     n = 4
      8:3  memcpy(a, everything, sizeof a);
               a = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
               14, 15, 16, 17, 18, 19
      9:3  reach_error();
               ✗ violates the property
    violated at a.c:9:3, in main
    "
  `);
});

test("a long counterexample is shortened in the middle", () => {
  const steps = Array.from({ length: 1000 }, (_, index) => step(index + 1, "x++;"));
  const text = renderTrace("a.c", { inputs: [], inputCount: 0, omittedSteps: 50, steps });
  const lines = text.split("\n");
  expect(lines[0]).toBe("counterexample in a.c: 1050 steps, 0 inputs");
  expect(lines.find((line) => line.includes("⋮"))).toMatch(/ 850 steps not shown/);
  expect(lines).toHaveLength(1 + 40 + 1 + 160 + 1 + 1);
});

test("a proof names its invariants with clickable places", () => {
  const text = renderReport("dir/a.c", {
    verdict: "true",
    reason: "every loop has an inductive invariant that suffices",
    techniques: [],
    witness: {
      kind: "correctness",
      invariants: [
        {
          type: "loop_invariant",
          location: { file: "dir/a.c", line: 5, column: 3, function: "main" },
          expression: "(i <= n)",
          format: "c_expression",
        },
      ],
    },
  });
  expect(text).toBe(
    "proved: every loop has an inductive invariant that suffices\n" +
      "loop invariants:\n  dir/a.c:5:3 in main: (i <= n)\n",
  );
});

test("on a terminal one line is rewritten and removed; elsewhere every message is a line", () => {
  for (const isTty of [true, false]) {
    let text = "";
    let now = 0;
    const write = (part: string): void => {
      text += part;
    };
    const line = new LiveLine({ isTty, columns: 60, write }, 900, () => now);
    line.tell("induction");
    now = 65_000;
    line.tell("bounded model checking, bound 4");
    line.end();
    const [first, second, gone] = text.split("\r").slice(1);
    if (isTty) {
      expect(first).toBe("induction · 0.0 s of 15 min");
      expect(second).toBe("bounded model checking, bound 4 · 1 min 5 s of 15 min");
      expect(gone?.trim()).toBe("");
    } else {
      expect(text).toBe("induction\nbounded model checking, bound 4\n");
    }
  }
});
