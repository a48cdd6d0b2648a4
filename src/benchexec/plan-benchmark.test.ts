import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { parseBenchmarkDefinition } from "./benchmark-definition.ts";
import { planBenchmark } from "./plan-benchmark.ts";

afterEach(() => vi.unstubAllEnvs());

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

const planned = (content: string, options: Partial<Parameters<typeof planBenchmark>[1]> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "agon-plan-"));
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "sub/a.c"), "int main(void) { return 0; }\n");
  writeFileSync(
    join(folder, "sub/unreach-call.prp"),
    "CHECK( init(main()), LTL(G ! call(f())) )\n",
  );
  const text = `<benchmark tool="cbmc">${content}</benchmark>`;
  const definition = parseBenchmarkDefinition(Buffer.from(text), join(folder, "b.xml"), {
    isStrict: false,
    warnings: [],
  });
  const all = { runDefinitions: [], taskSets: [], variables: new Map(), warn: () => {} };
  return planBenchmark(definition, { ...all, ...options });
};

test("variables and the home folder in includes, property files and options are those of BenchExec", () => {
  vi.stubEnv("AGON_TEST_PLACE", "sub");
  vi.stubEnv("HOME", "/home/somebody");
  const [runSet] =
    planned(`<option name="--at">$AGON_TEST_PLACE/x</option><option>~/y</option><option>$NOT_SET</option>
<rundefinition name="r"><propertyfile>\${AGON_TEST_PLACE}/unreach-call.prp</propertyfile></rundefinition>
<tasks name="t"><include>$AGON_TEST_PLACE/*.c</include></tasks>`);
  const [run] = runSet?.taskSets[0]?.runs ?? [];
  expect(run?.inputFiles[0]).toMatch(/sub\/a\.c$/);
  expect(run?.propertyFile).toMatch(/sub\/unreach-call\.prp$/);
  expect(run?.options).toEqual(["--at", "sub/x", "/home/somebody/y", "$NOT_SET"]);
});

test("a name that selects nothing is told, with those that there are", () => {
  const content = `<rundefinition name="fast"/><rundefinition name="slow"/><tasks name="small"><include>sub/*.c</include></tasks>`;
  expect(() => planned(content, { runDefinitions: ["fsat"] })).toThrow(
    "no run definition is named 'fsat'; there are fast, slow",
  );
  expect(() => planned(content, { taskSets: ["large"] })).toThrow("there are small");
  expect(planned(content, { runDefinitions: ["f*"], taskSets: ["0"] })).toHaveLength(1);
});
