import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Edition } from "../../ground/model/index.ts";
import { type CategoryStanding, findEdition } from "../scoring/index.ts";
import { parseCategoryStructure, parseExclusionList } from "../tasks/index.ts";
import { evaluateResultFiles, type FileEvaluation } from "./evaluate-files.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-files-"));
const EDITION = findEdition(2025);

interface Run {
  readonly name: string;
  readonly status: string;
  readonly category?: string;
  readonly expected?: string;
  readonly properties?: string;
  readonly cputime?: string;
}

function write(name: string, head: string, runs: readonly Run[]): string {
  const path = join(folder, name);
  const text = runs.map((run) => {
    const expected = run.expected === undefined ? "" : ` expectedVerdict="${run.expected}"`;
    const properties = run.properties ?? "unreach-call";
    const columns = [
      ["status", run.status],
      ["category", run.category ?? ""],
      ["cputime", run.cputime ?? "1.5s"],
      ["memory", "1000000B"],
    ].map(([title, value]) => `<column title="${title}" value="${value}"/>`);
    return `<run name="${run.name}" properties="${properties}"${expected}>${columns.join("")}</run>\n`;
  });
  writeFileSync(path, `<result ${head}>\n${text.join("")}</result>\n`);
  return path;
}

function evaluate(files: readonly string[], edition: Edition, category: string): FileEvaluation {
  return evaluateResultFiles(files, { edition, category, isMerged: true });
}

function summary({ judgedRuns, standings }: FileEvaluation): unknown {
  const standing = standings[0] as CategoryStanding;
  return {
    runs: judgedRuns.map((run) => `${run.tool} ${run.task}: ${run.resultCategory} ${run.points}`),
    tasks: standing.tasks,
    max: String(standing.maxScore),
    scores: standing.scores.map(({ tool, score, rank }) => `${rank}. ${tool} ${score}`),
  };
}

test("two tools, one of them in two files", () => {
  const a = write("a.xml", 'tool="A" version="1" name="sv.x" block="x"', [
    { name: "../c/1.yml", status: "true", category: "correct", expected: "true" },
    { name: "../c/2.yml", status: "true", category: "correct-unconfirmed", expected: "true" },
    { name: "../c/3.yml", status: "true", category: "wrong", expected: "false" },
    { name: "../c/4.yml", status: "invalid task (true)", category: "missing", expected: "true" },
  ]);
  const b1 = write("b1.xml", 'tool="B" version="2" name="sv.x" block="x"', [
    { name: "../../c/1.yml", status: "false(unreach-call)", expected: "true" },
    { name: "../../c/3.yml", status: "false(unreach-call)", expected: "false" },
  ]);
  const b2 = write("b2.xml", 'tool="B" version="2" name="sv.y" block="y"', [
    { name: "../../c/2.yml", status: "", expected: "true" },
  ]);
  const evaluation = evaluate([a, b1, b2], EDITION, "C.unreach-call.Arrays");
  expect(summary(evaluation)).toEqual({
    runs: [
      "a-1 c/1.yml#unreach-call: correct 2",
      "a-1 c/2.yml#unreach-call: correct-unconfirmed 0",
      "a-1 c/3.yml#unreach-call: wrong -32",
      "a-1 c/4.yml#unreach-call: missing 0",
      "b-2 c/1.yml#unreach-call: wrong -16",
      "b-2 c/3.yml#unreach-call: correct 1",
      "b-2 c/2.yml#unreach-call: missing 0",
    ],
    tasks: { valid: 3, expectedTrue: 2, expectedFalse: 1, void: 1, normalisation: 3 },
    max: "5",
    scores: ["2. a-1 -30", "1. b-2 -15"],
  });
  expect(evaluation.tools.map(({ name }) => name)).toEqual(["A 1", "B 2"]);
  expect(evaluation.warnings).toEqual([]);
});

test("a file of 2013: verdicts in file names, former words, former points", () => {
  const file = write("old.xml", 'tool="Old"', [
    { name: "x_safe.c", status: "SAFE", properties: "unreach-label" },
    { name: "x_unsafe.c", status: "SAFE", properties: "unreach-label", category: "wrongSafe" },
    { name: "y_BUG.c", status: "UNSAFE", properties: "unreach-label", category: "correctUnsafe" },
    { name: "z_false-unreach-label.c", status: "false(reach)", properties: "unreach-label" },
  ]);
  // The edition calls the property of BitVectors unreach-label, as the file does.
  expect(summary(evaluate([file], findEdition(2013), "BitVectors"))).toMatchObject({
    runs: [
      "old x_safe.c#unreach-call: correct 2",
      "old x_unsafe.c#unreach-call: wrong -8",
      "old y_BUG.c#unreach-call: correct 1",
      "old z_false-unreach-label.c#unreach-call: correct 1",
    ],
    max: "5",
    scores: ["1. old -4"],
  });
});

