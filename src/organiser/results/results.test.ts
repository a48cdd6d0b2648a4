import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  DISTURBANCES,
  ISOLATION_KINDS,
  MEASUREMENT_KINDS,
  parseVerdict,
  RUN_PHASES,
  type RunResult,
  TERMINATION_REASONS,
  USAGE_FIGURES,
} from "../../ground/model/index.ts";
import { InputError } from "../../ground/util/errors.ts";
import { resultCategory } from "./result-category.ts";
import { type EndedRun, statusOfRun } from "./status-of-run.ts";
import { formatRunResult, parseRunResult } from "./store-format.ts";

test.each([
  // status, expected verdict, category
  ["true", "true", "correct"],
  ["false", "true", "wrong"],
  ["false(unreach-call)", "true", "wrong"],
  ["true", "false", "wrong"],
  ["false", "false", "correct"],
  ["false(anything)", "false", "correct"],
  ["true", "false(valid-deref)", "wrong"],
  ["false(valid-deref)", "false(valid-deref)", "correct"],
  ["false(valid-free)", "false(valid-deref)", "unknown"],
  ["false", "false(valid-deref)", "unknown"],
  ["unknown", "true", "unknown"],
  ["unknown", undefined, "unknown"],
  ["done", "true", "missing"],
  ["true", undefined, "missing"],
  ["false(x)", undefined, "missing"],
  ["ERROR (2)", undefined, "error"],
  ["TIMEOUT (true)", "true", "error"],
  ["False", "false", "error"],
  ["TRUE", "true", "error"],
  ["false(open", "false", "error"],
  ["", "true", "error"],
])("status %j, expected %s: %s", (status, expectedText, category) => {
  const verdict = expectedText === undefined ? undefined : parseVerdict(expectedText);
  const expected = verdict === undefined || verdict.kind === "unknown" ? undefined : verdict;
  expect(resultCategory(status, expected)).toBe(category);
});

test("an expected true with a subproperty is comparable with that subproperty only", () => {
  const expected = { kind: "true", subproperty: "valid-free" } as const;
  expect(resultCategory("true", expected)).toBe("correct");
  expect(resultCategory("false(valid-free)", expected)).toBe("wrong");
  expect(resultCategory("false(valid-deref)", expected)).toBe("unknown");
});

const LIMITS = { cpuTimeSeconds: 900, wallTimeSeconds: 1000 };

test.each([
  ["true", { exitCode: 0 }, "true"],
  ["true", { exitCode: 1 }, "true"],
  ["unknown", { exitCode: 1 }, "unknown"],
  ["ERROR", { exitCode: 0 }, "ERROR"],
  ["ERROR", { exitCode: 2 }, "ERROR (2)"],
  ["done", { exitCode: 2 }, "ERROR (2)"],
  ["unknown", { signal: 6 }, "ABORTED"],
  ["ERROR", { signal: 11 }, "SEGMENTATION FAULT"],
  ["ERROR", { signal: 15 }, "KILLED"],
  ["ERROR", { signal: 9 }, "KILLED BY SIGNAL 9"],
  ["EXCEPTION", { signal: 9 }, "EXCEPTION"],
  ["true", { exitCode: 0, cpuTimeSeconds: 900 }, "true"],
  ["true", { exitCode: 0, cpuTimeSeconds: 900.1 }, "TIMEOUT (true)"],
  ["unknown", { exitCode: 0, wallTimeSeconds: 1000.1 }, "TIMEOUT"],
  ["ERROR", { signal: 9, terminationReason: "cputime" }, "TIMEOUT"],
  ["ERROR", { signal: 15, terminationReason: "cputime-soft" }, "TIMEOUT"],
  ["ERROR", { signal: 9, terminationReason: "walltime" }, "TIMEOUT"],
  [
    "false(unreach-call)",
    { signal: 9, terminationReason: "memory" },
    "OUT OF MEMORY (false(unreach-call))",
  ],
  ["unknown", { signal: 11, terminationReason: "memory" }, "OUT OF MEMORY (SEGMENTATION FAULT)"],
  ["ERROR", { exitCode: 3, terminationReason: "walltime" }, "TIMEOUT (ERROR (3))"],
  ["true", { signal: 9, cpuTimeSeconds: 901, terminationReason: "memory" }, "TIMEOUT (true)"],
  ["unknown", { signal: 9, terminationReason: "killed" }, "KILLED"],
  ["unknown", { terminationReason: "failed" }, "FAILED"],
  ["unknown", { signal: 9, terminationReason: "files-count" }, "FILES-COUNT LIMIT"],
  ["unknown", { signal: 9, terminationReason: "files-size" }, "FILES-SIZE LIMIT"],
  ["TIMEOUT", { signal: 9, terminationReason: "cputime" }, "TIMEOUT"],
] satisfies [string, Partial<EndedRun>, string][])(
  "%s with %j: %s",
  (toolStatus, facts, status) => {
    expect(statusOfRun({ toolStatus, limits: LIMITS, ...facts })).toBe(status);
  },
);

