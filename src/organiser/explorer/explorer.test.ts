import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Category, RESULT_CATEGORIES, type ResultCategory } from "../../ground/model/index.ts";
import { parseRational } from "../../ground/util/rational.ts";
import { fullView, nearestPoint, type PointCloud, paintPoints } from "../plots/index.ts";
import { computeStandings, findEdition, pointsOf, scoreQuantiles } from "../scoring/index.ts";
import { categoryPart, decodePart, encodePart, type PartRun, shortest } from "./category-part.ts";
import type { Check } from "./check-table.ts";
import { decodeColumns, encodeColumns } from "./column-file.ts";
import { compareRuns, taskQuality } from "./compare-runs.ts";
import { figurePlot, figureRequest } from "./figure.ts";
import { figureFile } from "./figure-file.ts";
import { filterRows } from "./filter-rows.ts";
import { MANIFEST_FORMAT, type Manifest, readStandings, storeStanding } from "./manifest.ts";
import { quantileSeries } from "./quantile-series.ts";
import { formatQuery, parseQuery } from "./query.ts";
import { radixSort } from "./radix-sort.ts";
import { ranksOf, sortByRanks } from "./rank-sort.ts";
import { recount } from "./recount.ts";
import { formatRoute, parseRoute } from "./route.ts";
import { RunStore, statusOf, taskOf, toolOf } from "./run-store.ts";
import { scatterPairs, scatterPoints } from "./scatter-points.ts";
import { formatSort, parseSort, sortRows } from "./sort-rows.ts";
import { decodeTimes, encodeTimes } from "./time-column.ts";
import { explainRun, type RuleChanges, WhatIf } from "./what-if.ts";

const NO_CHANGES: RuleChanges = { scoring: {}, voidTasks: [], optOuts: [] };

const edition = findEdition(2025);

function run(
  tool: string,
  category: string,
  task: number,
  status: string,
  resultCategory: ResultCategory,
  cpu?: number,
): PartRun {
  return {
    tool,
    category,
    task: `dir/t${task}.yml#unreach-call`,
    status,
    resultCategory,
    points: pointsOf(status, resultCategory, edition.scoring),
    ...(cpu === undefined
      ? {}
      : {
          cpuTimeSeconds: cpu,
          wallTimeSeconds: Math.round(cpu * 50) / 100,
          memoryBytes: 4096 * 1000,
        }),
  };
}

const FALSE = "false(unreach-call)";
const TASK_2 = "dir/t2.yml#unreach-call";
const RUNS: readonly PartRun[] = [
  run("a", "A", 1, "true", "correct", 3.25),
  run("a", "A", 2, FALSE, "correct", 0.1),
  run("a", "A", 3, "true", "wrong", 1),
  run("b", "A", 1, "TIMEOUT", "error", 900.123456789),
  run("b", "A", 2, FALSE, "correct", 7),
  run("b", "A", 3, FALSE, "correct-unconfirmed"),
  run("a", "B", 4, "unknown", "unknown", 2),
  run("c", "B", 4, "OUT OF MEMORY (SEGMENTATION FAULT)", "error", 5),
];
const EXPECTED: Readonly<Record<number, string>> = { 1: "true", 2: "false", 3: "false", 4: "true" };

function part(category: string, numbers: readonly number[]) {
  const tasks = numbers.map((number) => ({
    id: `dir/t${number}.yml#unreach-call`,
    expected: EXPECTED[number] as string,
  }));
  return categoryPart(
    category,
    tasks,
    ["a", "b", "c"],
    RUNS.filter((each) => each.category === category),
  );
}

