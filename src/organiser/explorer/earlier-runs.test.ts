import { expect, test } from "vitest";
import type { ResultCategory } from "../../ground/model/index.ts";
import { findEdition, pointsOf } from "../scoring/index.ts";
import { categoryPart, type PartRun } from "./category-part.ts";
import { compareRuns } from "./compare-runs.ts";
import { cellsAt, joinedRuns, TaskFinder } from "./earlier-runs.ts";
import { RunStore, statusOf, taskOf, toolOf } from "./run-store.ts";

const scoring = findEdition(2026).scoring;

type Row = readonly [tool: string, task: string, status: string, result: ResultCategory];

function store(categories: Readonly<Record<string, readonly Row[]>>): RunStore {
  const parts = Object.entries(categories).map(([category, rows]) => {
    const tasks = [...new Set(rows.map(([, task]) => task))].map((id) => ({ id }));
    const runs = rows.map(
      ([tool, task, status, resultCategory]): PartRun => ({
        tool,
        category,
        task,
        status,
        resultCategory,
        points: pointsOf(status, resultCategory, scoring),
        cpuTimeSeconds: 1,
      }),
    );
    return categoryPart(category, tasks, ["x", "y"], runs);
  });
  return new RunStore(parts, scoring);
}

const NOW = store({
  Loops: [
    ["x", "loops/a.yml#p", "true", "correct"],
    ["x", "loops/b.yml#p", "unknown", "unknown"],
    ["y", "loops/a.yml#p", "true", "correct"],
  ],
  Arrays: [["x", "arrays/c.yml#p", "true", "correct"]],
});
const THEN = store({
  Loops: [
    ["x", "c/loops/a.yml#p", "unknown", "unknown"],
    ["x", "c/loops/gone.yml#p", "true", "wrong"],
    ["x", "c/loops/b.yml#q", "true", "correct"],
  ],
  "Old arrays": [
    ["x", "c/arrays/c.yml#p", "true", "correct"],
    ["y", "c/arrays/c.yml#p", "false", "wrong"],
  ],
  Double: [
    ["x", "one/loops/d.yml#p", "true", "correct"],
    ["x", "two/loops/d.yml#p", "true", "correct"],
  ],
});

test("a task is found by its name, by the end of it, and not where several tasks match", () => {
  const finder = new TaskFinder(THEN);
  const found = (id: string): readonly string[] =>
    finder.find(id).map((place) => taskOf({ view: place.view, cell: place.task }).id);
  expect(found("c/loops/a.yml#p")).toEqual(["c/loops/a.yml#p"]);
  expect(found("loops/a.yml#p")).toEqual(["c/loops/a.yml#p"]);
  expect(found("loops/b.yml#p")).toEqual([]);
  expect(found("loops/d.yml#p")).toEqual([]);
  expect(found("two/loops/d.yml#p")).toEqual(["two/loops/d.yml#p"]);
  const [place] = finder.find("arrays/c.yml#p");
  expect(place && cellsAt(place).map((cell) => `${toolOf(cell)} ${statusOf(cell)}`)).toEqual([
    "x true",
    "y false",
  ]);
});

test("two years of a verifier, also where categories have other names", () => {
  const joined = joinedRuns({ store: THEN, tool: "x" }, { store: NOW, tool: "x" }, scoring);
  const { pairs } = compareRuns(joined, "first", "second");
  expect(
    pairs.map(({ category, task, change, points }) => [category, task, change, points]),
  ).toEqual([
    ["Loops", "c/loops/a.yml#p", "gained", 2],
    ["Loops", "c/loops/gone.yml#p", "changed", 32],
    ["Loops", "c/loops/b.yml#q", "lost", -2],
    ["Loops", "loops/b.yml#p", "changed", 0],
    ["Old arrays", "c/arrays/c.yml#p", "same", 0],
    ["Double", "one/loops/d.yml#p", "lost", -2],
    ["Double", "two/loops/d.yml#p", "lost", -2],
  ]);
});
