import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROPERTY_NAMES } from "../../ground/model/index.ts";
import { InputError } from "../../ground/util/errors.ts";
import { executionLimits } from "../execution/system/execution-limits.ts";
import { EDITIONS, findEdition } from "../scoring/index.ts";
import { coveredBaseCategories } from "./definition.ts";
import { parseCompetition } from "./definition-file.ts";
import { resolveVoidTasks } from "./resolve.ts";

const SMALL = `name: Small
edition: 2026
limits:
  verification: { cpuTime: 10 s, memory: 2 GB, cores: 1 }
categories:
  - { name: Loops, property: unreach-call, sets: [loops.set] }
  - { name: Overall, children: [Loops] }
participants:
  - { id: a, tool: agon-verifier, directory: tools/a, options: [-k, 5, --x] }
validators:
  - { id: v, tool: agon-validator, directory: builtin, kinds: [violation] }
`;

test("a small definition, with defaults filled in", () => {
  expect(parseCompetition(SMALL, "c.yml")).toEqual({
    file: "c.yml",
    name: "Small",
    modulePath: [],
    edition: findEdition(2026),
    tasks: ".",
    limits: {
      // A wall limit of the edition would not fit the other CPU limit.
      verification: { cpuTimeSeconds: 10, memoryBytes: 2e9, cores: 1 },
      violationValidation: findEdition(2026).limits.violationValidation,
      correctnessValidation: findEdition(2026).limits.correctnessValidation,
    },
    categories: [
      {
        kind: "base",
        name: "Loops",
        property: "unreach-call",
        selection: {
          property: "unreach-call",
          sets: ["loops.set"],
          excludedSets: [],
          include: [],
          exclude: [],
        },
      },
      { kind: "meta", name: "Overall", children: ["Loops"] },
    ],
    participants: [
      {
        id: "a",
        name: "a",
        tool: "agon-verifier",
        directory: "tools/a",
        options: ["-k", "5", "--x"],
        categories: ["Loops", "Overall"],
        optOut: [],
        horsConcours: false,
      },
    ],
    validators: [
      {
        id: "v",
        name: "v",
        tool: "agon-validator",
        directory: "builtin",
        options: [],
        kinds: ["violation"],
      },
    ],
    voidTasks: [],
    excludedTools: [],
  });
});

test.each([
  ["2025", "svcomp-2025"],
  ["svcomp-2013", "svcomp-2013"],
  ['"2026"', "svcomp-2026"],
])("edition: %s", (written, id) => {
  const text = SMALL.replace("edition: 2026", `edition: ${written}`);
  expect(parseCompetition(text, "c.yml").edition.id).toBe(id);
});

describe("an edition file", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-edition-"));
  const text = SMALL.replace("edition: 2026", "edition: rules/our-cup.yml");
  const file = join(folder, "c.yml");
  mkdirSync(join(folder, "rules"));

  test("is relative to the definition", () => {
    writeFileSync(
      join(folder, "rules/our-cup.yml"),
      "format: agon-edition/1\nextends: svcomp-2026\nid: our-cup\nyear: 2030\nname: Our Cup\n",
    );
    const { edition } = parseCompetition(text, file);
    expect(edition).toMatchObject({ id: "our-cup", scoring: findEdition(2026).scoring });
  });

  test("has its faults reported with those of the definition", () => {
    writeFileSync(join(folder, "rules/our-cup.yml"), "format: agon-edition/1\nyear: x\n");
    const broken = text.replace("cores: 1", "cores: 0");
    expect(() => parseCompetition(broken, file)).toThrow(/our-cup.yml:2:7: error: year must be/);
    expect(() => parseCompetition(broken, file)).toThrow(/c.yml:2:10: .*cannot be used/);
    expect(() => parseCompetition(broken, file)).toThrow(/c.yml:4:55: .*cores must be/);
  });

  test("must exist", () => {
    const missing = text.replace("our-cup", "their-cup");
    expect(() => parseCompetition(missing, file)).toThrow(/their-cup.yml: .*no such file/);
  });
});