const PARTS = [part("A", [1, 2, 3]), part("B", [4])];
const store = new RunStore(PARTS, edition.scoring);
const categories: readonly Category[] = [
  { kind: "base", name: "A", property: "unreach-call" },
  { kind: "base", name: "B", property: "unreach-call" },
  { kind: "meta", name: "Overall", children: ["A", "B"] },
];
const tools = ["a", "b", "c"].map((id) => ({ id, name: `Tool ${id}` }));
const standings = computeStandings({
  edition,
  categories,
  tools,
  participations: [],
  tasks: new Map([
    [
      "A",
      [1, 2, 3].map((n) => ({
        task: `dir/t${n}.yml#unreach-call`,
        expectedVerdict: { kind: EXPECTED[n] as "true" },
      })),
    ],
    ["B", [{ task: "dir/t4.yml#unreach-call", expectedVerdict: { kind: "true" as const } }]],
  ]),
  runs: RUNS,
});
const manifest: Manifest = {
  format: MANIFEST_FORMAT,
  title: "Cup",
  edition,
  facts: [],
  tools,
  validators: [],
  participations: [],
  categories,
  standings: standings.map(storeStanding),
  parts: [],
  sources: {},
  files: [],
};

describe("data files", () => {
  test("columns come back as they were", () => {
    const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(numbers, fc.jsonValue(), (values, header) => {
        const columns = {
          a: Float64Array.from(values),
          b: Float32Array.from(values),
          c: Uint16Array.from(values),
          d: Uint8Array.from(values),
          e: Uint32Array.from(values),
        };
        const file = decodeColumns(encodeColumns({ header, columns }));
        expect(file.columns).toEqual(columns);
        expect(JSON.stringify(file.header)).toBe(JSON.stringify(header));
      }),
    );
  });

  test("a file that is cut off is noticed", () => {
    const bytes = encodeColumns({ header: {}, columns: { a: new Float64Array(9) } });
    expect(() => decodeColumns(bytes.subarray(0, -1))).toThrow("cut off");
  });

  test("times keep every digit, whole nanoseconds or not", () => {
    const time = fc.oneof(
      fc.nat({ max: 2 ** 50 }).map((units) => units / 1e9),
      fc.double({ min: 0, max: 1e6 }),
      fc.constant(Number.NaN),
    );
    fc.assert(
      fc.property(fc.array(time), (values) => {
        const seconds = Float64Array.from(values);
        expect([...decodeTimes("cpu", encodeTimes("cpu", seconds))]).toEqual([...seconds]);
      }),
    );
  });

  test("reading the columns returns the runs", () => {
    const again = new RunStore(
      PARTS.map((each) => decodePart(encodePart(each))),
      edition.scoring,
    );
    expect([...again.judgedRuns()]).toEqual(RUNS);
  });

  test("single precision prints as it was written", () => {
    expect([0.1, 1.934886, 900.1235, 4096].map((value) => shortest(Math.fround(value)))).toEqual([
      0.1, 1.934886, 900.1235, 4096,
    ]);
  });

  test("standings survive the manifest", () => {
    expect(readStandings(JSON.parse(JSON.stringify(manifest)) as Manifest)).toEqual(standings);
    expect(String(parseRational("-7/2"))).toBe("-7/2");
  });
});

/** Tools and task numbers that a query selects. */
function shown(text: string, sort = ""): string {
  const rows = sortRows(store, filterRows(store, parseQuery(text).terms), parseSort(sort));
  return [...rows]
    .map((row) => toolOf(store.at(row)) + (/t(\d)/.exec(taskOf(store.at(row)).id)?.[1] ?? ""))
    .join(" ");
}

