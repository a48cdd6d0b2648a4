import { expect, test } from "vitest";
import { RESULT_CATEGORIES } from "../../ground/model/index.ts";
import { figuresOf } from "../../ground/util/sample-figures.ts";
import { categoryPart } from "./category-part.ts";
import { coverageIn } from "./log-coverage.ts";
import { regressionOf } from "./regression.ts";
import { figuresByResult } from "./run-figures.ts";
import { RunStore } from "./run-store.ts";

test("figures of values that are easy to check by hand", () => {
  expect(figuresOf([])).toBeUndefined();
  expect(figuresOf([1, 2, 4, 5])).toEqual({
    count: 4,
    sum: 12,
    min: 1,
    max: 5,
    mean: 3,
    median: 3,
    deviation: Math.sqrt(2.5),
  });
  expect(figuresOf([1, 2, 9])?.median).toBe(2);
});

test("by result, without absent measurements", () => {
  const times = [3, undefined, 10, 1];
  const results = ["correct", "correct", "error", "correct"] as const;
  const runs = times.map((time, index) => ({
    tool: "a",
    category: "A",
    task: `${index}`,
    status: "true",
    points: 0,
    resultCategory: results[index] ?? ("error" as const),
    ...(time === undefined ? {} : { cpuTimeSeconds: time }),
  }));
  const tasks = times.map((_, index) => ({ id: `${index}`, expected: "true" }));
  const scoring = { correctTrue: 2, correctFalse: 1, unconfirmedTrue: 0, unconfirmedFalse: 0 };
  const store = new RunStore([categoryPart("A", tasks, ["a"], runs)], {
    ...scoring,
    wrongTrue: -32,
    wrongFalse: -16,
  });
  const lines = figuresByResult(store, Uint32Array.of(0, 1, 2, 3), "cpu");
  expect(lines.map(({ result, figures }) => [result, figures.count, figures.sum])).toEqual([
    ["correct", 2, 4],
    ["error", 1, 10],
    ["all", 3, 14],
  ]);
  expect(figuresByResult(store, Uint32Array.of(0), "energy")).toEqual([]);
  expect(RESULT_CATEGORIES).toContain("correct");
});

test("a line through points of a power law on logarithmic axes, of a line on linear ones", () => {
  const x = Float64Array.of(1, 10, 100, 5, 0);
  const classes = Uint8Array.of(0, 1, 0, 3, 0);
  const power = { x, y: Float64Array.of(2, 200, 20_000, 1, 7), classes };
  const logarithmic = regressionOf(power, 1, false);
  expect(logarithmic?.slope).toBeCloseTo(2, 12);
  expect(logarithmic?.intercept).toBeCloseTo(Math.log10(2), 12);
  expect(logarithmic).toMatchObject({ count: 3, r2: expect.closeTo(1, 12) as number });
  const straight = { x, y: Float64Array.of(5, 23, 203, 1, 3), classes };
  expect(regressionOf(straight, 1, true)).toMatchObject({
    slope: expect.closeTo(2, 12) as number,
    intercept: expect.closeTo(3, 12) as number,
  });
  expect(regressionOf({ x, y: x, classes: classes.fill(2) }, 1, true)).toBeUndefined();
  const same = { x: x.fill(4), y: Float64Array.of(1, 2, 3, 4, 5), classes: classes.fill(0) };
  expect(regressionOf(same, 1, true)).toBeUndefined();
});

test.each([
  [
    "Code Coverage\n  Function coverage:      1.000\n  Visited lines: 12\n  Line coverage:          0.600\n  Condition coverage:     0.750\n",
    [
      ["functions", 1],
      ["lines", 0.6],
      ["conditions", 0.75],
    ],
  ],
  [
    "Lines executed:85.5% of 14\nBranches executed: 50.0% of 4",
    [
      ["lines", 0.855],
      ["branches", 0.5],
    ],
  ],
  ["  lines......: 85.5% (12 of 14 lines)", [["lines", 0.855]]],
  ["Branch coverage: 10%\nBranch coverage: 67.5%", [["branches", 0.675]]],
  ["Coverage: 40%", [["program", 0.4]]],
  ["Line coverage: 17 lines", []],
  ["the coverage of lines: none; deadlines: 20 %", []],
])("coverage in %j", (log, wanted) => {
  expect(coverageIn(log)).toEqual(wanted);
});
