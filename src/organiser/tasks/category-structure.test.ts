import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Category } from "../../ground/model/index.ts";
import { InputError } from "../../ground/util/errors.ts";
import { parseCategoryStructure } from "./category-structure.ts";
import { parseExclusionList } from "./exclusion-list.ts";

const TEXT = `# as the organisers write it
competition: SV-COMP
year: 2026
verifiers: [alpha, beta]
validators:
  - alpha-validate-violation-witnesses-2.0
hors_concours: [beta]
properties: [unreach-call, termination]
demo_categories: [C.unreach-call.New]
categories:
  C.ReachSafety:
    description: |
      Text.
    properties: unreach-call
    categories:
      - C.unreach-call.Arrays
      - C.unreach-call.Heap${" "}
      - C.unreach-call.New
    verifiers: [alpha, beta]
    validators: [alpha-validate-violation-witnesses-2.0]
  C.Termination:
    properties: [termination]
    categories: [C.termination.Other]
    verifiers: [alpha]
  C.FalseOverall:
    categories: [C.ReachSafety, C.Termination]
    verifiers: [alpha]
  C.TrueOverall:
    categories: [C.ReachSafety, C.Termination]
categories_table_order: [C.FalseOverall, C.ReachSafety, C.unreach-call.Heap, C.unreach-call.Arrays]
opt_out:
  beta: [C.unreach-call.Heap]
opt_in:
  beta:
    - C.termination.Other
`;

const brief = ({ name, ...rest }: Category): string =>
  [
    name,
    rest.kind === "base" ? rest.property : rest.children.length,
    rest.kind === "meta" ? rest.answers : undefined,
    rest.demonstration === true ? "demo" : undefined,
    rest.validationOnly === true ? "validation" : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" ");

test("categories in table order, others at the end", () => {
  const structure = parseCategoryStructure(TEXT, "category-structure.yml");
  expect(structure.categories.map(brief)).toEqual([
    "C.FalseOverall 2 false",
    "C.ReachSafety 3",
    "C.unreach-call.Heap unreach-call",
    "C.unreach-call.Arrays unreach-call",
    "C.unreach-call.New unreach-call demo",
    "C.Termination 1",
    "C.termination.Other termination",
    "C.TrueOverall 2 true",
  ]);
  expect(structure).toMatchObject({ year: 2026, horsConcours: ["beta"] });
  expect(structure.verifiersOf.get("C.ReachSafety")).toEqual(["alpha", "beta"]);
  expect(structure.optOut.get("beta")).toEqual(["C.unreach-call.Heap"]);
  expect(structure.optIn.get("beta")).toEqual(["C.termination.Other"]);
});

test("falsification excludes the properties that only Overall has", () => {
  const text = `competition: SV-COMP
year: 2025
properties: [unreach-call, termination, no-data-race]
categories:
  A: {categories: [unreach-call.A, termination.A, no-data-race.A], verifiers: []}
  Overall: {properties: [unreach-call, termination], categories: [A]}
  FalsificationOverall: {properties: [unreach-call], categories: [A]}
`;
  expect(parseCategoryStructure(text, "x.yml").categories.at(-1)).toEqual({
    kind: "meta",
    name: "FalsificationOverall",
    children: ["A"],
    answers: "false",
    excludedProperties: ["termination"],
  });
});

test.each([
  ["year: 2026\n", "the document has no 'competition'"],
  [
    TEXT.replace("C.termination.Other]\n    verifiers", "C.endless.Other]\n    verifiers"),
    "has no part that is a property",
  ],
  [
    TEXT.replace("[C.FalseOverall,", "[C.Forgotten,"),
    "'C.Forgotten' is in the table order, but in no meta",
  ],
])("%#: faults have positions", (text, message) => {
  expect(() => parseCategoryStructure(text, "x.yml")).toThrow(InputError);
  expect(() => parseCategoryStructure(text, "x.yml")).toThrow(message);
});

describe("lists of invalid tasks", () => {
  const list = parseExclusionList(
    `# header
c/loops/bad.yml   # reads freed memory
../c/recursive/*.yml termination
heap.yml#no reason, a hash in the name
`,
    "void.txt",
  );
  test.each([
    ["c/loops/bad.yml", "unreach-call", "reads freed memory"],
    ["sv-benchmarks/c/loops/bad.yml", "termination", "reads freed memory"],
    ["loops/bad.yml", "termination", undefined],
    ["c/loops/good.yml", "termination", undefined],
    ["c/loops/xbad.yml", "termination", undefined],
    ["c/recursive/a.yml", "termination", "on the list of invalid tasks"],
    ["c/recursive/a.yml", "unreach-call", undefined],
    ["c/recursive/deep/a.yml", "termination", undefined],
  ])("%s, %s: %s", (file, property, reason) => {
    expect(list.reasonFor(file, property)).toBe(reason);
  });

  test("as YAML", () => {
    const yaml = parseExclusionList(
      "- task: a/b.yml#termination\n  reason: does not compile\n- task: c.yml\n",
      "void.yml",
    );
    expect(yaml.reasonFor("a/b.yml", "termination")).toBe("does not compile");
    expect(yaml.reasonFor("a/b.yml", "unreach-call")).toBeUndefined();
    expect(yaml.reasonFor("x/c.yml", "unreach-call")).toBe("on the list of invalid tasks");
    expect(() => parseExclusionList("- {file: x}\n", "void.yml")).toThrow("unknown key 'file'");
  });
});

const PUBLISHED = "../shared/oracles/categories_2025.json";

describe.skipIf(!existsSync(PUBLISHED))("the structure of 2025 as published", () => {
  interface Published {
    readonly meta: Record<string, { readonly categories: string[]; readonly verifiers: string[] }>;
    readonly demo_categories: string[];
    readonly table_order: string[];
    readonly opt_out: Record<string, string[]>;
  }
  test("is read from JSON, which is YAML", () => {
    const published = JSON.parse(readFileSync(PUBLISHED, "utf8")) as Published;
    const { meta, table_order, ...rest } = published;
    const structure = parseCategoryStructure(
      JSON.stringify({ ...rest, categories: meta, categories_table_order: table_order }),
      "2025.json",
    );
    expect(structure.categories.map(({ name }) => name)).toEqual(table_order);
    expect(structure.categories.filter(({ kind }) => kind === "base")).toHaveLength(50);
    expect(structure.verifiersOf.get("Overall")).toEqual(meta.Overall?.verifiers);
    expect(structure.optOut.get("pinaka")).toEqual(published.opt_out.pinaka);
    const falsification = structure.categories.find(({ name }) => name === "FalsificationOverall");
    expect(falsification).toMatchObject({ answers: "false", excludedProperties: ["termination"] });
  });
});
