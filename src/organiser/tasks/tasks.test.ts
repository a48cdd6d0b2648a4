import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseVerdict } from "../../ground/model/index.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { expectedVerdictOfFileName } from "./file-name-verdict.ts";
import { type FolderEntry, Glob } from "./glob.ts";
import { type TaskFiles, TaskSelector } from "./select-tasks.ts";
import { parseTaskDefinition } from "./task-definition-file.ts";
import { parseTaskSet } from "./task-set.ts";

/** A folder of tasks from a table of paths and texts. */
function filesOf(texts: Readonly<Record<string, string>>): TaskFiles {
  return {
    listFolder: (folder) => {
      const prefix = folder === "." ? "" : `${folder}/`;
      const entries = new Map<string, FolderEntry>();
      for (const path of Object.keys(texts).filter((path) => path.startsWith(prefix))) {
        const [name = "", ...rest] = path.slice(prefix.length).split("/");
        entries.set(name, { name, isFolder: rest.length > 0 });
      }
      return [...entries.values()];
    },
    readText: (path) => texts[path] ?? "",
  };
}

const FILES = filesOf({
  "a/x1.c": "",
  "a/x2.c": "",
  "a/.hidden.c": "",
  "a/[y].c": "",
  "a/sub/x3.c": "",
  "b/x1.c": "",
});

test.each([
  ["a/x*.c", ".", ["a/x1.c", "a/x2.c"]],
  ["*.c", "a", ["a/[y].c", "a/x1.c", "a/x2.c"]],
  [".h*", "a", ["a/.hidden.c"]],
  ["../*/x1.c", "a", ["a/x1.c", "b/x1.c"]],
  ["x[!1].c", "a", ["a/x2.c"]],
  ["x[1-2].c", "a", ["a/x1.c", "a/x2.c"]],
  // A range that runs backwards is empty.
  ["x[2-1].c", "a", []],
  ["x[!2-1].c", "a", ["a/x1.c", "a/x2.c"]],
  ["x[2-11].c", "a", ["a/x1.c"]],
  ["x[1-].c", "a", ["a/x1.c"]],
  ["[[]y].c", "a", ["a/[y].c"]],
  ["x?.c", "a", ["a/x1.c", "a/x2.c"]],
  ["sub", "a", ["a/sub"]],
  ["x1.c/*", "a", []],
  ["**/x3.c", "a", ["a/sub/x3.c"]],
  ["nothing", "a", []],
])("glob %s in %s", (pattern, folder, expected) => {
  expect(new Glob(FILES.listFolder).expand(pattern, folder)).toEqual(expected);
});

test("task sets", () => {
  expect(parseTaskSet("# comment\n\n a/*.yml \r\n// old\nb.yml")).toEqual([
    { pattern: "a/*.yml", line: 3 },
    { pattern: "b.yml", line: 5 },
  ]);
});

const DEFINITION = `format_version: "2.0"
input_files: 'x.c'
properties:
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: ../properties/termination.prp
options:
  language: C
  data_model: LP64
`;

test.each([
  ["a/x_true-unreach-call.c", "unreach-call", "true"],
  ["a/x_false-unreach-call.c", "unreach-call", "false"],
  ["x_false-unreach-label.i", "unreach-call", "false"],
  ["x_true_assert.c", "unreach-call", "true"],
  ["x_true-unreach-call_false-termination.c", "termination", "false"],
  ["x_true-unreach-call_false-termination.c", "unreach-call", "true"],
  ["x_true-unreach-call.c", "termination", undefined],
  ["x_false-valid-deref.i", "valid-memsafety", "false(valid-deref)"],
  ["x_true-valid-memsafety.i", "valid-memsafety", "true"],
  ["x_true-valid-free_false-valid-deref.i", "valid-memsafety", "false(valid-deref)"],
  ["x_true-valid-free.i", "valid-memsafety", undefined],
  ["x_false-no-overflow.c", "no-overflow", "false"],
  ["x_unsafe.cil.c", "unreach-call", "false"],
  ["x_safe.cil.c", "unreach-call", "true"],
  ["x_BUG.c", "unreach-call", "false"],
  ["cdaudio_simpl1.BUG.cil.c", "unreach-call", "false"],
  ["safety.c", "unreach-call", undefined],
  ["debug.c", "unreach-call", undefined],
  ["unsafe/x.c", "unreach-call", undefined],
])("name %s, property %s: %s", (name, property, expected) => {
  const verdict = expectedVerdictOfFileName(name, property);
  expect(verdict).toEqual(expected === undefined ? undefined : parseVerdict(expected));
});

test("task definition", () => {
  expect(parseTaskDefinition(DEFINITION, "f/x.yml")).toEqual({
    file: "f/x.yml",
    formatVersion: "2.0",
    inputFiles: ["x.c"],
    requiredFiles: [],
    properties: [
      {
        propertyFile: "../properties/valid-memsafety.prp",
        propertyName: "valid-memsafety",
        expectedVerdict: { kind: "false", subproperty: "valid-deref" },
      },
      { propertyFile: "../properties/termination.prp", propertyName: "termination" },
    ],
    language: "C",
    dataModel: "LP64",
  });
});

