import type { Category, ResultCategory } from "../../src/ground/model/index.ts";
import { categoryPart, type PartRun } from "../../src/organiser/explorer/category-part.ts";
import {
  MANIFEST_FORMAT,
  type Manifest,
  storeStanding,
} from "../../src/organiser/explorer/manifest.ts";
import { RunStore } from "../../src/organiser/explorer/run-store.ts";
import { computeStandings, findEdition, pointsOf } from "../../src/organiser/scoring/index.ts";

export const edition = findEdition(2025);

export function run(
  tool: string,
  category: string,
  task: number,
  status: string,
  resultCategory: ResultCategory,
  cpu?: number,
): PartRun {
  return {
    tool,
    category,
    task: `dir/t${task}.yml#unreach-call`,
    status,
    resultCategory,
    points: pointsOf(status, resultCategory, edition.scoring),
    ...(cpu === undefined
      ? {}
      : {
          cpuTimeSeconds: cpu,
          wallTimeSeconds: Math.round(cpu * 50) / 100,
          memoryBytes: 4096 * 1000,
        }),
  };
}

export const FALSE = "false(unreach-call)";
export const TASK_2 = "dir/t2.yml#unreach-call";
export const RUNS: readonly PartRun[] = [
  run("a", "A", 1, "true", "correct", 3.25),
  run("a", "A", 2, FALSE, "correct", 0.1),
  run("a", "A", 3, "true", "wrong", 1),
  run("b", "A", 1, "TIMEOUT", "error", 900.123456789),
  run("b", "A", 2, FALSE, "correct", 7),
  run("b", "A", 3, FALSE, "correct-unconfirmed"),
  run("a", "B", 4, "unknown", "unknown", 2),
  run("c", "B", 4, "OUT OF MEMORY (SEGMENTATION FAULT)", "error", 5),
];
const EXPECTED: Readonly<Record<number, string>> = {
  1: "true",
  2: "false",
  3: "false",
  4: "true",
};

function part(category: string, numbers: readonly number[]) {
  const tasks = numbers.map((number) => ({
    id: `dir/t${number}.yml#unreach-call`,
    expected: EXPECTED[number] as string,
  }));
  return categoryPart(
    category,
    tasks,
    ["a", "b", "c"],
    RUNS.filter((each) => each.category === category),
  );
}

export const PARTS = [part("A", [1, 2, 3]), part("B", [4])];
export const store = new RunStore(PARTS, edition.scoring);
export const categories: readonly Category[] = [
  { kind: "base", name: "A", property: "unreach-call" },
  { kind: "base", name: "B", property: "unreach-call" },
  { kind: "meta", name: "Overall", children: ["A", "B"] },
];
export const tools = ["a", "b", "c"].map((id) => ({ id, name: `Tool ${id}` }));
export const standings = computeStandings({
  edition,
  categories,
  tools,
  participations: [],
  tasks: new Map([
    [
      "A",
      [1, 2, 3].map((n) => ({
        task: `dir/t${n}.yml#unreach-call`,
        expectedVerdict: { kind: EXPECTED[n] as "true" },
      })),
    ],
    ["B", [{ task: "dir/t4.yml#unreach-call", expectedVerdict: { kind: "true" as const } }]],
  ]),
  runs: RUNS,
});
export const manifest: Manifest = {
  format: MANIFEST_FORMAT,
  title: "Cup",
  edition,
  facts: [],
  tools,
  validators: [],
  participations: [],
  categories,
  standings: standings.map(storeStanding),
  parts: [],
  sources: {},
  files: [],
};