test("one tool with two run definitions takes part twice", () => {
  const run = { name: "1.yml", status: "true", expected: "true" };
  const files = ["p", "q"].map((name) => write(`${name}.xml`, `tool="A" name="${name}"`, [run]));
  const { tools } = evaluate(files, EDITION, "Mine");
  expect(tools).toEqual([
    { id: "a-p", name: "A (p)" },
    { id: "a-q", name: "A (q)" },
  ]);
});

describe("oddities are reported", () => {
  test.each<readonly [string, string, readonly Run[], string]>([
    ["an interrupted run set", 'error="interrupted"', [], "the file says 'interrupted'"],
    [
      "a run that is there twice",
      "",
      [
        { name: "1.yml", status: "true", expected: "true" },
        { name: "1.yml", status: "unknown", expected: "true" },
      ],
      "odd.xml:3: warning: T has 1.yml twice: the first counts",
    ],
    [
      "a category against the verdict",
      "",
      [{ name: "1.yml", status: "true", expected: "false", category: "correct" }],
      "odd.xml:2: warning: 'true' is called correct, although false is expected, which makes it wrong",
    ],
    [
      "another property",
      "",
      [
        { name: "1.yml", status: "true", expected: "true" },
        { name: "1.yml", status: "true", expected: "true", properties: "termination" },
      ],
      "1 runs are about other properties",
    ],
  ])("%s", (_name, head, runs, message) => {
    const file = write("odd.xml", `tool="T" ${head}`, runs);
    const { warnings } = evaluate([file], EDITION, "Mine");
    expect(warnings).toHaveLength(1);
    const [{ file: name, line, message: text } = { file: "", line: 0, message: "" }] = warnings;
    expect(`${name}:${line ?? ""}: warning: ${text}`).toContain(message);
  });
});

test.each([
  ["C.no-data-race", 1],
  ["C.unreach-call", 0],
  ["Mine", 0],
] as const)(
  "a name that the edition does not know, which suggests another property: %s",
  (category, count) => {
    const run = { name: "1.yml", status: "true", expected: "true", properties: "unreach-call" };
    const { warnings, judgedRuns } = evaluate(
      [write("own.xml", 'tool="T"', [run])],
      EDITION,
      category,
    );
    expect(judgedRuns).toHaveLength(1);
    expect(warnings).toHaveLength(count);
    if (count > 0) {
      expect(warnings[0]?.message).toMatch(
        /unreach-call are taken for it, .* suggests no-data-race$/,
      );
    }
  },
);

describe("wrong input is refused", () => {
  const run = { name: "1.yml", status: "true", expected: "true" };
  test.each<readonly [string, Run, string]>([
    ["a negative time", { ...run, cputime: "-1s" }, "bad.xml:2: error: cputime of 1.yml must be"],
    ["an infinite time", { ...run, cputime: "inf" }, "found 'inf'"],
    ["a number beyond all measure", { ...run, cputime: "1e999s" }, "found '1e999s'"],
    [
      "an unknown category",
      { ...run, category: "good" },
      "the category 'good' is not one of correct",
    ],
    ["an unknown verdict", { ...run, expected: "maybe" }, "expectedVerdict must be true, false"],
  ])("%s", (_name, broken, message) => {
    const file = write("bad.xml", 'tool="T"', [broken]);
    expect(() => evaluate([file], EDITION, "Mine")).toThrow(message);
  });

  test("contradicting expected verdicts", () => {
    const files = ["true", "false"].map((expected) =>
      write(`${expected}.xml`, `tool="${expected}"`, [{ ...run, expected }]),
    );
    expect(() => evaluate(files, EDITION, "Mine")).toThrow(
      "the expected verdict of 1.yml is false, before true",
    );
  });
});

test("an unknown status is an error of the tool", () => {
  const file = write("odd.xml", 'tool="T"', [
    { name: "1.yml", status: "Hurrah", expected: "true" },
  ]);
  expect(summary(evaluate([file], EDITION, "Mine"))).toMatchObject({
    runs: ["t 1.yml#unreach-call: error 0"],
  });
});