describe("queries", () => {
  test.each([
    ["", "a1 a2 a3 b1 b2 b3 a4 c4"],
    ["v:a", "a1 a2 a3 a4"],
    ["v:a,c s:unknown,error", "a4 c4"],
    ["-v:a", "b1 b2 b3 c4"],
    ["status:TIMEOUT", "b1"],
    ["status:false", "a2 b2 b3"],
    ['status:"OUT OF MEMORY"', "c4"],
    ["cpu>2 cpu<6", "a1 c4"],
    ["cpu:2..5", "a1 a4 c4"],
    ["cpu:900.123456789", "b1"],
    ["-cpu>2", "a2 a3 b3 a4"],
    ["points:..-1", "a3"],
    ["mem>4 v:b", "b1 b2"],
    ["t4", "a4 c4"],
    ["task:/t[12]\\.yml/", "a1 a2 b1 b2"],
    ["c:B", "a4 c4"],
    ["expected:false s:correct", "a2 b2"],
    ["v:unknown", ""],
  ])("%s", (text, rows) => {
    expect(shown(text)).toBe(rows);
    expect(shown(formatQuery(parseQuery(text).terms))).toBe(rows);
  });

  test.each([
    ["cpu>x", "'cpu' is compared with numbers: cpu>10, cpu:1..10"],
    ["v>3", "'v' is not a number: write v:3"],
    ["task:/(/", "/(/ is not a regular expression"],
    ["foo>3", "there is no number 'foo' to compare"],
  ])("%s is refused with a message", (text, fault) => {
    expect(parseQuery(text)).toEqual({ terms: [], faults: [fault] });
  });

  test("every text is read, and the printed query is read as the same", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { terms } = parseQuery(text);
        expect(parseQuery(formatQuery(terms)).terms).toEqual(terms);
      }),
    );
  });

  test("sorting by several columns; absent measurements come last", () => {
    expect(shown("", "cpu")).toBe("a2 a3 a4 a1 c4 b2 b1 b3");
    expect(shown("", "-cpu")).toBe("b1 b2 c4 a1 a4 a3 a2 b3");
    expect(shown("", "tool,-task")).toBe("a4 a3 a2 a1 b3 b2 b1 c4");
    expect(formatSort(parseSort("-cpu,task"))).toBe("-cpu,task");
  });

  /** Values that differ in the last bits only, and often are equal. */
  const close = fc
    .tuple(fc.constantFrom(-1, 1), fc.nat(60))
    .map(([sign, steps]) => sign * (900 + steps * 2 ** -40));

  test("the radix sort is a stable sort", () => {
    const anyValues = fc.oneof(
      fc.array(fc.double()),
      fc.array(fc.oneof(close, fc.double()), { minLength: 50, maxLength: 200 }),
    );
    fc.assert(
      fc.property(anyValues, fc.boolean(), (values, descending) => {
        const rows = Uint32Array.from(values, (_, index) => index);
        const sorted = [...radixSort(rows, Float64Array.from(values), descending)];
        const known = [...rows].filter((row) => !Number.isNaN(values[row]));
        const at = (row: number): number => (values[row] as number) + 0;
        known.sort((a, b) => (at(a) === at(b) ? a - b : at(a) < at(b) !== descending ? -1 : 1));
        expect(sorted).toEqual([...known, ...[...rows].filter((row) => Number.isNaN(values[row]))]);
      }),
    );
  });

  test("sorting by ranks is the same as by numbers", () => {
    const values = fc.array(fc.oneof(close, fc.double(), fc.constantFrom(0, -0, 1, Number.NaN)));
    fc.assert(
      fc.property(values, fc.boolean(), fc.nat(3), (numbers, descending, skipped) => {
        const column = Float64Array.from(numbers);
        const rows = Uint32Array.from(numbers.keys()).filter((row) => row % 4 !== skipped);
        const keys = Float64Array.from(rows, (row) => column[row] as number);
        expect(sortByRanks(rows, ranksOf(column), descending)).toEqual(
          radixSort(rows, keys, descending),
        );
      }),
    );
  });

  test("ranks with more than one digit", () => {
    const column = Float64Array.from({ length: 300_000 }, (_, row) => (row * 7919) % 299_993);
    const rows = Uint32Array.from(column.keys());
    expect(sortByRanks(rows, ranksOf(column), true)).toEqual(radixSort(rows, column, true));
  });

  test("verdicts of several categories sort on one scale", () => {
    expect(shown("", "expected,task")).toBe("a2 b2 a3 b3 a1 b1 a4 c4");
  });

  test("answers of validators and linters come back in their order", () => {
    const checks: readonly Check[] = [
      { tool: "lint", phase: "lint", format: "yaml", status: "done" },
      { tool: "v", phase: "violation-validation", status: FALSE },
      { tool: "v", phase: "correctness-validation", format: "graphml", status: FALSE },
    ];
    const combinations = [[], checks, [...checks].reverse(), checks, checks.slice(1)];
    const runs = combinations.map((own, index) => ({
      ...run("a", "C", index, "true", "correct", 1),
      ...(index === 4 ? {} : { verificationStatus: "true" }),
      checks: own,
    }));
    const tasks = combinations.map((_, index) => ({ id: `dir/t${index}.yml#unreach-call` }));
    const bytes = encodePart(categoryPart("C", tasks, ["a"], runs));
    const part = decodePart(bytes);
    const read = new RunStore([part], edition.scoring);
    expect(combinations.map((_, row) => read.run(row)?.checks)).toEqual(combinations);
    expect(read.run(4)?.verificationStatus).toBeUndefined();
    // Equal combinations are stored once.
    expect(part.checks.ends).toHaveLength(4);
    expect(encodePart(part)).toEqual(bytes);
  });

  test("more combinations of validators' answers than fit into 16 bits", () => {
    const tasks = Array.from({ length: 70_000 }, (_, index) => ({ id: `t${index}` }));
    const runs = tasks.map(({ id }, index) => ({
      ...run("a", "Wide", 0, "true", "correct", 1),
      task: id,
      verificationStatus: "true",
      checks: [{ tool: "v", phase: "correctness-validation" as const, status: `${index}` }],
    }));
    const part = decodePart(encodePart(categoryPart("Wide", tasks, ["a"], runs)));
    const wide = new RunStore([part], edition.scoring);
    for (const row of [0, 65_535, 65_536, 69_999]) {
      expect(wide.run(row)?.checks?.[0]?.status).toBe(`${row}`);
    }
  });

  test("counts follow the filter", () => {
    const counts = recount(store, filterRows(store, parseQuery("v:a").terms));
    expect(counts).toMatchObject({
      runs: 4,
      tasks: 4,
      tools: 1,
      points: 2 + 1 - 32,
      cpuTimeSeconds: 6.35,
    });
    expect(counts.byResult).toEqual({
      correct: 2,
      "correct-unconfirmed": 0,
      wrong: 1,
      unknown: 1,
      error: 0,
      missing: 0,
    });
    expect(counts.byStatus).toEqual([
      ["true", 2, "correct"],
      [FALSE, 1, "correct"],
      ["unknown", 1, "unknown"],
    ]);
    expect(recount(store, new Uint32Array()).runs).toBe(0);
    expect(RESULT_CATEGORIES[1]).toBe("correct-unconfirmed");
  });
});

