import { expect, test } from "vitest";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import { memoryLimit, parseBenchmarkDefinition, timeLimit } from "./benchmark-definition.ts";

function parse(text: string, isStrict = false, warnings: Diagnostic[] = []) {
  return parseBenchmarkDefinition(text, "b.xml", { isStrict, warnings });
}

test("limits, options and sets as they are written", () => {
  const definition = parse(`<benchmark tool="cbmc" timelimit="15 min" memlimit="2 GB" cpuCores="2">
  <option name="--a">b c</option>
  <rundefinition name="r"><tasks name="s"><include>*.yml</include></tasks></rundefinition>
  <propertyfile expectedverdict="false(valid-free)">p.prp</propertyfile>
</benchmark>`);
  expect(definition).toMatchObject({
    tool: "cbmc",
    limits: { timeSeconds: 900, hardTimeSeconds: 900, memoryBytes: 2e9, cores: 2, threads: 1 },
    options: ["--a", "b c"],
    property: { text: "p.prp", expectedVerdict: "false(valid-free)" },
    runDefinitions: [{ name: "r", taskSets: [{ name: "s", includes: [{ text: "*.yml" }] }] }],
  });
});

test.each([
  ["<table/>", "b.xml:1:1: error: the root element is <table>, expected <benchmark>"],
  ["<benchmark tool='x'/>", "there is no <rundefinition>"],
  ["<benchmark><rundefinition/></benchmark>", "has no attribute 'tool'"],
  ["<benchmark tool='x' memlimit='3'><rundefinition/></benchmark>", "unit B, kB, MB, GB or TB"],
  ["<benchmark tool='x' timelimit='1.5s'><rundefinition/></benchmark>", "timelimit must be"],
  ["<benchmark tool='x'><rundefinition/>\n<sourcefiles/></benchmark>", "b.xml:2:1: error: <source"],
  [
    "<benchmark tool='x'><rundefinition name='a'/><rundefinition name='a'/></benchmark>",
    "there are two run definitions 'a'",
  ],
  [
    "<benchmark tool='x'><rundefinition/><propertyfile expectedverdict='falsexyz'>p</propertyfile></benchmark>",
    "expectedverdict must be",
  ],
])("%s is refused", (text, message) => {
  expect(() => parse(text)).toThrow(InputError);
  expect(() => parse(text)).toThrow(message);
});

test("misspelt names are reported with a suggestion", () => {
  const text = "<benchmark tool='x' timelimt='9 s'><rundefinition/><taks/></benchmark>";
  const warnings: Diagnostic[] = [];
  parse(text, false, warnings);
  expect(warnings.map(({ message }) => message)).toEqual([
    "<benchmark> has no attribute 'timelimt': ignored; did you mean 'timelimit'?",
    "<taks> in <benchmark> is ignored; did you mean 'tasks'?",
  ]);
  expect(() => parse("<benchmark tool='x'><rundefinitoin/></benchmark>")).toThrow(
    "'rundefinition'?\nb.xml:1:1: error: there is no <rundefinition>",
  );
});

test("what BenchExec ignores is a warning, and an error in strict mode", () => {
  const text = "<benchmark tool='x' colour='red'><rundefinition/><sauce/></benchmark>";
  const warnings: Diagnostic[] = [];
  parse(text, false, warnings);
  expect(warnings.map(({ message }) => message)).toEqual([
    "<benchmark> has no attribute 'colour': ignored",
    "<sauce> in <benchmark> is ignored",
  ]);
  expect(() => parse(text, true)).toThrow("b.xml:1:50: error: <sauce> in <benchmark> is ignored");
});

test.each([
  [timeLimit, "15 min", 900],
  [timeLimit, "90", 90],
  [timeLimit, "1ms", undefined],
  [memoryLimit, "15 GB", 15e9],
  [memoryLimit, "15 GiB", undefined],
  [memoryLimit, "15", undefined],
] as const)("%o of %j is %j", (parseLimit, text, expected) => {
  expect(parseLimit(text)).toBe(expected);
});
