/** The pages of result files that other systems produced. */
import { categoryPart, type PartTask } from "../../explorer/index.ts";
import { formatVerdict } from "../../model/index.ts";
import type { SiteData, SitePart } from "../../site/index.ts";
import type { ScoredResults, ScoredRun } from "../scored-results.ts";

/** @param files Names of the files, for the page about provenance. */
export function siteOfFiles(results: ScoredResults, files: readonly string[]): SiteData {
  const { name, edition, categories, tools, participations, standings, runs } = results;
  const byCategory = new Map<string, ScoredRun[]>();
  for (const run of runs) {
    const known = byCategory.get(run.category);
    if (known === undefined) byCategory.set(run.category, [run]);
    else known.push(run);
  }
  return {
    title: name,
    edition,
    facts: [
      ["Source", files.map((file) => file.replace(/^.*\//, "")).join(", ")],
      [
        "Statuses",
        "as the result files have them, validators' answers merged in where there are any",
      ],
    ],
    tools,
    validators: [],
    participations,
    categories,
    standings,
    parts: [...byCategory].map(([category, list]) => sitePart(results, category, list)),
    limits: edition.limits.verification,
  };
}

function sitePart(
  { tasks, tools }: ScoredResults,
  category: string,
  runs: readonly ScoredRun[],
): SitePart {
  const partTasks = (tasks.get(category) ?? []).map(
    ({ task, expectedVerdict, isVoid, voidReason }): PartTask => ({
      id: task,
      ...(expectedVerdict === undefined ? {} : { expected: formatVerdict(expectedVerdict) }),
      ...(isVoid === true ? { voidReason: voidReason ?? "the result file says so" } : {}),
    }),
  );
  return {
    part: categoryPart(
      category,
      partTasks,
      tools.map(({ id }) => id),
      runs,
    ),
    details: () => [],
  };
}
