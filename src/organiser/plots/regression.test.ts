import { expect, test } from "vitest";
import { renderPdf } from "./pdf.ts";
import { renderPgfplots } from "./pgfplots.ts";
import type { Plot, Point } from "./plot.ts";
import { leastSquares, regressionGuide } from "./regression.ts";
import { renderSvg } from "./svg.ts";

const DOMAIN = [0.1, 1000] as const;

test("a line through points that lie on one, and none through a single place", () => {
  const line = leastSquares([
    [0, 1],
    [1, 3],
    [2, 5],
  ]);
  expect(line).toEqual({ slope: 2, intercept: 1, r2: 1, count: 3 });
  expect(
    leastSquares([
      [0, 1],
      [0, 2],
      [0, 3],
    ]),
  ).toBeUndefined();
  expect(
    leastSquares([
      [0, 1],
      [1, 2],
    ]),
  ).toBeUndefined();
});

/** The ends of the visible part of a line, as exponents of ten. */
const inSight = (slope: number, intercept: number): readonly number[] =>
  regressionGuide({ slope, intercept, r2: 1, count: 3 }, DOMAIN)
    .flatMap(({ from, to }): readonly Point[] => [from, to])
    .flatMap(({ x, y }) => [Math.log10(x), Math.log10(y)])
    .map((value) => Math.round(value * 1e9) / 1e9);

test.each([
  ["in the middle", 1, 0, [-1, -1, 3, 3]],
  ["that leaves at the top", 2, 0, [-0.5, -1, 1.5, 3]],
  ["that falls", -1, 1, [-1, 2, 2, -1]],
  ["that is level", 0, 1, [-1, 1, 3, 1]],
  ["above everything", 0, 4, []],
  ["beside everything", 1, 5, []],
])("the visible part of a line %s", (_name, slope, intercept, expected) => {
  expect(inSight(slope, intercept)).toEqual(expected);
});

test("the line is drawn in every format", () => {
  const axis = { label: "s", scale: "log" as const, domain: DOMAIN };
  const plot: Plot = {
    title: "t",
    x: axis,
    y: axis,
    series: [{ name: "a", kind: "marks", points: [{ x: 1, y: 1 }] }],
    guides: regressionGuide({ slope: 1, intercept: 0.5, r2: 1, count: 3 }, DOMAIN),
    markEvery: 1,
  };
  expect(renderSvg(plot)).toContain('stroke-dasharray="9 3 2 3"');
  expect(renderPgfplots(plot, {})).toContain("on 4.5pt off 1.5pt on 1pt off 1.5pt, no marks");
  expect(renderPdf(plot)).toContain("[9 3 2 3] 0 d");
});