describe("addresses", () => {
  test.each([
    ["#/", [], {}],
    ["", [], {}],
    ["#/c/C.Overall", ["c", "C.Overall"], {}],
    ["#/runs?q=v:a%20s:wrong&later=1", ["runs"], { q: "v:a s:wrong", later: "1" }],
    ["#/r/A/a/dir%2Ft1.yml%23p", ["r", "A", "a", "dir/t1.yml#p"], {}],
    ["#/runs?q=%E0%A4%A", ["runs"], { q: "%E0%A4%A" }],
    [
      "#/table?filter=0(0*status*(status(in(TIMEOUT)),category(in(wrong,error))),1*cputime*(value(10:100)))",
      ["runs"],
      { q: "status:TIMEOUT s:wrong,error cpu:10..100" },
    ],
    ["#/table?filter=id(values(loops%2Fa.yml))", ["runs"], { q: "task:loops/a.yml" }],
    [
      "#/table?sort=0_cputime_1,desc;id,asc;1_cputime_1,asc;0_host_4,asc",
      ["runs"],
      { sort: "-cpu,task" },
    ],
    ["#/runs?sort=-cpu,task", ["runs"], { sort: "-cpu,task" }],
    ["#/quantile?plot=Direct", ["plot", "quantile"], { plot: "Direct" }],
    ["#/info", ["about"], {}],
  ])("%s", (hash, path, query) => {
    expect(parseRoute(hash)).toEqual({ path, query });
  });

  test("what is printed is read again", () => {
    const word = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(fc.array(word), fc.dictionary(word, word), (path, query) => {
        const other = ["p", ...path];
        expect(parseRoute(formatRoute(other, query))).toEqual({ path: other, query: { ...query } });
      }),
    );
  });
});

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