test.each([
  ["unquoted version", "format_version: 2.0\ninput_files: [a, b]", "2.0"],
  ["2.1", "format_version: '2.1'\ninput_files: a\nadditional_information: {x: 1}", "2.1"],
  ["1.0", "format_version: '1.0'\ninput_files: a", "1.0"],
])("format version: %s", (_name, text, version) => {
  expect(parseTaskDefinition(text, "x.yml").formatVersion).toBe(version);
});

test.each([
  ["no version", "input_files: a", "x.yml:1:1: error: the document has no 'format_version'"],
  [
    "unknown version",
    "format_version: 3.0\ninput_files: a",
    "x.yml:1:17: error: format_version must be one of 0.1, 1.0, 2.0, 2.1, found '3.0'",
  ],
  ["no input", "format_version: '2.0'", "has no 'input_files'"],
  ["empty input", "format_version: '2.0'\ninput_files: []", "names no file"],
  [
    "verdict is not a truth value",
    `${DEFINITION}`.replace("false", "maybe"),
    "x.yml:5:23: error: expected_verdict must be true or false, found 'maybe'",
  ],
  ["data model", DEFINITION.replace("LP64", "LP65"), "one of ILP32, LP64, found 'LP65'"],
  [
    "property without file",
    "format_version: '2.0'\ninput_files: a\nproperties: [{expected_verdict: true}]",
    "x.yml:3:14: error: properties[0] has no 'property_file'",
  ],
])("rejects: %s", (_name, text, message) => {
  expect(() => parseTaskDefinition(text, "x.yml")).toThrow(message);
});

test("a misspelt key is a warning", () => {
  const warnings: Diagnostic[] = [];
  parseTaskDefinition(DEFINITION.replace("expected_verdict", "expected_verdct"), "x.yml", warnings);
  expect(warnings.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    "5: properties[0] has an unknown key 'expected_verdct'; known: property_file, expected_verdict, subproperty",
  ]);
});

const task = (verdict: string): string => `format_version: '2.0'
input_files: p*.c
properties: [{property_file: ../properties/no-overflow.prp, expected_verdict: ${verdict}}]
options: {language: C, data_model: ILP32}
`;

const TREE = {
  "Main.set": "t/*.yml\nnone/*.yml\n",
  "Invalid.set": "t/bad.yml\n",
  "t/one.yml": task("true"),
  "t/two.yml": task("false"),
  "t/bad.yml": task("true"),
  "t/other.yml": task("true").replace("no-overflow", "termination"),
  "t/p.c": "",
  "properties/no-overflow.prp": "",
  "properties/termination.prp": "",
};

test("selection: union of sets minus excluded, restricted to the property", () => {
  const selector = new TaskSelector(filesOf(TREE));
  const { tasks, warnings } = selector.select({
    property: "no-overflow",
    sets: ["Main.set"],
    excludedSets: ["Invalid.set"],
    include: ["t/one.yml"],
  });
  expect(tasks.map(({ id }) => id)).toEqual(["t/one.yml#no-overflow", "t/two.yml#no-overflow"]);
  expect(tasks[1]).toEqual({
    id: "t/two.yml#no-overflow",
    definitionFile: "t/two.yml",
    property: "no-overflow",
    propertyFile: "properties/no-overflow.prp",
    inputFiles: ["t/p.c"],
    requiredFiles: [],
    expectedVerdict: { kind: "false" },
    language: "C",
    dataModel: "ILP32",
  });
  expect(warnings.map(({ file, line, message }) => `${file}:${line}: ${message}`)).toEqual([
    "Main.set:2: the pattern 'none/*.yml' matches no file",
  ]);
});

test.each([
  ["input file missing", { "t/p.c": undefined }, "no file matches 't/p*.c'"],
  [
    "property file missing",
    { "properties/no-overflow.prp": undefined },
    "no file matches 'properties/no-overflow.prp'",
  ],
  ["no definition", { "Main.set": "t/p.c" }, "needs 'propertyFile', the file with no-overflow"],
  [
    "neither",
    { "Main.set": "Main.set" },
    "expected a task definition (.yml), or a program (.c, .i)",
  ],
])("selection rejects: %s", (_name, change, message) => {
  const texts = Object.entries({ ...TREE, ...change }).filter(([, text]) => text !== undefined);
  const selector = new TaskSelector(filesOf(Object.fromEntries(texts) as Record<string, string>));
  expect(() => selector.select({ property: "no-overflow", sets: ["Main.set"] })).toThrow(message);
});

const corpus = "../shared/corpus/c";
describe.skipIf(!existsSync(corpus))("task sets of the corpus", () => {
  const sets = existsSync(corpus)
    ? readdirSync(corpus).filter((name) => name.endsWith(".set"))
    : [];
  const selector = new TaskSelector({
    listFolder: (folder) =>
      existsSync(join(corpus, folder))
        ? readdirSync(join(corpus, folder)).map((name) => ({
            name,
            isFolder: statSync(join(corpus, folder, name)).isDirectory(),
          }))
        : [],
    readText: (path) => readFileSync(join(corpus, path), "utf8"),
  });
  test.each(sets)("%s", (set) => {
    const properties = [
      "unreach-call",
      "valid-memsafety",
      "valid-memcleanup",
      "no-overflow",
      "no-data-race",
      "termination",
    ];
    const counts = properties.map(
      (property) => selector.select({ property, sets: [set] }).tasks.length,
    );
    expect(Math.max(...counts)).toBeGreaterThan(0);
  });
});
