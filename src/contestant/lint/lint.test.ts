import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { EDITIONS } from "../../organiser/scoring/index.ts";
import { FixApplier } from "./apply-fixes.ts";
import { LintProgram } from "./lint-program.ts";
import { type LintTask, NO_TASK } from "./lint-task.ts";
import { type LintReport, WitnessLinter } from "./lint-witness.ts";
import { RULES } from "./rules.ts";

const PROGRAM = `extern int nondet(void);
void reach_error(void) {}
struct pair { int first; } p;
int main(void) {
  int x = nondet(); int y = 0;
  while (x > 0 ? y < x : 0) {
    y = y + 1;
  }
again:
  switch (x) {
  case 1: y--; break;
  default: break;
  }
  if (y == 7) {
    reach_error();
  }
  if (y < 0) goto again;
  return 0;
}
`;
const SHA = createHash("sha256").update(PROGRAM).digest("hex");
const program = new LintProgram({ name: "x.c", text: PROGRAM, sha256: SHA });
const TASK: LintTask = {
  ...NO_TASK,
  program,
  dataModel: "ILP32",
  specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
};

const header = (type: string, version: string): string => `- entry_type: ${type}
  metadata:
    format_version: "${version}"
    uuid: 01234567-89ab-cdef-0123-456789abcdef
    creation_time: 2026-11-21T10:00:00Z
    producer: {name: Agon, version: "1"}
    task:
      input_files: [x.c]
      input_file_hashes:
        x.c: ${SHA}
      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )
      data_model: ILP32
      language: C
  content:
`;
const waypoint = (type: string, place: string, constraint = "", action = "follow"): string =>
  `  - segment:
    - waypoint:
        type: ${type}
        action: ${action}
${constraint === "" ? "" : `        constraint: ${constraint}\n`}        location:
          file_name: x.c
          line: ${place.split(":")[0]}
          column: ${place.split(":")[1]}
          function: main
`;
const VIOLATION =
  header("violation_sequence", "2.0") +
  waypoint("function_return", "5:18", '{value: "\\\\result == 7", format: acsl_expression}') +
  waypoint("assumption", "5:21", '{value: "x == 7", format: c_expression}') +
  waypoint("branching", "6:3", '{value: "true"}') +
  waypoint("branching", "6:16", '{value: "true"}') +
  waypoint("branching", "10:3", '{value: "default"}') +
  waypoint("function_enter", "15:17") +
  waypoint("target", "15:5");

const CORRECTNESS = `${header("invariant_set", "2.1")}  - invariant:
      type: loop_invariant
      location: {file_name: x.c, line: 6, column: 3, function: main}
      value: 0 <= y && g == 0
      format: c_expression
  - invariant:
      type: location_transition_invariant
      location: {file_name: x.c, line: 9, column: 1}
      value: y <= \\at(y, AnyPrev)
      format: ext_c_expression
  - contract:
      type: function_contract
      location: {file_name: x.c, line: 4, column: 1}
      ensures: \\result == 0
      format: ext_c_expression
${header("ghost_instrumentation", "2.1")}    ghost_variables:
    - name: g
      type: int
      scope: global
      initial: {value: "0", format: c_expression}
    ghost_updates:
    - location: {file_name: x.c, line: 7, column: 5}
      updates:
      - {variable: g, value: g + y, format: c_expression}
`;

function lint(text: string, task: LintTask = TASK, wholeLimit?: number): LintReport {
  const linter = new WitnessLinter("w.yml", task, wholeLimit);
  for (let at = 0; at < text.length; at += 1000) linter.write(text.slice(at, at + 1000));
  return linter.finish();
}

/** `line:column severity rule` of every finding. */
const shown = ({ findings }: LintReport): string[] =>
  findings.map(({ line, column, severity, code }) => `${line}:${column} ${severity} ${code}`);

