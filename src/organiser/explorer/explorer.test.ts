import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  edition,
  FALSE,
  manifest,
  PARTS,
  RUNS,
  run,
  standings,
  store,
} from "../../../test/support/explored-competition.ts";
import { RESULT_CATEGORIES } from "../../ground/model/index.ts";
import { parseRational } from "../../ground/util/rational.ts";
import { categoryPart, decodePart, encodePart, shortest } from "./category-part.ts";
import type { Check } from "./check-table.ts";
import { decodeColumns, encodeColumns } from "./column-file.ts";
import { filterRows } from "./filter-rows.ts";
import { type Manifest, readStandings } from "./manifest.ts";
import { formatQuery, parseQuery } from "./query.ts";
import { radixSort } from "./radix-sort.ts";
import { ranksOf, sortByRanks } from "./rank-sort.ts";
import { recount } from "./recount.ts";
import { formatRoute, parseRoute } from "./route.ts";
import { RunStore, taskOf, toolOf } from "./run-store.ts";
import { formatSort, parseSort, sortRows } from "./sort-rows.ts";
import { decodeTimes, encodeTimes } from "./time-column.ts";

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
