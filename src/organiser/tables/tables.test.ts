import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasLatex, setWithLatex } from "../../../test/support/latex.ts";
import type { Category, Tool } from "../../ground/model/index.ts";
import { Rational } from "../../ground/util/rational.ts";
import {
  computeStandings,
  effortOf,
  findEdition,
  type JudgedRun,
  rankCorrectVerifiers,
  rankGreenVerifiers,
  rankingCandidates,
  rankNewVerifiers,
} from "../scoring/index.ts";
import { tableToCsv, tableToHtml, tableToMarkdown, tableToText, tableToTsv } from "./export.ts";
import { grouped, secondsForPeople } from "./for-people.ts";
import { tableToLatex } from "./latex-table.ts";
import {
  formatMemory,
  formatScore,
  formatSeconds,
  formatSignificant,
  medalOf,
} from "./quantities.ts";
import {
  alternativeRankingTable,
  confirmationTable,
  effortTable,
  topToolsTable,
} from "./report-tables.ts";
import { runRecordTable, runTable } from "./run-table.ts";
import { describeTasks, scoreTable, standingsTable } from "./score-table.ts";
import { left, right, type Table } from "./table.ts";

test.each([
  [1234, "1200"],
  [99.6, "100"],
  [12.34, "12"],
  [1.25, "1.2"],
  [0.999, "1.0"],
  [0.01234, "0.012"],
  [0, "0"],
  [99.6, "100"],
  [-0.0995, "-0.10"],
  [1.35, "1.4"],
  [16300, "16000"],
])("%d with two significant digits is %s", (value, text) => {
  expect(formatSignificant(value, 2)).toBe(text);
});

test("quantities", () => {
  expect(formatSeconds(3.12345)).toBe("3.1 s");
  expect(formatSeconds(undefined)).toBe("?");
  expect(formatMemory(123456789)).toBe("120 MB");
  expect(formatScore(Rational.of(72, 5))).toBe("14");
  expect([1, 2, 3, 4].map((rank) => medalOf(rank, Rational.of(1)))).toEqual([
    "gold",
    "silver",
    "bronze",
    undefined,
  ]);
  expect(medalOf(1, Rational.zero)).toBeUndefined();
});

const TABLE: Table = {
  title: "a < b",
  columns: [left("name"), right("n")],
  rows: [
    ["x|y", "1"],
    ['say "hi", <b>\u001b[31m', "-23"],
  ],
};

test("text", () => {
  expect(tableToText(TABLE)).toBe(`\
name                  n
──────────────────  ───
x|y                   1
say "hi", <b>?[31m  -23
`);
});

test("CSV", () => {
  expect(tableToCsv(TABLE)).toBe('name,n\nx|y,1\n"say ""hi"", <b>\u001b[31m",-23\n');
});

test("Markdown", () => {
  expect(tableToMarkdown({ ...TABLE, rows: TABLE.rows.slice(0, 1) })).toBe(
    "| name | n |\n| :--- | ---: |\n| x\\|y | 1 |\n",
  );
});

test("HTML", () => {
  const { text } = tableToHtml(TABLE);
  expect(text).toContain("<caption>a &#60; b</caption>");
  expect(text).toContain('<td class="right">-23</td>');
  expect(text).not.toContain("<b>");
});

const CATEGORIES: Category[] = [
  { kind: "base", name: "C.no-overflow.Main", property: "no-overflow" },
  { kind: "meta", name: "C.Overall", children: ["C.no-overflow.Main"] },
];
const TOOLS: Tool[] = [
  { id: "a", name: "Able" },
  { id: "b", name: "Baker" },
];
const RUN: JudgedRun = {
  tool: "a",
  category: "C.no-overflow.Main",
  task: "x.yml#no-overflow",
  status: "true",
  resultCategory: "correct",
  points: 2,
  cpuTimeSeconds: 1.234,
  memoryBytes: 5e6,
};
const STANDINGS = computeStandings({
  edition: findEdition(2026),
  categories: CATEGORIES,
  tools: TOOLS,
  participations: [],
  tasks: new Map([["C.no-overflow.Main", [{ task: RUN.task, expectedVerdict: { kind: "true" } }]]]),
  runs: [RUN],
});

test("score table", () => {
  expect(tableToMarkdown(scoreTable("", STANDINGS, TOOLS))).toBe(
    [
      "| category | tasks | max | Able | Baker |",
      "| :--- | ---: | ---: | ---: | ---: |",
      "| C.no-overflow.Main | 1 | 2 | 2 / 1.2 s gold | – |",
      "| C.Overall | 1 | 2 | 2 / 1.2 s gold | – |",
      "",
    ].join("\n"),
  );
});

test("standings for programs", () => {
  const [, first, second] = tableToCsv(standingsTable("", STANDINGS)).split("\n");
  expect(first).toBe("C.no-overflow.Main,a,scored,1,2,2,1,1,0,0,0,0,0,1.234,1.234");
  expect(second).toBe("C.no-overflow.Main,b,incomplete,,,2,1,0,0,0,0,0,0,0,0");
});

test("runs", () => {
  expect(runTable("", [RUN]).rows).toEqual([
    [
      "x.yml#no-overflow",
      "C.no-overflow.Main",
      "a",
      "true",
      "correct",
      "2",
      "1.2 s",
      "?",
      "5.0 MB",
    ],
  ]);
  expect(runRecordTable("", [RUN]).rows[0]?.slice(6)).toEqual(["1.234", "", "5000000"]);
});