describe("void tasks", () => {
  const text = `${SMALL}voidTasks:
  - { task: a.yml, reason: has undefined behaviour }
  - { task: "b.yml#termination", reason: wrong verdict }
`;
  const tasks = ["a.yml#unreach-call", "a.yml#termination", "b.yml#termination"].map((id) => ({
    id,
    definitionFile: id.slice(0, 5),
  }));

  test("a definition file stands for all its tasks", () => {
    expect(resolveVoidTasks(parseCompetition(text, "c.yml"), tasks)).toEqual([
      { task: "a.yml#unreach-call", reason: "has undefined behaviour" },
      { task: "a.yml#termination", reason: "has undefined behaviour" },
      { task: "b.yml#termination", reason: "wrong verdict" },
    ]);
  });

  test("a task that does not exist is reported with its position", () => {
    const definition = parseCompetition(text.replace("task: a.yml", "task: c.yml"), "c.yml");
    expect(() => resolveVoidTasks(definition, tasks)).toThrow(
      /^c.yml:13:13: error: the competition has no task 'c.yml'/,
    );
  });

  test.each([
    ["reason: wrong verdict", 'reason: " "', "c.yml:14:42", "must not be empty"],
    [", reason: wrong verdict", "", "c.yml:14:5", "has no 'reason'"],
    ['"b.yml#termination"', "a.yml", "c.yml:14:13", "the task 'a.yml' is used twice"],
    ["reason: wrong", "why: wrong", "c.yml:14:39", "unknown key 'why'"],
  ])("fault: %s becomes %s", (before, after, place, message) => {
    const broken = text.replace(before, after);
    expect(() => parseCompetition(broken, "c.yml")).toThrow(message);
    expect(() => parseCompetition(broken, "c.yml")).toThrow(place);
  });
});

test("a soft limit and the guards", () => {
  const more =
    "cores: 1, softCpuTime: 8 s, processes: 50, output: 1 MB, files: 9, filesSize: 5 kB }";
  const { limits } = parseCompetition(SMALL.replace("cores: 1 }", more), "c.yml");
  expect(executionLimits(limits.verification)).toEqual({
    cpuTimeSeconds: 10,
    softCpuTimeSeconds: 8,
    wallTimeSeconds: 40,
    memoryBytes: 2e9,
    processes: 50,
    outputBytes: 1e6,
    filesCount: 9,
    filesBytes: 5000,
  });
  const late = SMALL.replace("cores: 1 }", "cores: 1, softCpuTime: 11 s }");
  expect(() => parseCompetition(late, "c.yml")).toThrow("softCpuTime must not be above cpuTime");
});

test.each([
  ["edition: 2026", "edition: 1999", "c.yml:2:10", "edition must be a year, svcomp-2012 …"],
  ["cpuTime: 10 s", "cpuTime: 10", "c.yml:4:28", "cpuTime must be a time with unit"],
  ["memory: 2 GB", "memory: 2 GiB", "c.yml:4:42", "memory must be a size with unit"],
  ["cores: 1", "cores: 0", "c.yml:4:55", "cores must be an integer from 1"],
  ["property: unreach-call", "property: unreach", "c.yml:6:30", "property must be one of"],
  [", sets: [loops.set]", "", "c.yml:6:5", "needs 'sets', 'tasks' or 'children'"],
  ["children: [Loops]", "children: [Loop]", "c.yml:7:33", "there is no category 'Loop'"],
  ["children: [Loops]", "children: [Overall]", "c.yml:7:5", "the category Overall contains itself"],
  ["name: Overall", "name: Loops", "c.yml:7:13", "the name 'Loops' is used twice"],
  ["id: a,", "id: A b,", "c.yml:9:11", "must consist of a-z"],
  ["tool: agon-verifier", "tool: unknown", "c.yml:9:20", "tool must be one of agon-verifier"],
  [
    "tool: agon-validator",
    "tool: agon-verifier",
    "c.yml:11:20",
    "tool must be one of agon-lint, agon-validator, ",
  ],
  ["id: v,", "id: a,", "c.yml:11:11", "the id 'a' is used twice"],
  ["kinds: [violation]", "kinds: [proof]", "c.yml:11:64", "must be one of violation, correctness"],
  ["name: Small", "nmae: Small", "c.yml:1", "unknown key 'nmae'"],
  ["validators:\n", "validators: {}\nx-validators:\n", "c.yml:10:13", "validators must be a list"],
  ["validators:", "validators: [", "c.yml:11:3", "Block collections are not allowed"],
])("fault: %s becomes %s", (before, after, place, message) => {
  const text = SMALL.replace(before, after);
  expect(text).not.toBe(SMALL);
  expect(() => parseCompetition(text, "c.yml")).toThrow(InputError);
  expect(() => parseCompetition(text, "c.yml")).toThrow(message);
  expect(() => parseCompetition(text, "c.yml")).toThrow(place);
});

