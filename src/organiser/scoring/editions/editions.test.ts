import { describe, expect, test } from "vitest";
import type { BaseCategory } from "../../../ground/model/index.ts";
import { witnessRequirement } from "../../../ground/model/index.ts";
import { CategoryTree } from "../category-tree.ts";
import { EDITIONS, findEdition } from "./index.ts";

test("every year from 2012 to 2027, found by year and by name", () => {
  expect(EDITIONS.map(({ year }) => year)).toEqual(
    Array.from({ length: 16 }, (_, index) => 2012 + index),
  );
  for (const edition of EDITIONS) {
    expect(edition.id).toBe(`svcomp-${edition.year}`);
    expect(findEdition(edition.year)).toBe(edition);
    expect(findEdition(edition.id)).toBe(edition);
    expect(findEdition(String(edition.year))).toBe(edition);
  }
  expect(findEdition("SVCOMP-2026").year).toBe(2026);
});

test.each([1999, "svcomp-2011", "testcomp-2026"])("%s is not known", (name) => {
  expect(() => findEdition(name)).toThrow(`edition ${name}`);
});

describe.each(EDITIONS.map((edition) => [edition.id, edition] as const))("%s", (_id, edition) => {
  test("the categories are a tree over properties of the edition", () => {
    const tree = new CategoryTree(edition.categories);
    const properties = edition.properties.map(({ name }) => name);
    for (const category of edition.categories) {
      if (category.kind === "base") expect(properties).toContain(category.property);
      else expect(category.children.map((name) => tree.find(name).name)).toEqual(category.children);
    }
  });

  test("an edition with witnesses requires some, one without requires none", () => {
    const kinds = edition.witnessTable.rules.flatMap(({ correctness, violation }) => [
      correctness.kind,
      violation.kind,
    ]);
    expect(kinds.includes("required")).toBe(edition.validation.procedure !== "none");
  });

  test("wrong proofs cost twice a false alarm", () => {
    expect(edition.scoring.wrongTrue).toBe(2 * edition.scoring.wrongFalse);
  });
});

test.each([
  [2016, "ReachSafety-Loops", "unreach-call", "true", "demonstration 1.0"],
  [2017, "ConcurrencySafety-Main", "unreach-call", "true", "none"],
  [2019, "ReachSafety-Arrays", "unreach-call", "true", "required 1.0"],
  [2022, "NoDataRace-Main", "no-data-race", "false", "none"],
  [2025, "unreach-call.ReachSafety-Arrays", "unreach-call", "true", "none"],
  [2025, "unreach-call.ReachSafety-Loops", "unreach-call", "true", "required 1.0 2.0"],
  [2025, "no-data-race.NoDataRace-Main", "no-data-race", "false", "required 1.0 2.0"],
  [
    2025,
    "unreach-call.SoftwareSystems-Other-ReachSafety",
    "unreach-call",
    "true",
    "required 1.0 2.0",
  ],
  [2027, "C.unreach-call.Floats", "unreach-call", "true", "demonstration 2.0 2.1 2.2"],
  [2027, "C.unreach-call.Concurrency", "unreach-call", "true", "required 2.1 2.2"],
  [2027, "C.unreach-call.Concurrency", "unreach-call", "false", "required 2.2"],
  [2027, "C.valid-memcleanup.Main", "valid-memcleanup", "false", "none"],
  [2027, "C.valid-memsafety.Heap", "valid-memsafety", "false", "required 2.0 2.1 2.2"],
  [
    2027,
    "C.no-overflow.Huawei-Concurrency-Challenges",
    "no-overflow",
    "false",
    "demonstration 2.2",
  ],
] as const)("witnesses of %i: %s (%s), answer %s: %s", (year, name, property, kind, text) => {
  const category: BaseCategory = { kind: "base", name, property };
  const requirement = witnessRequirement(findEdition(year), category, { kind });
  const versions = requirement.kind === "none" ? [] : requirement.versions;
  expect([requirement.kind, ...versions].join(" ")).toBe(text);
});

test.each([
  [2014, 14, 0],
  [2015, 15, 0],
  [2016, 18, 0],
  [2018, 23, 8],
  [2021, 35, 9],
  [2022, 37, 9],
  [2023, 44, 9],
  [2024, 46, 9],
])("SV-COMP %i has %i base categories and %i meta categories", (year, bases, metas) => {
  const kinds = findEdition(year).categories.map(({ kind }) => kind);
  const count = (wanted: string): number => kinds.filter((kind) => kind === wanted).length;
  expect([count("base"), count("meta")]).toEqual([bases, metas]);
});
