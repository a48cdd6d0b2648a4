import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseBenchmarkDefinition } from "./benchmark-definition.ts";
import { planBenchmark } from "./plan-benchmark.ts";

test.each([
  [
    "a task set",
    "<includesfile>folder</includesfile>",
    "folder: error: this is a folder, expected a file",
  ],
  [
    "a task definition",
    "<include>task.yml</include>",
    "task.yml: error: this is a folder, expected a file",
  ],
  ["a property", "<include>a.c</include><propertyfile>folder</propertyfile>", "no property file"],
])("%s that is a folder is refused", (_name, content, message) => {
  const folder = mkdtempSync(join(tmpdir(), "agon-plan-"));
  for (const name of ["folder", "task.yml"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "a.c"), "int main(void) { return 0; }\n");
  const text = `<benchmark tool="cbmc">\n<rundefinition/>\n<tasks>${content}</tasks></benchmark>`;
  const definition = parseBenchmarkDefinition(Buffer.from(text), join(folder, "b.xml"), {
    isStrict: false,
    warnings: [],
  });
  const options = { runDefinitions: [], taskSets: [], variables: new Map(), warn: () => {} };
  expect(() => planBenchmark(definition, options)).toThrow(message);
});
