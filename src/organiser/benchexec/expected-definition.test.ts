import { expect, test } from "vitest";
import { parseCategoryStructure } from "../tasks/index.ts";
import { parseFmToolsEntry } from "../tools/index.ts";
import { type BenchmarkDefinition, parseBenchmarkDefinition } from "./benchmark-definition.ts";
import { definitionDifferences, expectedDefinition } from "./expected-definition.ts";

const benchmark = (
  head: string,
  arrays: string,
  overflow: string,
): string => `<benchmark ${head} timelimit="15 min" hardtimelimit="16 min" memlimit="15 GB" cpuCores="4">
  <resultfiles>**/witness.*</resultfiles>
  ${arrays}
  ${overflow}
</benchmark>`;

const taskSet = (name: string): string =>
  `<tasks name="${name}"><includesfile>../sv-benchmarks/c/${name}.set</includesfile></tasks>`;
const reach = (...sets: string[]): string =>
  `<rundefinition name="SV-COMP27_unreach-call"><propertyfile>unreach-call.prp</propertyfile>${sets.map(taskSet).join("")}</rundefinition>`;
const OVERFLOW = `<rundefinition name="SV-COMP27_no-overflow"><propertyfile>no-overflow.prp</propertyfile>${taskSet("C.no-overflow.Main")}</rundefinition>`;
const ARRAYS = "C.unreach-call.Arrays";
const LOOPS = "C.unreach-call.Loops";

function parse(text: string): BenchmarkDefinition {
  return parseBenchmarkDefinition(text, "b.xml", { isStrict: true, warnings: [] });
}

const source = {
  reference: parse(
    benchmark('tool="none"', reach(ARRAYS, LOOPS), OVERFLOW).replace(
      "<resultfiles>",
      '<option name="--sv-comp"/><resultfiles>',
    ),
  ),
  entry: parseFmToolsEntry(
    `id: mytool
name: MyTool
input_languages: [C]
benchexec_toolinfo_module: benchexec.tools.mytool
versions:
  - { version: "2.0", doi: 10.5281/zenodo.1, benchexec_toolinfo_options: [--fast] }
competition_participations:
  - { competition: SV-COMP 2027, track: Verification, tool_version: "2.0" }
`,
    "mytool.yml",
  ),
  structure: parseCategoryStructure(
    `competition: SV-COMP
year: 2027
properties: [unreach-call, no-overflow]
categories:
  C.ReachSafety: { properties: [unreach-call], categories: [${ARRAYS}, ${LOOPS}], verifiers: [other] }
  C.NoOverflows: { properties: [no-overflow], categories: [C.no-overflow.Main], verifiers: [mytool] }
opt_in: { mytool: [${ARRAYS}] }
`,
    "structure.yml",
  ),
};

const right = benchmark('tool="mytool" displayName="MyTool"', reach(ARRAYS), OVERFLOW).replace(
  "<resultfiles>",
  '<option name="--sv-comp"/><option name="--fast"/><resultfiles>',
);

function differences(text: string): readonly string[] {
  const expected = expectedDefinition(source);
  if ("reason" in expected) throw new Error(expected.reason);
  return definitionDifferences(parse(text), expected);
}

test("the definition as it is generated has no differences, regardless of its form", () => {
  expect(differences(right)).toEqual([]);
  expect(
    differences(right.replace("15 min", "900 s").replace('"mytool"', '"benchexec.tools.mytool"')),
  ).toEqual([]);
});

test.each([
  [
    "a category too many",
    right.replace(reach(ARRAYS), reach(ARRAYS, LOOPS)),
    `unexpected: run definition SV-COMP27_unreach-call, tasks ${LOOPS}`,
  ],
  [
    "a category too few",
    right.replace(OVERFLOW, ""),
    "missing: run definition SV-COMP27_no-overflow",
  ],
  [
    "another option",
    right.replace("--fast", "--slow"),
    'unexpected: options ["--sv-comp","--slow"]',
  ],
  ["another limit", right.replace("15 GB", "16 GB"), "unexpected: limit memoryBytes = 16000000000"],
  [
    "another property",
    right.replace("no-overflow.prp", "x.prp"),
    "missing: run definition SV-COMP27_no-overflow: propertyfile no-overflow.prp",
  ],
])("%s is found", (_what, text, message) => {
  expect(differences(text)).toContain(message);
});

test("without participation there is no definition", () => {
  const structure = { ...source.structure, year: 2026 };
  expect(expectedDefinition({ ...source, structure })).toEqual({
    reason: "the FM-Tools entry takes no part in SV-COMP 2026",
  });
});
