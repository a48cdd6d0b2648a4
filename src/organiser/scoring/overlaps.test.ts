import { expect, test } from "vitest";
import type { Category } from "../../ground/model/index.ts";
import { overlapWarnings } from "./overlaps.ts";

const CATEGORIES: readonly Category[] = [
  { kind: "base", name: "A", property: "p" },
  { kind: "base", name: "B", property: "p" },
  { kind: "base", name: "C", property: "p" },
  { kind: "meta", name: "M", children: ["A", "B"] },
  { kind: "meta", name: "N", children: ["M", "A", "C"] },
  { kind: "meta", name: "O", children: ["A", "C"] },
];
const tasks = (...names: readonly string[]) => names.map((task) => ({ task }));

test("tasks of several base categories are reported for each meta category", () => {
  const byCategory = new Map([
    ["A", tasks("1", "2", "3")],
    ["B", tasks("2", "3", "4")],
    ["C", tasks("5")],
  ]);
  expect(overlapWarnings(CATEGORIES, byCategory, "f").map(({ message }) => message)).toEqual([
    "M counts 2 2 times, in A and B (so it does with others: 1)",
    "N counts 2 2 times, in A and B (so it does with others: 1)",
  ]);
});

test("a base category that is reached in several ways counts once", () => {
  expect(overlapWarnings(CATEGORIES, new Map([["A", tasks("1")]]), "f")).toEqual([]);
});
