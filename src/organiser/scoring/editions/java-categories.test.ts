/** Java takes part since 2019: the names of its categories and properties in every edition. */
import { expect, test } from "vitest";
import { EDITIONS } from "./index.ts";

const names = (year: number): readonly string[] => {
  if (year < 2019) return [];
  if (year <= 2020) return ["ReachSafety-Java"];
  if (year <= 2024) return ["assert_java.ReachSafety-Java"];
  if (year === 2025) {
    return ["assert_java.ReachSafety-Java", "runtime-exception.RuntimeException-Java"];
  }
  return ["Java.no-runtime-exception.Main", "Java.valid-assert.Main"];
};
const JAVA_KINDS = ["valid-assert", "no-runtime-exception"];

test.each(EDITIONS.map((edition) => [edition.year, edition] as const))("%i", (year, edition) => {
  const meta = edition.categories.find(({ name }) => /^Java\.?Overall$/.test(name));
  expect(meta?.kind === "meta" ? meta.children : []).toEqual(names(year));
  expect(meta?.name).toBe(year < 2019 ? undefined : year < 2026 ? "JavaOverall" : "Java.Overall");
  const kinds = new Map(edition.properties.map(({ name, kind }) => [name, kind]));
  const java = edition.categories.filter(
    (category) =>
      category.kind === "base" && JAVA_KINDS.includes(kinds.get(category.property) ?? ""),
  );
  expect(java.map(({ name }) => name)).toEqual(names(year));
  const demonstrations = java.filter(({ demonstration }) => demonstration === true);
  expect(demonstrations.map(({ name }) => name)).toEqual(
    year === 2025 ? ["runtime-exception.RuntimeException-Java"] : [],
  );
});
