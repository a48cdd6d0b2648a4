import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Edition } from "../model/index.ts";
import { type CategoryStanding, findEdition } from "../scoring/index.ts";
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
  return evaluateResultFiles(files, { edition, category });
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

describe("what is odd is told", () => {
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
      "odd.xml:2: warning: 'true' is called correct, although false is expected",
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

describe("what is wrong is refused", () => {
  const run = { name: "1.yml", status: "true", expected: "true" };
  test.each<readonly [string, Run, string]>([
    ["a negative time", { ...run, cputime: "-1s" }, "bad.xml:2: error: cputime of 1.yml must be"],
    ["an infinite time", { ...run, cputime: "inf" }, "found 'inf'"],
    ["a number beyond all measure", { ...run, cputime: "1e999s" }, "found '1e999s'"],
    ["an unknown category", { ...run, category: "good" }, "the category 'good' is none of correct"],
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
