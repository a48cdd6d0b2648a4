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
  [
    "a property",
    "<include>a.c</include><propertyfile>folder</propertyfile>",
    "is not a property file",
  ],
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

test("variables in includes and property files are those of BenchExec, options are left to the command line", () => {
  vi.stubEnv("AGON_TEST_PLACE", "sub");
  const [runSet] =
    planned(`<option name="--at">$AGON_TEST_PLACE/x</option><option>\${inputfile_name}</option>
<rundefinition name="r"><propertyfile>\${AGON_TEST_PLACE}/unreach-call.prp</propertyfile></rundefinition>
<tasks name="t"><include>$AGON_TEST_PLACE/*.c</include></tasks>`);
  const [run] = runSet?.taskSets[0]?.runs ?? [];
  expect(run?.inputFiles[0]).toMatch(/sub\/a\.c$/);
  expect(run?.propertyFile).toMatch(/sub\/unreach-call\.prp$/);
  expect(run?.options).toEqual(["--at", "$AGON_TEST_PLACE/x", "a.c"]);
  expect(runSet?.property).toBe(`\${AGON_TEST_PLACE}/unreach-call.prp`);
});

test("a name that selects nothing is reported, with the names that there are", () => {
  const content = `<rundefinition name="fast"/><rundefinition name="slow"/><tasks name="small"><include>sub/*.c</include></tasks>`;
  expect(() => planned(content, { runDefinitions: ["fsat"] })).toThrow(
    "no run definition is named 'fsat'; there are fast, slow",
  );
  expect(() => planned(content, { taskSets: ["large"] })).toThrow("there are small");
  expect(planned(content, { runDefinitions: ["f*"], taskSets: ["0"] })).toHaveLength(1);
});

test("variables and the home folder of absolute paths count in any folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-plan-"));
  writeFileSync(join(folder, "b.c"), "int main(void) { return 0; }\n");
  vi.stubEnv("AGON_TEST_PLACE", folder);
  vi.stubEnv("HOME", folder);
  for (const pattern of ["$AGON_TEST_PLACE/*.c", "~/b.c"]) {
    const [runSet] = planned(`<rundefinition/><tasks><include>${pattern}</include></tasks>`);
    expect(runSet?.taskSets[0]?.runs[0]?.identifier).toBe(join(folder, "b.c"));
  }
});

test("a property file beside each task", () => {
  const [runSet] = planned(`<rundefinition/>
<tasks><include>sub/*.c</include><propertyfile>\${inputfile_path}/unreach-call.prp</propertyfile></tasks>`);
  expect(runSet?.taskSets[0]?.runs[0]?.propertyFile).toMatch(/sub\/unreach-call\.prp$/);
});

test("tasks that name a copy of the property file make no run, with a warning", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-plan-"));
  for (const name of ["own.prp", "copy.prp"]) writeFileSync(join(folder, name), "CHECK(x)\n");
  writeFileSync(join(folder, "a.c"), "int main(void) { return 0; }\n");
  const task =
    "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: copy.prp\n";
  writeFileSync(join(folder, "a.yml"), task);
  const told: string[] = [];
  const plan = (property: string): number => {
    const text = `<benchmark tool="cbmc"><rundefinition name="r"/><tasks><include>*.yml</include></tasks>
<propertyfile>${property}</propertyfile></benchmark>`;
    const place = { isStrict: false, warnings: [] };
    const definition = parseBenchmarkDefinition(Buffer.from(text), join(folder, "b.xml"), place);
    const warn = ({ message }: { message: string }): unknown => told.push(message);
    const all = { runDefinitions: [], taskSets: [], variables: new Map(), warn };
    return planBenchmark(definition, all).flatMap(({ taskSets }) =>
      taskSets.flatMap(({ runs }) => runs),
    ).length;
  };
  expect(plan("copy.prp")).toBe(1);
  expect(told).toEqual([]);
  expect(plan("own.prp")).toBe(0);
  expect(told).toEqual([
    "none of 1 tasks of 'r' has the property: tasks have to name this very file, not a copy of it",
  ]);
});