function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the witness has no ${from}`);
  return text.replace(from, () => to);
}

test.each([
  ["violation", VIOLATION, "2.0"],
  ["correctness", CORRECTNESS, "2.1"],
])("a %s witness without faults, as a whole and in parts", (kind, text, version) => {
  const expected = { findings: [], omitted: 0, isValid: true, format: "yaml", kind, version };
  expect(lint(text)).toMatchObject(expected);
  expect(lint(text, TASK, 0)).toMatchObject(expected);
});

/** `severity rule` of every finding with the text at its place. */
const placed = (text: string, { findings }: LintReport): string[] =>
  findings.map(({ line = 0, column = 0, severity, code }) => {
    const rest = text.split("\n")[line - 1]?.slice(column - 1) ?? "";
    return `${severity} ${code} at ${rest.split(/[,}]/)[0]}`;
  });

/** The broken part, the change, the expected message, and the text that the finding points to. */
const BROKEN_VIOLATIONS: readonly (readonly [string, string, string, string, string])[] = [
  [
    "hash",
    SHA,
    "0".repeat(64),
    "error hash-mismatch",
    "0000000000000000000000000000000000000000000000000000000000000000",
  ],
  ["data model", "ILP32", "LP64", "error data-model", "LP64"],
  [
    "property",
    "G ! call(reach_error())",
    "G ! overflow",
    "error specification-mismatch",
    "CHECK( init(main())",
  ],
  [
    "specification",
    "CHECK( init(main()),",
    "CHECK(",
    "warning specification-form",
    "CHECK( LTL(G ! call(reach_error())) )",
  ],
  ["uuid", "01234567-89ab", "01234567", "warning uuid", "01234567-cdef-0123-456789abcdef"],
  ["other file", "file_name: x.c", "file_name: y.c", "error location-file", "y.c"],
  ["line beyond the end", "line: 15", "line: 99", "error location-line", "99"],
  ["column beyond the line", "column: 18", "column: 80", "error location-column", "80"],
  ["column of the call", "column: 18", "column: 11", "error location-kind", "11"],
  ["shifted line", "line: 6", "line: 7", "error location-kind", "3"],
  ["assumption in a statement", "column: 21", "column: 25", "error location-kind", "25"],
  [
    "swapped kinds",
    "type: function_enter",
    "type: branching",
    "error missing-key",
    "type: branching",
  ],
  ["undeclared name", "x == 7", "z == 7", "error undeclared-name", 'z == 7"'],
  ["syntax", "x == 7", "x == ", "error expression-syntax", '"'],
  ["side effect", "x == 7", "x++", "error expression-effect", 'x++"'],
  ["assignment", "x == 7", "x = 7", "error expression-effect", 'x = 7"'],
  ["call", "x == 7", "nondet()", "error expression-effect", 'nondet()"'],
  ["record", "x == 7", "p", "error expression-type", 'p"'],
  ["outcome of a switch", '"default"', '"true"', "error branching-outcome", '"true"'],
  ["outcome of a loop", '"true"', '"3"', "error branching-outcome", '"3"'],
  [
    "void result",
    "line: 5\n          column: 18",
    "line: 15\n          column: 17",
    "error result-constraint",
    '"\\\\result == 7"',
  ],
  ["function", "function: main", "function: mian", "warning location-function", "mian"],
  ["unknown key", "action: follow", "acton: follow", "error missing-key", "type: function_return"],
  ["target first", "type: function_enter", "type: target", "error segment-structure", "segment:"],
  ["no target", "type: target", "type: function_enter", "error segment-structure", "segment:"],
  [
    "avoid last",
    "action: follow",
    "action: avoid",
    "error segment-structure",
    "type: function_return",
  ],
  ["version", '"2.0"', '"2.7"', "error wrong-value", '"2.7"'],
  ["syntax of the file", "content:", "content: [", "error yaml-syntax", ""],
];
test.each(BROKEN_VIOLATIONS)("violation witness, broken %s", (_name, from, to, rule, at) => {
  const text = changed(VIOLATION, from, to);
  const report = lint(text);
  expect(placed(text, report)).toContainEqual(expect.stringContaining(`${rule} at ${at}`));
  expect(report.isValid).toBe(false);
});

test.each([
  ["loop without keyword", "line: 6, column: 3", "line: 7, column: 5", "error location-kind", "5"],
  ["unknown ghost", "g == 0", "h == 0", "error undeclared-name", "h == 0"],
  ["label of \\at", "AnyPrev", "Anytime", "error expression-syntax", "Anytime)"],
  [
    "\\at in a plain expression",
    "ext_c_expression",
    "c_expression",
    "error expression-syntax",
    "\\at(y",
  ],
  ["ghost of the program", "name: g", "name: p", "error ghost-name", "p"],
  ["update of no ghost", "variable: g", "variable: y", "error ghost-name", "y"],
  ["type of a ghost", "type: int", "type: what", "error wrong-value", "what"],
  [
    "version mixture",
    '"2.1"',
    '"2.2"',
    "error mixed-versions",
    "entry_type: ghost_instrumentation",
  ],
])("correctness witness, broken %s", (_name, from, to, rule, at) => {
  for (const limit of [undefined, 0]) {
    const text = changed(CORRECTNESS, from, to);
    const report = lint(text, TASK, limit);
    expect(placed(text, report)).toContainEqual(expect.stringContaining(`${rule} at ${at}`));
    expect(report.isValid).toBe(false);
  }
});

test("threads are there before they are used", () => {
  const text = changed(
    changed(VIOLATION, '"2.0"', '"2.2"'),
    "type: target\n        action: follow",
    "type: target\n        action: follow\n        thread_id: 1",
  );
  expect(placed(text, lint(text))).toContain("error thread-id at 1");
});

test("a second assumption at the same place is reported", () => {
  const second = waypoint("assumption", "5:21", '{value: "x > 6", format: c_expression}');
  const text = changed(
    VIOLATION,
    "  - segment:\n    - waypoint:\n        type: branching",
    `${second}  - segment:\n    - waypoint:\n        type: branching`,
  );
  const report = lint(text);
  expect(report.isValid).toBe(true);
  expect(report.findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
    "note assumption-again",
  ]);
});

test("findings name rules that are explained", () => {
  for (const [, from, to] of BROKEN_VIOLATIONS) {
    for (const { code, hint } of lint(changed(VIOLATION, from, to)).findings) {
      expect(RULES).toHaveProperty(code);
      expect(hint).toBeDefined();
    }
  }
});

test("a program that is not understood leaves lines and columns to check", () => {
  const task = {
    ...TASK,
    program: new LintProgram({ name: "x.c", text: "int main(", sha256: SHA }),
  };
  const codes = new Set(lint(VIOLATION, task).findings.map(({ code }) => code));
  expect([...codes].sort()).toEqual(["location-line", "program-not-parsed"]);
});

describe("fixes", () => {
  const fix = (text: string): string => {
    const fixes = new FixApplier(lint(text).findings);
    return text
      .split("\n")
      .flatMap((line) => fixes.next(line))
      .join("\n");
  };
  test.each([
    ["column", changed(VIOLATION, "column: 18", "column: 11")],
    ["function", changed(VIOLATION, "function: main", "function: mian")],
    ["draft key", changed(VIOLATION, "column: 18", "column: 18\n          file_hash: abc")],
  ])("%s", (_name, text) => {
    expect(lint(text).isValid).toBe(false);
    expect(fix(text)).toBe(VIOLATION);
  });
  test("what is ambiguous or changes the meaning is left alone", () => {
    for (const [from, to] of [
      [SHA, "0".repeat(64)],
      ["column: 21", "column: 25"],
      ["x == 7", "z == 7"],
    ] as const) {
      const text = changed(VIOLATION, from, to);
      expect(fix(text)).toBe(text);
    }
  });
});

test("the table of an edition decides on versions", () => {
  const edition = EDITIONS.find(({ year }) => year === 2027);
  if (edition === undefined) throw new Error("no edition 2027");
  const inCategory = (name: string, property: string, text: string): string[] =>
    shown(
      lint(text, { ...TASK, competition: { edition, category: { kind: "base", name, property } } }),
    );
  expect(inCategory("C.unreach-call.Loops", "unreach-call", VIOLATION)).toEqual([]);
  expect(inCategory("C.unreach-call.Concurrency", "unreach-call", VIOLATION)).toEqual([
    "3:21 error version-not-accepted",
  ]);
  expect(inCategory("C.unreach-call.Heap", "unreach-call", CORRECTNESS)).toEqual([
    "3:21 note witness-not-expected",
  ]);
});

describe("attacks end with a finding", () => {
  const bomb = `a: &a [x]\n${Array.from({ length: 20 }, (_, i) => `b${i}: &b${i} [${`*${i === 0 ? "a" : `b${i - 1}`},`.repeat(20)}]`).join("\n")}`;
  test.each([
    ["nothing", "", "not-a-witness"],
    ["prose", "hello world", "wrong-value"],
    ["YAML bomb", bomb, "wrong-value"],
    ["a list of a bomb", `- &a [1]\n- [${"*a,".repeat(20_000)}]\n`, "wrong-value"],
    ["a cycle", "- &a\n  metadata: *a\n", "missing-key"],
    ["deep flow", `- ${"[".repeat(200_000)}`, "yaml-syntax"],
    ["deep block", `${"- ".repeat(20_000)}x`, "yaml-syntax"],
    ["entities", '<!DOCTYPE a [<!ENTITY b "c">]><graphml/>', "xml-syntax"],
    [
      "external entity",
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><graphml>&b;</graphml>',
      "xml-syntax",
    ],
    ["deep XML", `<graphml><graph>${"<a>".repeat(100_000)}`, "xml-syntax"],
    [
      "many attributes",
      `<graphml ${Array.from({ length: 1000 }, (_, i) => `a${i}="1"`).join(" ")}/>`,
      "xml-syntax",
    ],
  ])("%s", (_name, text, rule) => {
    const report = lint(text);
    expect(report.isValid).toBe(false);
    expect(report.findings.map(({ code }) => code)).toContain(rule);
  });
  test("a file that is wrong everywhere is not reported everywhere", () => {
    const text = header("violation_sequence", "2.0") + waypoint("nothing", "1:1").repeat(3000);
    expect(lint(text)).toMatchObject({ isValid: false, omitted: 2000 });
  });
});
