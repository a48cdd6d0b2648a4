import { expect, test } from "vitest";
import type { TerminationReason } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import { findToolInfo, TOOL_MODULES } from "./registry.ts";
import type { ToolTask } from "./tool-info.ts";

const TASK: ToolTask = {
  inputFiles: ["x.c", "witness.yml"],
  propertyFile: "unreach-call.prp",
  options: { language: "C", data_model: "ILP32", witness_input_file: "witness.yml" },
};
const AGON = TOOL_MODULES.filter(
  ({ executable, isLinter }) => executable === "agon" && isLinter !== true,
);
const LIMITS = { cpuTimeSeconds: 90, memoryBytes: 7e9, cores: 2 };

test.each([
  [
    "agon-verifier",
    ["--config", "quick"],
    "agon verify x.c --property unreach-call.prp --data-model ILP32 --quiet --config quick --witness witness.yml --time-limit 90s",
  ],
  [
    "agon-validator",
    [],
    "agon validate witness.yml x.c --property unreach-call.prp --data-model ILP32 --time-limit 90s",
  ],
])("command line of %s", (module, options, expected) => {
  expect(findToolInfo(module).commandLine("agon", options, TASK, LIMITS).join(" ")).toBe(expected);
});

test.each([
  [
    "no data model",
    { ...TASK, options: { language: "C", witness_input_file: "witness.yml" } },
    "data_model",
  ],
  ["Java", { ...TASK, options: { language: "Java" } }, "the language is Java"],
  ["two programs", { ...TASK, inputFiles: ["a.c", "b.c", "witness.yml"] }, "2 input files"],
  ["no property", { inputFiles: TASK.inputFiles, options: TASK.options ?? {} }, "no property"],
] satisfies [string, ToolTask, string][])("not supported: %s", (_name, task, message) => {
  for (const { commandLine } of AGON) {
    expect(() => commandLine("agon", [], task, LIMITS)).toThrow(message);
  }
});

test("the linter's answer does not depend on the order of its two streams", () => {
  const lines = ["Running witnesslint", "witnesslint finished with exit code 1", "WARNING : x"];
  const status = (outputLines: readonly string[], exitCode: number): string =>
    findToolInfo("agon-lint").determineResult({ commandLine: [], exitCode, outputLines });
  expect(status(lines, 1)).toBe("ERROR (invalid witness syntax)");
  expect(status(lines, 0)).toBe("done");
  expect(status(["Running witnesslint", "WARNING : x"], 1)).toBe("ERROR (linter did not finish)");
});

test.each([
  [["log", "TRUE"], 0, undefined, "true"],
  [["FALSE(unreach-call)"], 0, undefined, "false(unreach-call)"],
  [["FALSE(valid-deref) "], 0, undefined, "false(valid-deref)"],
  [["FALSE"], 0, undefined, "false"],
  [["UNKNOWN (unsupported: goto into a block)", ""], 0, undefined, "unknown"],
  [["TRUE", "UNKNOWN (later)"], 0, undefined, "unknown"],
  [["It is TRUE", "true"], 0, undefined, "ERROR (no answer)"],
  [[], 0, undefined, "ERROR (no answer)"],
  [["TRUE"], 70, undefined, "ERROR"],
  [["TRUE"], undefined, undefined, "ERROR"],
  [["TRUE"], undefined, "cputime", "true"],
  [[], undefined, "memory", "unknown"],
] satisfies [string[], number | undefined, TerminationReason | undefined, string][])(
  "result of %j, exit code %s, ended by %s",
  (outputLines, exitCode, terminationReason, expected) => {
    const run = {
      commandLine: ["agon"],
      outputLines,
      ...(exitCode === undefined ? { signal: 9 } : { exitCode }),
      ...defined({ terminationReason }),
    };
    for (const { determineResult } of AGON) expect(determineResult(run)).toBe(expected);
  },
);

test("an unknown module is refused with the known ones", () => {
  expect(() => findToolInfo("unknown")).toThrow(PlatformError);
  try {
    findToolInfo("x");
  } catch (error) {
    expect((error as PlatformError).hint).toMatch(
      "known modules: agon-lint, agon-validator, agon-verifier, aprove",
    );
  }
});
