import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { hasLatex, setWithLatex } from "../../../test/support/latex.ts";
import { defined } from "../../ground/util/defined.ts";
import { type JudgedRun, plainQuantiles, scoreQuantiles } from "../scoring/index.ts";
import { plotToDat, renderPgfplots } from "./pgfplots.ts";
import type { Axis, Plot } from "./plot.ts";
import { plotToCsv } from "./plot-csv.ts";
import { plainQuantilePlot, scoreQuantilePlot } from "./quantile-plot.ts";
import { niceDomain, positionOn, ticksOf } from "./scale.ts";
import { pairRuns, scatterPlot } from "./scatter-plot.ts";
import { styleOf } from "./series-style.ts";
import { renderSvg } from "./svg.ts";
import { thinPoints } from "./thin-points.ts";

function run(tool: string, task: number, points: number, seconds: number): JudgedRun {
  const resultCategory = points < 0 ? "wrong" : points === 0 ? "correct-unconfirmed" : "correct";
  return {
    tool,
    category: "A",
    task: `t${task}`,
    status: points === 1 || points === -16 ? "false(unreach-call)" : "true",
    resultCategory,
    points,
    cpuTimeSeconds: seconds,
  };
}

const RUNS = [
  run("x", 1, 2, 3),
  run("x", 2, 1, 0.5),
  run("x", 3, -16, 7),
  run("x", 4, 0, 1),
  run("y", 1, 2, 30),
  run("y", 2, 1, 200),
  run("y", 3, 1, 4),
];
const of = (tool: string): readonly JudgedRun[] => RUNS.filter((each) => each.tool === tool);
const NASTY = "a<b>&\"'{}_%$#~^\\ \u0007";

const scorePlot: Plot = scoreQuantilePlot(
  ["x", "y"].map((name) => ({
    name,
    quantiles: scoreQuantiles(of(name), { measure: "cpuTimeSeconds" }),
  })),
  { title: "Scores", measure: "cpuTimeSeconds" },
);

test("a score-based graph starts at the penalties and ends at the score", () => {
  expect(scorePlot.series.map(({ name, points }) => [name, points])).toEqual([
    [
      "x",
      [
        { x: -16, y: 0.5 },
        { x: -15, y: 0.5 },
        { x: -13, y: 3 },
      ],
    ],
    [
      "y",
      [
        { x: 0, y: 4 },
        { x: 1, y: 4 },
        { x: 3, y: 30 },
        { x: 4, y: 200 },
      ],
    ],
  ]);
  expect(scorePlot.x.domain).toEqual([-16, 4]);
  expect(scorePlot.y).toMatchObject({ scale: "linear-log", domain: [0, 1000] });
});

test("a plain graph counts correct results", () => {
  const plot = plainQuantilePlot(
    [{ name: "x", quantiles: plainQuantiles(of("x"), "cpuTimeSeconds") }],
    { title: "Times", measure: "cpuTimeSeconds" },
  );
  expect(plot.series[0]?.points).toEqual([
    { x: 1, y: 0.5 },
    { x: 2, y: 3 },
  ]);
  expect(plotToCsv(plot)).toBe("series,n-th fastest correct result,CPU time (s)\nx,1,0.5\nx,2,3\n");
});

test("a scatter plot pairs the runs on a task", () => {
  const plot = scatterPlot(pairRuns(of("x"), of("y")), {
    title: "x and y",
    measure: "cpuTimeSeconds",
    xName: "x",
    yName: "y",
  });
  expect(plot.series.map(({ name, points }) => [name, points])).toEqual([
    ["both correct, TRUE", [{ x: 3, y: 30 }]],
    ["both correct, FALSE", [{ x: 0.5, y: 200 }]],
    ["one wrong", [{ x: 7, y: 4 }]],
  ]);
  expect(plot.x.domain).toEqual([0.1, 1000]);
  expect(plot.y.domain).toEqual(plot.x.domain);
});

