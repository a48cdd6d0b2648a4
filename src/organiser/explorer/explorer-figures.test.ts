import { describe, expect, test } from "vitest";
import {
  categories,
  edition,
  FALSE,
  manifest,
  RUNS,
  standings,
  store,
  TASK_2,
  tools,
} from "../../../test/support/explored-competition.ts";
import { fullView, nearestPoint, type PointCloud, paintPoints } from "../plots/index.ts";
import { scoreQuantiles } from "../scoring/index.ts";
import type { PartRun } from "./category-part.ts";
import { compareRuns, taskQuality } from "./compare-runs.ts";
import { figurePlot, figureRequest } from "./figure.ts";
import { figureFile } from "./figure-file.ts";
import { quantileSeries } from "./quantile-series.ts";
import { parseRoute } from "./route.ts";
import { statusOf } from "./run-store.ts";
import { scatterPairs, scatterPoints } from "./scatter-points.ts";
import { explainRun, type RuleChanges, WhatIf } from "./what-if.ts";

const NO_CHANGES: RuleChanges = { scoring: {}, voidTasks: [], optOuts: [] };

describe("plots", () => {
  test("quantile functions are those of the scoring", () => {
    for (const [index, { id }] of tools.entries()) {
      const runs = RUNS.filter(({ tool }) => tool === id);
      const wanted = scoreQuantiles(runs, { measure: "cpuTimeSeconds" });
      const [series] = quantileSeries(store, [id], { basis: "score", measure: "cpuTimeSeconds" });
      expect(series?.start, String(index)).toBe(wanted.start.toNumber());
      expect([...(series?.x ?? [])]).toEqual(wanted.points.map(({ x }) => x.toNumber()));
      expect([...(series?.y ?? [])]).toEqual(wanted.points.map(({ y }) => y));
      expect(series?.end).toBe(wanted.end.toNumber());
    }
  });

  test("points as pixels: every one is there, hidden ones are not, those outside are left out", () => {
    const cloud: PointCloud = {
      x: Float64Array.from([0, 2, 2, 4, Number.NaN, 9]),
      y: Float64Array.from([0, 2, 2, 4, 1, 9]),
      classes: Uint8Array.from([0, 0, 3, 4, 0, 0]),
    };
    const many = {
      ...cloud,
      // So many that a point is one pixel; only the first ones have values.
      x: Float64Array.from({ length: 30_000 }, (_, index) => cloud.x[index] ?? Number.NaN),
      y: Float64Array.from({ length: 30_000 }, (_, index) => cloud.y[index] ?? Number.NaN),
      classes: Uint8Array.from({ length: 30_000 }, (_, index) => cloud.classes[index] ?? 0),
    };
    const colors = [0x0000ff, 0, 0, 0xff0000, 0x808080];
    const painted = (points: PointCloud, hidden: readonly number[]): string => {
      const size = { width: 5, height: 5, ratio: 1 };
      const raster = { ...size, hidden: Uint8Array.from(hidden), colors, order: [4, 2, 0, 1, 3] };
      const pixels = paintPoints(points, { x: [0, 4], y: [0, 4] }, raster);
      const color = (at: number): string => {
        const [red = 0, , blue = 0, alpha = 0] = pixels.subarray(4 * at, 4 * at + 4);
        return alpha === 0 ? "." : red > 100 && blue < 100 ? "w" : red > 100 ? "n" : "t";
      };
      return Array.from({ length: 25 }, (_, at) => color(at))
        .join("")
        .replace(/.{5}(?=.)/g, "$&/");
    };
    // A wrong answer lies over a correct one.
    expect(painted(many, [0, 0, 0, 0, 0])).toBe("....n/...../..w../...../t....");
    expect(painted(many, [0, 0, 0, 1, 1])).toBe("...../...../..t../...../t....");
    // A few points are large.
    expect(painted(cloud, [1, 1, 1, 0, 1])).toMatch(/^[w.]{5}(\/w{5}){0}.*w{3}.*$/);
    expect(fullView(cloud, new Uint8Array(5), true)).toEqual({ x: [0, 9.36], y: [0, 9.36] });
    const frame = { width: 5, height: 5, hidden: Uint8Array.from([0, 0, 0, 1, 1]) };
    const at = { x: 2.4, y: 2.6, reach: 3 };
    expect(nearestPoint(cloud, { x: [0, 4], y: [0, 4] }, frame, at)).toBe(1);
    expect(
      nearestPoint(cloud, { x: [0, 4], y: [0, 4] }, frame, { ...at, reach: 0.1 }),
    ).toBeUndefined();
  });

  test("scatter points", () => {
    const { x, y, classes } = scatterPoints(store, scatterPairs(store, "a", "b"), "cpuTimeSeconds");
    expect([...x]).toEqual([3.25, 0.1, 1]);
    expect([...y]).toEqual([900.123456789, 7, Number.NaN]);
    expect([...classes]).toEqual([2, 1, 3]);
  });

  test("an address gives a plot; the file names its origin", () => {
    const route = parseRoute("#/plot/quantile?c=Overall&v=a,b");
    const request = figureRequest(route, manifest);
    if (request === undefined) throw new Error("no request");
    const plot = figurePlot(request, manifest, store);
    expect(plot.series.map(({ name, style }) => [name, style])).toEqual([
      ["Tool a", 0],
      ["Tool b", 1],
    ]);
    const origin = { title: "Cup -- 1", edition: "E", link: "#/plot/quantile?q=--" };
    for (const format of ["svg", "tex", "csv"] as const) {
      const text = figureFile(plot, format, origin);
      if (format === "svg") expect(text.match(/<!--(.*?)-->/s)?.[1]).not.toContain("--");
      if (format === "tex") expect(text).toContain("agon plot --from-link '#/plot/quantile?q=--'");
    }
    expect(figureRequest(parseRoute("#/runs"), manifest)).toBeUndefined();
  });
});

