/** Access to the published numbers, which are not part of the repository. */
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "vitest";
import {
  type BaseCategory,
  type Category,
  type ExpectedVerdict,
  parseStatus,
  type Tool,
} from "../../src/ground/model/index.ts";
import { resultCategory } from "../../src/organiser/results/index.ts";
import {
  type CategoryStanding,
  type CategoryTask,
  findEdition,
  type JudgedRun,
  pointsOf,
  type ToolScore,
} from "../../src/organiser/scoring/index.ts";

const FOLDER = "../shared/oracles";

/**
 * The tests are not even defined where the folder of published results is absent; a skipped test
 * reports it.
 */
export function describePublished(name: string, tests: () => void): void {
  if (existsSync(FOLDER)) describe(name, tests);
  else describe(name, () => test.skip(`there is no ${FOLDER}`));
}

/** The content, or an empty text where the folder is absent. */
function published(file: string): string {
  const path = `${FOLDER}/${file}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Parsed JSON; the caller names the shape and only uses it inside {@link describePublished}. */
export function publishedJson<T>(file: string): T {
  const text = published(file);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

/** The rows of a CSV file without quotes, by column. */
export function publishedRows(file: string): readonly Readonly<Record<string, string>>[] {
  const [header = "", ...lines] = published(file).trim().split(/\r?\n/);
  const columns = header.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
  });
}

/** A category of which only the numbers of tasks are known. */
function tasksOf(
  category: string,
  expectedTrue: number,
  expectedFalse: number,
): readonly CategoryTask[] {
  return Array.from({ length: expectedTrue + expectedFalse }, (_, index) => ({
    task: `${category}/${index}`,
    expectedVerdict: { kind: index < expectedTrue ? "true" : "false" },
  }));
}

/** Task counts from n and the maximal score: every true task is worth a point more. */
export function tasksFromMaximum(
  category: string,
  count: number,
  maximum: number,
): readonly CategoryTask[] {
  return tasksOf(category, maximum - count, 2 * count - maximum);
}

/** One run that represents all runs of a tool in a category whose sums are published. */
export function sumRun(
  tool: string,
  category: string,
  points: number,
  cpuTimeSeconds: number,
): JudgedRun {
  const task = `${category}/0`;
  return {
    tool,
    category,
    task,
    status: "true",
    resultCategory: "correct",
    points,
    cpuTimeSeconds,
  };
}

/** A run judged by the schema of a year, without witnesses. */
export function judged(
  year: number,
  identity: Pick<JudgedRun, "tool" | "category" | "task">,
  status: string,
  expected: ExpectedVerdict,
): JudgedRun {
  const category = resultCategory(status, expected);
  const points = pointsOf(status, category, findEdition(year).scoring);
  return { ...identity, status, resultCategory: category, points };
}

export function tools(ids: Iterable<string>): readonly Tool[] {
  return [...new Set(ids)].map((id) => ({ id, name: id }));
}

export function standingOf(
  standings: readonly CategoryStanding[],
  category: string,
): CategoryStanding {
  return standings.find((standing) => standing.category.name === category) as CategoryStanding;
}

export function scoreOf(
  standings: readonly CategoryStanding[],
  category: string,
  tool: string,
): ToolScore {
  return standingOf(standings, category).scores.find((score) => score.tool === tool) as ToolScore;
}

export function base(name: string, property: string): BaseCategory {
  return { kind: "base", name, property };
}

/** Names of the base categories below a meta category, or of everything. */
export function baseNames(categories: readonly Category[]): readonly string[] {
  return categories.filter(({ kind }) => kind === "base").map(({ name }) => name);
}

/** The expected verdict under which a status is correct, or else wrong. */
export function expectationFor(status: string, isCorrect: boolean): ExpectedVerdict {
  const isTrue = parseStatus(status).kind === "true";
  return { kind: isTrue === isCorrect ? "true" : "false" };
}