describe("axes", () => {
  const axis = (scale: Axis["scale"], low: number, high: number): Axis => ({
    label: "",
    scale,
    domain: [low, high],
  });

  test.each<readonly [Axis, string]>([
    [axis("linear", 0, 100), "0 20 40 60 80 100"],
    [axis("linear", -16, 4), "-15 -10 -5 0"],
    [axis("linear", 0, 0.3), "0 0.05 0.1 0.15 0.2 0.25 0.3"],
    [axis("linear", 0, 3e7), "0 5e6 1e7 1.5e7 2e7 2.5e7 3e7"],
    [axis("log", 0.01, 100), "0.01 0.1 1 10 100"],
    [axis("linear-log", 0, 1000), "0 1 10 100 1000"],
  ])("ticks of %j", (each, labels) => {
    expect(
      ticksOf(each, 6)
        .map(({ label }) => label)
        .join(" "),
    ).toBe(labels);
  });

  test("linear up to 1, then each decade has the same length", () => {
    const each = axis("linear-log", 0, 1000);
    expect([0, 0.5, 1, 10, 100, 1000, 5000].map((value) => positionOn(each, value))).toEqual([
      0, 0.125, 0.25, 0.5, 0.75, 1, 1,
    ]);
  });

  test("positions grow with the values, within the axis", () => {
    const scales = fc.constantFrom("linear" as const, "log" as const, "linear-log" as const);
    const values = fc.array(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(scales, values, (scale, list) => {
        const each: Axis = { label: "", scale, domain: niceDomain(scale, list) };
        const places = [...list].sort((a, b) => a - b).map((value) => positionOn(each, value));
        places.forEach((place, index) => {
          expect(place).toBeGreaterThanOrEqual(places[index - 1] ?? 0);
          expect(place).toBeLessThanOrEqual(1);
        });
        for (const { value } of ticksOf(each)) {
          expect(value).toBeGreaterThanOrEqual(each.domain[0] - 1e-6 * Math.abs(each.domain[1]));
          expect(value).toBeLessThanOrEqual(each.domain[1] * (1 + 1e-6));
        }
      }),
    );
  });
});

test("thinning keeps first and last and one point a cell", () => {
  const points = Array.from({ length: 5000 }, (_, x) => ({ x, y: 1 + x / 10 }));
  const plot = { ...scorePlot, x: { ...scorePlot.x, domain: [0, 5000] as const } };
  const thinned = thinPoints(points, plot, 100);
  expect(thinned.length).toBeLessThan(400);
  expect([thinned[0], thinned.at(-1)]).toEqual([points[0], points.at(-1)]);
});

test("84 series look different", () => {
  const looks = Array.from({ length: 84 }, (_, index) => JSON.stringify(styleOf(index)));
  expect(new Set(looks).size).toBe(84);
  // Printed in grey.
  const grey = Array.from({ length: 24 }, (_, index) => styleOf(index)).map(
    ({ dash, mark }) => `${dash} ${mark}`,
  );
  expect(new Set(grey).size).toBe(24);
});