const RUN = "0123456789abcdef".repeat(4);
const RESULT: RunResult = {
  run: RUN,
  phase: "violation-validation",
  tool: "agon",
  task: "a/b.yml#unreach-call",
  property: "unreach-call",
  validates: "4567",
  status: "false(unreach-call)",
  exitCode: 0,
  cpuTimeSeconds: 1.25,
  wallTimeSeconds: 1.5,
  memoryBytes: 15000000,
  usage: {
    cpuUserSeconds: 1,
    cpuSystemSeconds: 0.25,
    readBytes: 4096,
    cpuCoreSeconds: { "3": 1.125, "7": 0.125 },
  },
  repetition: 2,
  disturbances: { foreignCpuSeconds: 2.5, clockJumpSeconds: -60 },
  samples: { seconds: [0.1, 0.2], cpuSeconds: [0, 0.1], memoryBytes: [512, 1024] },
  measurement: "cgroup-v2",
  isolation: "bubblewrap",
  host: "node7",
  startedAt: "2026-11-21T10:00:00Z",
  attempt: 2,
  log: { path: `attempts/01/${RUN}.2/output.log`, sha256: "00" },
};

test("lists of numbers stand on one line", () => {
  expect(formatRunResult(RESULT)).toContain('\n    "cpuSeconds": [0,0.1],\n');
});

test("stored results read back equal", () => {
  expect(parseRunResult(formatRunResult(RESULT), "r.json")).toEqual(RESULT);
  const { exitCode, validates, log, cpuTimeSeconds, ...few } = RESULT;
  expect(parseRunResult(formatRunResult({ ...few, signal: 9 }), "r.json")).toEqual({
    ...few,
    signal: 9,
  });
});

test.each([
  ["no JSON", "{", "not a JSON document"],
  ["a list", "[]", "expected a JSON object"],
  [
    "other format",
    formatRunResult(RESULT).replace("result/1", "result/9"),
    "reads agon-run-result/1",
  ],
  [
    "wrong type",
    formatRunResult(RESULT).replace("1.25", '"1.25"'),
    "'cpuTimeSeconds' must be a number",
  ],
  [
    "negative",
    formatRunResult(RESULT).replace("1.25", "-1"),
    "'cpuTimeSeconds' must be a number from 0",
  ],
  ["phase", formatRunResult(RESULT).replace("violation-validation", "x"), "'phase' must be one of"],
  ["usage", formatRunResult(RESULT).replace("4096", "-1"), "'readBytes' must be a number from 0"],
  ["core", formatRunResult(RESULT).replace("1.125", '"x"'), "'3' must be a number from 0"],
  ["samples", formatRunResult(RESULT).replace("[512,1024]", "[512]"), "'samples' must be lists of"],
  ["points", formatRunResult(RESULT).replace("[512,", "[-1,"), "'memoryBytes' must be a list of"],
  ["hash", formatRunResult(RESULT).replace('"sha256"', '"md5"'), "'sha256' must be a text"],
  ["run", formatRunResult(RESULT).replaceAll(RUN, "../x"), "'run' must be a SHA-256"],
  ...[
    "/etc/shadow",
    "../../../../etc/shadow",
    `attempts/01/${RUN}.2/../../../../../etc/shadow`,
    `attempts/01/${RUN}.2/..`,
    `attempts/01/${RUN}.2/`,
    `attempts/01/${RUN}.2/a/b`,
    `attempts/01/${RUN}.2/\u001b[2J`,
    `attempts/01/${RUN}.3/output.log`,
    `attempts/45/${RUN.replace("01", "45")}.2/output.log`,
  ].map((path): [string, string, string] => [
    `a log at ${JSON.stringify(path)}`,
    formatRunResult({ ...RESULT, log: { path, sha256: "00" } }),
    "'log' must name a file of attempt 2 of this run",
  ]),
])("refuses: %s", (_name, text, message) => {
  expect(() => parseRunResult(text, "r.json")).toThrow(InputError);
  expect(() => parseRunResult(text, "r.json")).toThrow(message);
});

describe("the JSON schema", () => {
  const schema = JSON.parse(readFileSync("schema/run-result.schema.json", "utf8")) as {
    properties: Record<string, { enum?: string[]; properties?: object }>;
    required: string[];
  };
  test("names the same fields and words", () => {
    const all = {
      format: "",
      ...RESULT,
      signal: 9,
      terminationReason: "",
      witness: {},
      refusedWitnessBytes: 1,
    };
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(all).sort());
    expect(Object.keys(schema.properties.usage?.properties ?? {})).toEqual([
      ...USAGE_FIGURES,
      "cpuCoreSeconds",
    ]);
    const { disturbances } = schema.properties;
    expect(Object.keys(disturbances?.properties ?? {})).toEqual(DISTURBANCES);
    expect(schema.properties.phase?.enum).toEqual(RUN_PHASES);
    expect(schema.properties.measurement?.enum).toEqual(MEASUREMENT_KINDS);
    expect(schema.properties.isolation?.enum).toEqual(ISOLATION_KINDS);
    expect(schema.properties.terminationReason?.enum).toEqual(TERMINATION_REASONS);
  });
  test.each(schema.required)("%s is required by the reader too", (field) => {
    const { [field as keyof RunResult]: _, ...rest } = { format: "agon-run-result/1", ...RESULT };
    expect(() => parseRunResult(JSON.stringify(rest), "r.json")).toThrow(InputError);
  });
});
