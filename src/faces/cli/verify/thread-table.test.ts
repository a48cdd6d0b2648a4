import { expect, test } from "vitest";
import type { Trace, TraceStep } from "../../../contestant/story/trace-model.ts";
import { renderTrace } from "./report-text.ts";

function step(
  thread: number,
  line: number,
  source: string,
  more: Partial<TraceStep> = {},
): TraceStep {
  const base = { file: "a.c", line, column: 3, function: "f", depth: 1, changes: [], inputs: [] };
  return { ...base, kind: "statement", source, thread, ...more };
}

const i = (value: string): Partial<TraceStep> => ({ changes: [{ name: "i", value }] });

const TRACE: Trace = {
  inputs: [],
  inputCount: 0,
  omittedSteps: 0,
  threads: [
    { number: 0, function: "main" },
    { number: 1, function: "add" },
    { number: 2, function: "add" },
  ],
  steps: [
    step(0, 9, "pthread_create(&a, 0, add, 0);", { creates: 1 }),
    step(0, 10, "pthread_create(&b, 0, add, 0);", { creates: 2 }),
    step(1, 4, "i++;", { isInterrupted: true }),
    step(2, 4, "i++;", i("1")),
    step(1, 4, "i++;", i("1")),
    step(0, 12, "reach_error();", { kind: "violation" }),
  ],
};

test("every thread has a column", () => {
  expect(renderTrace("a.c", TRACE)).toMatchInlineSnapshot(`
    "counterexample in a.c: 6 steps, 0 inputs, 3 threads
            0: main                                          1: add                  2: add
            ───────────────────────────────────────────────  ──────────────────────  ──────────────────────
       9:3  pthread_create(&a, 0, add, 0);  starts thread 1
      10:3  pthread_create(&b, 0, add, 0);  starts thread 2
       4:3                                                   i++;  … (interrupted)
       4:3                                                                           i++;  i = 1
       4:3                                                   i++;  i = 1
      12:3  reach_error();  ✗ violates the property
    violated at a.c:12:3, in f, thread 0
    "
  `);
});

test("columns become narrower, and one column is left where there is no room", () => {
  const texts = [100, 80, 60, 40].map((columns) => {
    const text = renderTrace("a.c", TRACE, { columns });
    expect(
      text
        .split("\n")
        .slice(1)
        .filter(({ length }) => length > columns),
    ).toEqual([]);
    return text;
  });
  expect(texts[1]).toMatchInlineSnapshot(`
    "counterexample in a.c: 6 steps, 0 inputs, 3 threads
            0: main                   1: add                  2: add
            ────────────────────────  ──────────────────────  ──────────────────────
       9:3  pthread_create(&a, 0,
              add, 0);
                starts thread 1
      10:3  pthread_create(&b, 0,
              add, 0);
                starts thread 2
       4:3                            i++;  … (interrupted)
       4:3                                                    i++;  i = 1
       4:3                            i++;  i = 1
      12:3  reach_error();
                ✗ violates the
                property
    violated at a.c:12:3, in f, thread 0
    "
  `);
  expect(texts[2]).toMatchInlineSnapshot(`
    "counterexample in a.c: 6 steps, 0 inputs, 3 threads
      thread 0: main
      thread 1: add
      thread 2: add
       9:3  0 pthread_create(&a, 0, add, 0);  starts thread 1
      10:3  0 pthread_create(&b, 0, add, 0);  starts thread 2
       4:3  1 i++;  … (interrupted)
       4:3  2 i++;  i = 1
       4:3  1 i++;  i = 1
      12:3  0 reach_error();  ✗ violates the property
    violated at a.c:12:3, in f, thread 0
    "
  `);
});

test("a long counterexample is shortened in the middle; threads without a step have no column", () => {
  const steps = Array.from({ length: 1000 }, (_, index) => step(index % 2, index + 1, "i++;"));
  const text = renderTrace("a.c", { ...TRACE, steps, omittedSteps: 50 });
  const lines = text.split("\n");
  expect(lines[0]).toBe("counterexample in a.c: 1050 steps, 0 inputs, 2 threads");
  expect(lines[1]).not.toContain("2: add");
  expect(lines.find((line) => line.includes("⋮"))).toMatch(/ 850 steps not shown/);
  expect(lines).toHaveLength(1 + 2 + 40 + 1 + 160 + 1 + 1);
});