test("tasks in words", () => {
  const counts = { valid: 3, expectedTrue: 2, expectedFalse: 1, normalisation: 3 };
  expect(describeTasks({ ...counts, void: 0 })).toBe("3 tasks (2 true, 1 false)");
  expect(describeTasks({ ...counts, void: 2 })).toBe("3 tasks (2 true, 1 false, 2 void)");
});

test("tables of the reports", () => {
  const judged = (
    task: string,
    status: string,
    resultCategory: JudgedRun["resultCategory"],
    points: number,
  ): JudgedRun => ({
    tool: "x",
    category: "Overall",
    task,
    status,
    resultCategory,
    points,
    cpuTimeSeconds: 1800,
    cpuEnergyJoules: 36_000,
  });
  const runs = [
    ...["1", "2", "3"].map((task) => judged(task, "true", "correct", 2)),
    judged("4", "true", "correct-unconfirmed", 0),
    judged("5", "false(unreach-call)", "correct", 1),
  ];
  const tools: readonly Tool[] = [{ id: "x", name: "Tool X" }];
  const [standing] = computeStandings({
    edition: findEdition(2026),
    categories: [{ kind: "base", name: "Overall", property: "unreach-call" }],
    tools,
    participations: [],
    tasks: new Map([
      ["Overall", runs.map(({ task }) => ({ task, expectedVerdict: { kind: "true" as const } }))],
    ]),
    runs,
  });
  const overall = standing as NonNullable<typeof standing>;
  const candidates = rankingCandidates(overall);
  const texts = [
    alternativeRankingTable(rankCorrectVerifiers(candidates), tools),
    alternativeRankingTable(rankGreenVerifiers(candidates), tools),
    alternativeRankingTable(rankNewVerifiers(candidates, new Set(["x"])), tools),
    confirmationTable(overall, tools),
    effortTable(new Map([["x", effortOf(runs)]]), tools),
    topToolsTable(overall, tools),
  ].map(({ rows }) => rows.map((row) => row.join(" | ")));
  expect(texts).toEqual([
    ["1 | Tool X | 7 | 2.5 | 180 | 4 | 0 | 0.0000", " | worst |  |  |  |  |  | 0.0000"],
    ["1 | Tool X | 7 | 2.5 | 180 | 4 | 0 | 26000", " | worst |  |  |  |  |  | 26000"],
    ["1 | Tool X | 7 | 2.5 | 180 | 4 | 0 | 7"],
    ["Tool X | 4 | 3 | 75% | 1 | 1 | 1 | 100% | 0"],
    ["Tool X | 1800 | 36000 | 1800 | 36000"],
    ["1 | Tool X | 7 | 2.0 | 0.040 | 4 | 1 |  | "],
  ]);
});

describe("LaTeX", () => {
  const tools = [
    { id: "alpha", name: "Alpha 2_x" },
    { id: "beta-1", name: "Beta" },
    { id: "beta-2", name: "Beta" },
  ];
  const table: Table = {
    title: "two\nlines",
    columns: [
      { title: "tool", align: "left" },
      { title: "n", align: "right" },
      { title: "Alpha 2_x time (s)", align: "right" },
      { title: "text", align: "right" },
    ],
    rows: [
      ["alpha", "-12", "1.25", "3 s"],
      ["beta-2", "", "100", "7%"],
      ["other & more", "3", "0.5", ""],
    ],
    isBold: (row, column) => row === 0 && column > 1,
  };
  const text = tableToLatex(table, { tools, source: "from here" });

  test("numbers are columns of siunitx, tools are commands, medals are bold", () => {
    expect(text).toBe(String.raw`% two lines
% from here
% needs \usepackage{booktabs}
% needs \usepackage{siunitx}
\providecommand{\toolAlphaIIX}{Alpha 2\_x}
\providecommand{\toolBetaII}{Beta}
\begin{tabular}{lS[table-format=-2.0]S[table-format=3.2]r}
  \toprule
  tool & {n} & {\toolAlphaIIX{} time (s)} & text \\
  \midrule
  \toolAlphaIIX{} & -12 & {\bfseries 1.25} & \textbf{3 s} \\
  \toolBetaII{} &  & 100 & 7\% \\
  other \& more & 3 & 0.5 &  \\
  \bottomrule
\end{tabular}
`);
  });

  const canSet = hasLatex("booktabs.sty", "siunitx.sty");
  test.skipIf(!canSet)(
    canSet
      ? "pdflatex accepts it"
      : "pdflatex accepts it (skipped: there is no pdflatex with siunitx)",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "agon-tables-"));
      const packages = "\\usepackage[T1]{fontenc}\\usepackage{booktabs,siunitx}";
      writeFileSync(
        join(folder, "t.tex"),
        `\\documentclass{article}${packages}\\begin{document}\n${text}\\end{document}\n`,
      );
      expect(setWithLatex(folder, "t.tex")).toEqual({ firstError: undefined, status: 0 });
    },
    70_000,
  );
});

test("TSV: one line a row, for any content of cells", () => {
  expect(
    tableToTsv({ title: "", columns: [{ title: "a", align: "left" }], rows: [["x\ty\nz"]] }),
  ).toBe("a\nx y z\n");
});

test("pages group the digits of large numbers, and no digits after a point", () => {
  expect(secondsForPeople(1_523_000)).toBe("1\u202f500\u202f000 s");
  expect(secondsForPeople(0.000123)).toBe("0.00012 s");
  expect(grouped("36402 tasks (21920 true, 999 false), -1234.56789")).toBe(
    "36\u202f402 tasks (21\u202f920 true, 999 false), -1\u202f234.56789",
  );
});