/** Throws unless the text is well-formed XML. */
function texts(svg: string): readonly string[] {
  const found: string[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("text", (text) => found.push(text));
  parser.write(svg).close();
  return found;
}

describe("SVG", () => {
  const nasty: Plot = {
    ...scorePlot,
    title: NASTY,
    series: scorePlot.series.map((series) => ({ ...series, name: NASTY })),
  };

  test("is well-formed for all names", () => {
    expect(texts(renderSvg(nasty))).toContain(NASTY.replace("\u0007", "\ufffd"));
    expect(texts(renderSvg(nasty, { hasLegend: false, width: 240, height: 160 }))).toContain("0");
  });

  test("no data, one point, the same value everywhere: every number is finite", () => {
    const same = [run("x", 1, 2, 5), run("x", 2, 2, 5)];
    for (const runs of [[], same.slice(1), same]) {
      const quantiles = scoreQuantiles(runs, { measure: "cpuTimeSeconds" });
      const options = { title: "t", measure: "cpuTimeSeconds" } as const;
      const svg = renderSvg(scoreQuantilePlot([{ name: "x", quantiles }], options));
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      const pairs = { ...options, xName: "x", yName: "y" };
      expect(renderSvg(scatterPlot(pairRuns(runs, runs), pairs))).not.toMatch(/NaN|Infinity/);
    }
  });

  test("a large graph stays small", () => {
    const many = Array.from({ length: 40_000 }, (_, index) => run("x", index, 2, index / 50));
    const quantiles = scoreQuantiles(many, { measure: "cpuTimeSeconds" });
    const plot = scoreQuantilePlot([{ name: "x", quantiles }], {
      title: "t",
      measure: "cpuTimeSeconds",
    });
    expect(renderSvg(plot).length).toBeLessThan(60_000);
    expect(renderPgfplots(plot).length).toBeLessThan(120_000);
  });
});

test("thousands of marks are one picture in SVG, with axes and letters beside it", () => {
  const count = 6000;
  const points = Array.from({ length: count }, (_, index) => ({
    x: 1 + (index % 97),
    y: 1 + ((index * 31) % 83),
  }));
  const axis: Axis = { label: "s", scale: "log", domain: [1, 100] };
  const plot: Plot = {
    title: "many",
    x: axis,
    y: axis,
    guides: [],
    markEvery: 1,
    series: [
      { name: "one", kind: "marks", points: points.slice(0, 3000) },
      { name: "two", kind: "marks", points: points.slice(3000) },
    ],
  };
  const svg = renderSvg(plot);
  expect(svg.match(/<image /g)).toHaveLength(1);
  expect(svg).toMatch(/href="data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+=*"/);
  expect(svg).toContain(">two</text>");
  expect(svg).not.toContain('class="series"');
  expect(svg.length).toBeLessThan(700_000);
  expect(renderSvg({ ...plot, series: plot.series.slice(0, 1) })).not.toContain("<image");
});

test("the data of pgfplots: two columns for each series, gaps below the shorter ones", () => {
  const axis: Axis = { label: "s", scale: "linear", domain: [0, 10] };
  const plot: Plot = {
    title: "t",
    x: axis,
    y: axis,
    guides: [],
    markEvery: 1,
    series: [
      { name: "a\nb", kind: "line", points: [{ x: 1, y: 2 }] },
      {
        name: "c",
        kind: "marks",
        points: [
          { x: 3, y: 4 },
          { x: 5, y: 1 / 3 },
        ],
      },
    ],
  };
  expect(plotToDat(plot)).toBe(
    "# x0 y0: a b\n# x1 y1: c\nx0 y0 x1 y1\n1 2 3 4\nnan nan 5 0.333333333\n",
  );
  const text = renderPgfplots(plot, { dataFile: "d.dat" });
  expect(text).toContain("table[x=x1, y=y1] {d.dat};");
});

describe("pgfplots", () => {
  const canSet = hasLatex("pgfplots.sty");

  test("special characters are escaped", () => {
    const text = renderPgfplots({ ...scorePlot, title: NASTY });
    expect(text).toContain(
      "title={a\\textless{}b\\textgreater{}\\&\\textquotedbl{}'\\{\\}\\_\\%\\$\\#\\textasciitilde{}\\textasciicircum{}\\textbackslash{}",
    );
  });

  test.skipIf(!canSet)(
    canSet
      ? "pdflatex accepts it"
      : "pdflatex accepts it (skipped: there is no pdflatex with pgfplots)",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "agon-plots-"));
      const pairs = pairRuns(of("x"), of("y"));
      const scatter = scatterPlot(pairs, {
        title: NASTY,
        measure: "cpuTimeSeconds",
        xName: "x_1",
        yName: "y%",
      });
      for (const plot of [scorePlot, scatter]) {
        writeFileSync(join(folder, "points.dat"), plotToDat(plot));
        for (const dataFile of [undefined, "points.dat"]) {
          const options = defined({ dataFile });
          const text = renderPgfplots(plot, { isStandalone: true, ...options });
          expect(text.includes("coordinates {\n")).toBe(dataFile === undefined);
          writeFileSync(join(folder, "plot.tex"), text);
          expect(setWithLatex(folder, "plot.tex")).toEqual({ firstError: undefined, status: 0 });
        }
      }
    },
    250_000,
  );
});
