/** Verifiers and validators of the competition for Java: what they are called with, and what their outputs mean. */
import { expect, test } from "vitest";
import { findToolInfo } from "./registry.ts";
import type { ToolTask } from "./tool-info.ts";

const TASK: ToolTask = {
  inputFiles: ["task/common", "task/queue"],
  propertyFile: "property/valid-assert.prp",
  options: { language: "Java" },
};
const WITH_WITNESS: ToolTask = {
  ...TASK,
  inputFiles: [...TASK.inputFiles, "witness/witness.graphml"],
  options: { language: "Java", witness_input_file: "witness.graphml" },
};

const words = (module: string, task: ToolTask): string =>
  findToolInfo(module).commandLine("RUN", ["--mine"], task, {}).join(" ");

const NAMED = "RUN --mine --propertyfile property/valid-assert.prp task/common task/queue";
const PLAIN = "RUN --mine property/valid-assert.prp task/common task/queue";

test.each([
  ["coastal", NAMED],
  ["gdart", PLAIN],
  ["java-ranger", NAMED],
  ["jayhorn", NAMED],
  ["jbmc", NAMED],
  ["jdart", PLAIN],
  ["jlisa", "RUN check --inputs task/common task/queue --property property/valid-assert.prp"],
  ["jpf", NAMED],
  ["mlb", PLAIN],
  ["spf", NAMED],
  ["swat", PLAIN],
])("command line of the verifier %s: folders as they are", (module, expected) => {
  expect(words(module, TASK)).toBe(expected);
});

const WITNESS = "RUN --mine --witness witness/witness.graphml";

test.each([
  ["gwit", `${WITNESS} property/valid-assert.prp task/common task/queue`],
  ["jcwit", `${WITNESS} task/common task/queue`],
  ["wit4java", `${WITNESS} task/common task/queue`],
])("command line of the validator %s: the witness is no input", (module, expected) => {
  expect(words(module, WITH_WITNESS)).toBe(expected);
  expect(findToolInfo(module).roles).toEqual(["validator"]);
});

test.each(["coastal", "java-ranger", "jpf", "spf"])("%s needs a property file", (module) => {
  const { propertyFile: _, ...task } = TASK;
  expect(() => words(module, task)).toThrow("needs a property file");
});

const statusOf = (module: string, output: string): string =>
  findToolInfo(module).determineResult({
    commandLine: ["RUN"],
    exitCode: 0,
    outputLines: output === "" ? [] : output.split("\n"),
  });

const SAFETY = ["coastal", "java-ranger", "jayhorn", "jpf", "spf"];
const GDART = ["gdart", "swat"];

test.each([
  [SAFETY, "compiling Main\nSAFE", "true"],
  [SAFETY, "path 1\nUNSAFE: assertion in Main.java:7", "false"],
  [SAFETY, "first guess: SAFE\nUNSAFE", "false"],
  [SAFETY, "first guess: UNSAFE\nSAFE\nbye", "true"],
  [SAFETY, "UNKNOWN", "unknown"],
  [SAFETY, "", "unknown"],
  [GDART, "exploring\n== OK", "true"],
  [GDART, "== ERROR-UNREACH-CALL java/lang/AssertionError", "false(unreach-call)"],
  [GDART, "== ERROR java/lang/ArithmeticException\n== OK", "false"],
  [GDART, "== DONT-KNOW: budget", "unknown"],
  [GDART, "Exception in thread main", "ERROR"],
  [["jdart"], "== ERROR\n== OK", "true"],
  [["jdart"], "== OK\n== ERROR", "false"],
  [["jdart"], "out of paths", "unknown"],
  [["mlb"], "==> TRUE\n==> FALSE", "false"],
  [["mlb"], "==> UNKNOWN", "unknown"],
  [["mlb"], "killed", "ERROR"],
  [["jbmc"], "trace\nFALSE", "false"],
  [["jbmc"], "TRUE ", "true"],
  [["jlisa"], "done\nTRUE", "true"],
  [["gwit"], "== ERROR java/lang/AssertionError", "false"],
  [["gwit"], "== OK", "true"],
  [["gwit"], "== DONT-KNOW", "unknown"],
  [["gwit"], "no witness", "ERROR"],
  [["jcwit"], "Witness validation: True", "true"],
  [["jcwit"], "Witness result: False\nWitness validation: True", "false"],
  [["jcwit"], "Witness validation: Unknown", "unknown"],
  [["jcwit"], "Witness result: True", "ERROR"],
  [["wit4java"], "wit4java version: 3.0\nwit4java: Witness Correct", "false"],
  [["wit4java"], "wit4java version: 3.1\nwit4java: Witness Spurious", "true"],
  [["wit4java"], "wit4java version: 3.0\nwit4java: Could not validate witness", "unknown"],
  [["wit4java"], "wit4java version: 3.0\nTraceback", "ERROR"],
  [["wit4java"], "wit4java version: three", "ERROR (unknown version of wit4java)"],
  [["wit4java"], "Exception in thread main java.lang.AssertionError", "false"],
  [["wit4java"], "Exception in thread main java.io.IOException", "unknown"],
  [["wit4java"], "all tests passed", "true"],
  [["wit4java"], "", "unknown"],
])("%j say %j: %s", (modules, output, status) => {
  for (const module of modules) expect(statusOf(module, output), module).toBe(status);
});

test("the version of JPF is what its program beside the wrapper says", () => {
  expect(findToolInfo("jpf").versionOf?.("JavaPathfinder core system v8.0: rev 32\n(C)\n")).toBe(
    "rev 32",
  );
});
