import {
  type CategoryStanding,
  effortOf,
  type JudgedRun,
  rankCorrectVerifiers,
  rankGreenVerifiers,
  rankingCandidates,
  rankNewVerifiers,
  virtuesOf,
} from "../scoring/index.ts";
import {
  alternativeRankingTable,
  confirmationTable,
  effortTable,
  scoreTable,
  type Table,
  topToolsTable,
  virtuesTable,
} from "../tables/index.ts";
import { baseNames } from "./base-names.ts";
import type { ScoredResults, ScoredRun } from "./scored-results.ts";

/** The tables of the competition's reports. */
export const REPORTS = [
  "scores",
  "top",
  "correct",
  "green",
  "new",
  "confirmation",
  "effort",
  "virtues",
] as const;

export type Report = (typeof REPORTS)[number];

export interface ReportOptions {
  /** Standing of the category of the report; `scores` and `virtues` are about all categories. */
  readonly standing: CategoryStanding;
  /** Ids of first-time participants. */
  readonly newTools: readonly string[];
}

/** A report, rounded as in the competition's print. */
export function reportTable(report: Report, results: ScoredResults, options: ReportOptions): Table {
  const { standings, tools, name } = results;
  const { standing } = options;
  switch (report) {
    case "scores":
      return scoreTable(name, standings, tools);
    case "top":
      return topToolsTable(standing, tools);
    case "correct":
      return alternativeRankingTable(rankCorrectVerifiers(rankingCandidates(standing)), tools);
    case "green":
      return alternativeRankingTable(rankGreenVerifiers(rankingCandidates(standing)), tools);
    case "new": {
      const newTools = new Set(options.newTools);
      return alternativeRankingTable(
        rankNewVerifiers(rankingCandidates(standing), newTools),
        tools,
      );
    }
    case "confirmation":
      return confirmationTable(standing, tools);
    case "effort": {
      const runsOf = runsInCategories(results);
      const scored = standing.scores.filter(({ state }) => state === "scored");
      const efforts = scored.map(
        ({ tool }) => [tool, effortOf(runsOf(tool, standing.category.name))] as const,
      );
      return effortTable(new Map(efforts), tools);
    }
    case "virtues":
      return virtuesTable(virtuesOf(standings), tools);
  }
}

/** The runs of a tool that count in a category, at any depth. */
export function runsInCategories({
  runs,
  categories,
}: ScoredResults): (tool: string, category: string) => readonly JudgedRun[] {
  const lists = new Map<string, ScoredRun[]>();
  for (const run of runs) {
    const key = `${run.tool}\n${run.category}`;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [run]);
    else list.push(run);
  }
  return (tool, name) =>
    baseNames(name, categories).flatMap((base) => lists.get(`${tool}\n${base}`) ?? []);
}