describe("with the files of validators", () => {
  const REST = "results.SV-COMP25_unreach-call.ReachSafety-Loops.xml";
  const HEAD =
    'tool="Verifier" version="1" name="SV-COMP25_unreach-call.ReachSafety-Loops" block="ReachSafety-Loops"';
  const run = (name: string, status: string, expected = "true"): Run => ({
    name: `../sv-benchmarks/c/${name}.yml`,
    status,
    expected,
  });
  const verifier = (runs: readonly Run[], time = "2024-12-01_10-00-00"): string =>
    write(`verifier.${time}.${REST}`, `${HEAD} benchmarkname="verifier"`, runs);
  const opinion = (tool: string, runs: readonly Run[], of = "verifier"): string =>
    write(`${tool}-${of}.2024-12-02_10-00-00.${REST}`, `tool="${tool}" ${HEAD.slice(16)}`, runs);
  const categories = (evaluation: FileEvaluation): readonly string[] =>
    evaluation.judgedRuns.map(({ status, resultCategory }) => `${status}: ${resultCategory}`);
  const RUNS = [
    run("a", "true"),
    run("b", "false(unreach-call)", "false"),
    run("c", "true"),
    run("d", "true", "false"),
    run("e", "true"),
  ];
  const CORRECTNESS = opinion("v-validate-correctness-witnesses-2.0", [
    run("a", "true"),
    run("c", "unknown"),
    run("d", "true"),
    run("e", "true"),
  ]);
  const VIOLATION = opinion("w-validate-violation-witnesses-1.0", [run("b", "false", "false")]);
  const LINTER = opinion("witnesslint-validate-correctness-witnesses-2.0", [
    run("a", "done"),
    run("e", "ERROR (invalid witness syntax)"),
  ]);

  test("the rules of the edition decide on correct results", () => {
    const files = [verifier(RUNS), CORRECTNESS, VIOLATION, LINTER];
    const evaluation = evaluateResultFiles(files, { edition: EDITION });
    expect(evaluation.tools).toEqual([{ id: "verifier", name: "Verifier 1" }]);
    expect(categories(evaluation)).toEqual([
      "true: correct",
      "false(unreach-call): correct",
      "true: correct-unconfirmed",
      "true: wrong",
      "witness invalid (true): error",
    ]);
    expect(evaluation.judgedRuns[0]?.trace?.map(({ text }) => text).join("\n")).toContain(
      "v-validate-correctness-witnesses-2.0 answers 'true': confirms the result",
    );
    // The file names its category; Overall has only this one.
    expect(
      evaluation.standings.map(
        ({ category, scores }) => `${category.name} ${scores[0]?.state} ${scores[0]?.score}`,
      ),
    ).toEqual([
      "ReachSafety scored -29",
      "unreach-call.ReachSafety-Loops scored -29",
      "FalsificationOverall scored 1",
      "Overall scored -29",
    ]);
    expect(evaluation.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining("no results for 46 base categories"),
    ]);
  });

  test("without validators' files a verifier is not confirmed, with a warning, unless the files are final", () => {
    const other = write(`other.2024-12-01_10-00-00.${REST}`, `${HEAD} benchmarkname="other"`, RUNS);
    const judged = (isMerged: boolean) =>
      evaluateResultFiles([verifier(RUNS), VIOLATION, other], {
        edition: EDITION,
        category: "unreach-call.ReachSafety-Loops",
        isMerged,
      });
    const correct = ({ judgedRuns }: FileEvaluation) =>
      judgedRuns.filter(({ resultCategory }) => resultCategory === "correct").length;
    const raw = judged(false);
    expect(raw.warnings.map(({ message }) => message)).toEqual([
      "unconfirmed: no validator results of Verifier 1 in unreach-call.ReachSafety-Loops; give the validators' files, or --merged when the file is final",
    ]);
    expect(correct(raw)).toBe(1);
    expect(correct(judged(true))).toBe(5);
  });

  test("the newest results count", () => {
    const files = [
      verifier([run("a", "unknown")]),
      verifier([run("a", "true")], "2024-12-03_10-00-00"),
    ];
    const evaluation = evaluateResultFiles(files, {
      edition: EDITION,
      category: "unreach-call.ReachSafety-Loops",
      isMerged: true,
    });
    expect(categories(evaluation)).toEqual(["true: correct"]);
    expect(evaluation.warnings[0]?.message).toContain("twice: the newest counts");
  });

  test("a name that is nearly one of the edition's may be a mistake, or one's own", () => {
    const category = "unreach-call.ReachSafety-Lops";
    const { warnings } = evaluateResultFiles([verifier(RUNS)], { edition: EDITION, category });
    expect(warnings[0]?.message).toContain("is 'unreach-call.ReachSafety-Loops' meant?");
  });

  test.each([2015, 2020, 2021, 2025, 2026, 2027])(
    "%i: a category of one's own is judged as one of the edition, with validators and without",
    (year) => {
      const edition = findEdition(year);
      const own = "MyBench";
      const known = edition.categories.find(
        (each) =>
          each.kind === "base" && each.property === "unreach-call" && /Loops/.test(each.name),
      );
      const refused = opinion("w-validate-violation-witnesses-1.0", [run("b", "unknown", "false")]);
      for (const files of [[verifier(RUNS)], [verifier(RUNS), refused]]) {
        const judge = (category: string): readonly unknown[] =>
          evaluateResultFiles(files, { edition, category }).judgedRuns.map(
            ({ task, status, points }) => [task, status, points],
          );
        expect(judge(own)).toEqual(judge(known?.name ?? ""));
      }
      const { warnings } = evaluateResultFiles([verifier(RUNS)], { edition, category: own });
      const message = warnings.find((each) =>
        each.message.includes("no validator results"),
      )?.message;
      expect(message).toMatch(year <= 2020 ? /^correct answers count as they are/ : /^unconfirmed/);
    },
  );

  test("spellings of one path are one task; what may be one under two paths is reported", () => {
    const category = "unreach-call.ReachSafety-Loops";
    const files = [
      write("s1.xml", 'tool="A"', [{ name: "../c/./x//a.yml", status: "true", expected: "true" }]),
      write("s2.xml", 'tool="B"', [{ name: "../../c/y/../x/a.yml", status: "true" }]),
      write("s3.xml", 'tool="C"', [{ name: "../tasks/c/x/a.yml", status: "true" }]),
    ];
    const { tasks, warnings } = evaluateResultFiles(files, {
      edition: EDITION,
      category,
      isMerged: true,
    });
    expect(tasks.get(category)?.map(({ task }) => task)).toEqual([
      "c/x/a.yml#unreach-call",
      "tasks/c/x/a.yml#unreach-call",
    ]);
    expect(warnings.map(({ message }) => message)).toContain(
      `in ${category}, c/x/a.yml#unreach-call and tasks/c/x/a.yml#unreach-call count as two tasks, but may be one under two paths`,
    );
  });

  test("validators of unknown verifiers, files of no category", () => {
    const stray = opinion(
      "w-validate-violation-witnesses-1.0",
      [run("b", "false", "false")],
      "ghost",
    );
    const odd = write("odd.xml", 'tool="T" name="mine"', [run("a", "true")]);
    const { warnings } = evaluateResultFiles([verifier(RUNS), stray, odd], {
      edition: EDITION,
      category: "ReachSafety",
    });
    const messages = warnings.map(({ message }) => message).join("\n");
    expect(messages).toContain("no results of ghost in unreach-call.ReachSafety-Loops");
    expect(messages).toContain("left out: no base category of SV-COMP 2025 fits its name");
    expect(() => evaluateResultFiles([odd], { edition: EDITION })).toThrow(
      "none of the files is about a category to score",
    );
  });

  test("tasks on the list of invalid ones do not count", () => {
    const evaluation = evaluateResultFiles([verifier(RUNS)], {
      edition: EDITION,
      category: "unreach-call.ReachSafety-Loops",
      voidTasks: parseExclusionList("c/d.yml unreach-call # really safe\n", "void.txt"),
    });
    expect(categories(evaluation)[3]).toBe("invalid task (true): missing");
    expect(evaluation.judgedRuns[3]?.trace?.map(({ text }) => text).join()).toContain(
      "really safe",
    );
    expect(evaluation.standings[0]?.tasks).toMatchObject({ valid: 4, void: 1 });
  });

  test("the organisers' structure decides which tools take part and which are ranked", () => {
    const structure = parseCategoryStructure(
      `competition: SV-COMP
year: 2025
properties: [unreach-call]
hors_concours: [verifier]
categories:
  Loops:
    properties: unreach-call
    categories: [unreach-call.ReachSafety-Loops]
    verifiers: [verifier]
categories_table_order: [Loops, unreach-call.ReachSafety-Loops]
opt_out:
  verifier: [unreach-call.ReachSafety-Loops]
`,
      "category-structure.yml",
    );
    const evaluation = evaluateResultFiles([verifier(RUNS)], { edition: EDITION, structure });
    expect(
      evaluation.standings.map(({ category, scores }) => [
        category.name,
        scores[0]?.state,
        scores[0]?.rank,
      ]),
    ).toEqual([
      ["Loops", "scored", undefined],
      ["unreach-call.ReachSafety-Loops", "opted-out", undefined],
    ]);
  });
});

test("the expected verdicts of a file without them follow from its categories", () => {
  const file = write("old.xml", 'tool="Old"', [
    { name: "x.c", status: "safe", category: "correctSafe" },
    { name: "y.c", status: "safe", category: "wrongSafe" },
    { name: "z.c", status: "unknown", category: "unknown" },
  ]);
  expect(summary(evaluate([file], findEdition(2012), "SystemC"))).toMatchObject({
    tasks: { valid: 2, expectedTrue: 1, expectedFalse: 1 },
    max: "3",
  });
});