test("all faults are reported at once, each once", () => {
  const text = SMALL.replace("edition: 2026", "edition: x").replace("cores: 1", "cores: one");
  try {
    parseCompetition(text, "c.yml");
    expect.unreachable();
  } catch (error) {
    expect((error as InputError).diagnostics.map(({ line }) => line).sort()).toEqual([2, 4]);
  }
});

test("a meta category covers the base categories below it", () => {
  const categories = [
    { kind: "base", name: "a", property: "p" },
    { kind: "base", name: "b", property: "p" },
    { kind: "meta", name: "m", children: ["b"] },
    { kind: "meta", name: "all", children: ["a", "m"] },
  ] as const;
  expect([...coveredBaseCategories(categories, ["m"])]).toEqual(["b"]);
  expect([...coveredBaseCategories(categories, ["all", "a"])]).toEqual(["a", "b"]);
});

describe("the JSON schema", () => {
  const schema = JSON.parse(readFileSync("schema/competition.schema.json", "utf8")) as {
    properties: { edition: { anyOf: readonly { enum?: unknown[] }[] } };
    $defs: { base: { properties: { property: { anyOf: readonly { enum?: string[] }[] } } } };
  };

  test("knows the same editions and properties as the reader", () => {
    const listed = schema.properties.edition.anyOf.flatMap((choice) => choice.enum ?? []);
    expect(listed).toEqual(EDITIONS.flatMap(({ year, id }) => [year, id]));
    expect(schema.$defs.base.properties.property.anyOf[0]?.enum).toEqual(PROPERTY_NAMES);
  });
});

test("a category is about a property of Agon's, or of the edition, by its name there", () => {
  const property = (name: string, edition: number): string | undefined => {
    const text = SMALL.replace(/edition: .*/, `edition: ${edition}`).replace(
      /property: [\w-]+/,
      `property: ${name}`,
    );
    const [category] = parseCompetition(text, "c.yml").categories;
    return category?.kind === "base" ? category.property : undefined;
  };
  expect(property("assert_java", 2024)).toBe("assert_java");
  expect(property("valid-assert", 2024)).toBe("valid-assert");
  expect(property("runtime-exception", 2025)).toBe("runtime-exception");
  expect(() => property("assert_java", 2026)).toThrow("property must be one of");
});

test("excluded tools name a participant and a reason", () => {
  const [participant] = parseCompetition(SMALL, "competition.yml").participants;
  const excluded = (tool: string, reason: string): string =>
    `${SMALL}excludedTools: [{ tool: ${tool}, reason: "${reason}" }]\n`;
  const id = participant?.id as string;
  expect(parseCompetition(excluded(id, "why"), "competition.yml").excludedTools).toEqual([
    { tool: id, reason: "why" },
  ]);
  expect(() => parseCompetition(excluded("unknown", "why"), "c.yml")).toThrow(
    "there is no participant 'unknown'",
  );
  expect(() => parseCompetition(excluded(id, " "), "c.yml")).toThrow("must not be empty");
});