describe("comparisons", () => {
  test("gained, lost, changed, same", () => {
    const { counts, pairs, faster } = compareRuns(store, "a", "b");
    expect(pairs.map(({ task, change, points }) => [task.slice(4, 6), change, points])).toEqual([
      ["t1", "lost", -2],
      ["t2", "same", 0],
      ["t3", "gained", 32],
      ["t4", "changed", 0],
    ]);
    expect(counts).toEqual({ gained: 1, lost: 1, changed: 1, same: 1 });
    expect(faster).toEqual({ a: 1, b: 0, both: 1 });
  });

  test("tasks that one tool solves alone, tasks that no tool solves, contested tasks", () => {
    const quality = taskQuality(store);
    expect(quality).toMatchObject({ tasks: 4, virtualBest: 3 });
    expect(quality.neverSolved.map(({ task }) => task)).toEqual(["dir/t4.yml#unreach-call"]);
    expect(quality.contributions.map(({ tool, unique }) => [tool, unique.length])).toEqual([
      ["a", 1],
      ["b", 1],
      ["c", 0],
    ]);
    expect(quality.contested).toEqual([
      {
        category: "A",
        task: "dir/t3.yml#unreach-call",
        expected: "false",
        agree: ["b"],
        disagree: ["a"],
      },
    ]);
  });
});

describe("other rules", () => {
  const whatIf = new WhatIf(manifest);
  for (const { part } of store.views) whatIf.add(part);
  const scoresOf = (changes: RuleChanges): string =>
    whatIf
      .under(changes)
      .standings.map(
        ({ category, scores }) =>
          `${category.name} ${scores.map(({ score, state }) => (state === "scored" ? String(score) : state)).join(" ")}`,
      )
      .join("; ");

  test("without changes: the official scores", () => {
    expect(whatIf.under(NO_CHANGES).standings).toEqual(standings);
  });

  test("other points, void tasks, opt-outs", () => {
    expect(scoresOf({ ...NO_CHANGES, scoring: { wrongTrue: 0 } })).toMatch(/^A 3 1 incomplete; /);
    expect(scoresOf({ ...NO_CHANGES, voidTasks: ["dir/t3.yml#unreach-call"] })).toMatch(
      /^A 3 1 incomplete; /,
    );
    expect(scoresOf({ ...NO_CHANGES, optOuts: ["a@A"] })).toMatch(
      /^A opted-out 1 incomplete; B 0 /,
    );
  });

  test("runs that cause it; meta categories as plain sums", () => {
    const changes = { ...NO_CHANGES, scoring: { wrongTrue: -2 }, voidTasks: [TASK_2] };
    expect(whatIf.under(NO_CHANGES).shifts).toEqual([]);
    const { shifts } = whatIf.under(changes);
    const lines = shifts.map(
      ({ tool, category, before, after, runs, points }) =>
        `${tool} ${category} ${before} > ${after}: ${runs}, ${points}`,
    );
    expect(lines).toEqual([
      "a A true, wrong > true, wrong: 1, 30",
      `a A ${FALSE}, correct > invalid task (${FALSE}), missing: 1, -1`,
      `b A ${FALSE}, correct > invalid task (${FALSE}), missing: 1, -1`,
    ]);
    const plain = whatIf.under({ ...NO_CHANGES, metaScore: "plain-sum" }).standings;
    const sum = (name: string): number =>
      plain
        .find(({ category }) => category.name === name)
        ?.scores.find(({ tool }) => tool === "a")
        ?.score.toNumber() ?? Number.NaN;
    expect(sum("Overall")).toBe(sum("A") + sum("B"));
  });

  test("published results have no explanation, runs with their answers have", () => {
    const [category] = categories;
    const [first] = RUNS;
    if (category?.kind !== "base" || first === undefined) throw new Error("no run");
    const task = { id: first.task, expected: "true" };
    expect(explainRun(first, task, category, edition)).toBeUndefined();
    const known: PartRun = {
      ...first,
      verificationStatus: "true",
      witnessFacts: { state: "missing" },
      checks: [],
    };
    expect(explainRun(known, task, category, edition)).toMatchObject({
      status: "witness missing (true)",
      category: "error",
      points: 0,
    });
  });

  test("rows are found by their names", () => {
    const row = store.rowOf("B", "c", "dir/t4.yml#unreach-call");
    expect(row === undefined ? "" : statusOf(store.at(row))).toBe(
      "OUT OF MEMORY (SEGMENTATION FAULT)",
    );
    expect(store.rowOf("B", "b", "dir/t4.yml#unreach-call")).toBeUndefined();
  });
});
