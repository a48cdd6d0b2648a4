import { expect, test } from "vitest";
import { runIdentityFields } from "./run.ts";
import { parseStatus } from "./status.ts";
import { taskId } from "./task.ts";
import { formatVerdict, parseVerdict } from "./verdict.ts";

test.each([
  ["true", "true"],
  ["false", "false"],
  ["false(unreach-call)", "false"],
  ["unknown", "unknown"],
  ["done", "done"],
  ["TIMEOUT", "timeout"],
  ["TIMEOUT (true)", "timeout"],
  ["OUT OF MEMORY (SEGMENTATION FAULT)", "out-of-memory"],
  ["TIMEOUTS", "error"],
  ["ERROR (2)", "error"],
  ["TRUE", "error"],
  ["false(x", "error"],
  ["", "error"],
])("status %j is of kind %s", (text, kind) => {
  const status = parseStatus(text);
  expect(status.kind).toBe(kind);
  expect(status.verdict === undefined ? text : formatVerdict(status.verdict)).toBe(text);
});

test("an empty subproperty is kept", () => {
  expect(parseVerdict("false()")).toEqual({ kind: "false", subproperty: "" });
});

test("an expected true prints without its subproperty", () => {
  expect(formatVerdict({ kind: "true", subproperty: "valid-free" })).toBe("true");
});

test("identity of a task", () => {
  expect(taskId("a/b.yml", "no-overflow")).toBe("a/b.yml#no-overflow");
});

test("the identity of a run leaves out its own hash", () => {
  const fields = {
    phase: "verification",
    tool: "agon",
    commandLine: ["agon"],
    files: [],
    resultFiles: [],
    task: "t",
    property: "p",
    limits: { cpuTimeSeconds: 1, memoryBytes: 1, cores: 1 },
  } as const;
  const asked = { options: [], task: { inputFiles: [] }, limits: {} };
  expect(runIdentityFields({ ...fields, id: "x", asked } as typeof fields)).toEqual(fields);
});
