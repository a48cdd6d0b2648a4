/** Makes the pages of result files that other systems produced. */

import { formatVerdict } from "../../../ground/model/index.ts";
import {
  type Check,
  categoryPart,
  type PartRun,
  type PartTask,
  type SiteTool,
} from "../../explorer/index.ts";
import { type ScoredResults, type ScoredRun, validationTracks } from "../../reports/index.ts";
import type { FmToolsEntry } from "../../tools/index.ts";
import type { SiteData, SitePart } from "../site-data.ts";
import { systemFacts } from "./system-facts.ts";

/**
 * @param files Names of the files, for the page about provenance.
 * @param fmTools Entries by identifier.
 */
export function siteOfFiles(
  results: ScoredResults,
  files: readonly string[],
  fmTools: ReadonlyMap<string, FmToolsEntry> = new Map(),
): SiteData {
  const { name, edition, categories, tools, participations, standings, runs } = results;
  const byCategory = new Map<string, ScoredRun[]>();
  for (const run of runs) {
    const known = byCategory.get(run.category);
    if (known === undefined) byCategory.set(run.category, [run]);
    else known.push(run);
  }
  const validators = [
    ...new Set(runs.flatMap(({ raw }) => raw.opinions.map(({ tool }) => tool))),
  ].map((id): SiteTool => {
    const entry = fmTools.get(id);
    return entry === undefined
      ? { id, name: id }
      : { id, name: entry.name, ...systemFacts(entry, edition.name, "validator") };
  });
  return {
    title: name,
    edition,
    facts: [
      ["Source", files.map((file) => file.replace(/^.*\//, "")).join(", ")],
      [
        "Statuses",
        validators.length === 0
          ? "as in the result files, validators' answers merged in where there are any"
          : `from the verifiers' files and those of ${validators.map(({ id }) => id).join(", ")}, by the rules of ${edition.name}`,
      ],
    ],
    tools: tools.map((tool) => {
      const entry = fmTools.get(tool.id);
      return entry === undefined
        ? tool
        : { ...tool, ...systemFacts(entry, edition.name, "verifier") };
    }),
    validators,
    participations,
    categories,
    standings,
    tracks: validationTracks(results),
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
      ...(isVoid === true ? { voidReason: voidReason ?? "the category in the result file" } : {}),
    }),
  );
  return {
    part: categoryPart(
      category,
      partTasks,
      tools.map(({ id }) => id),
      runs.map(partRun),
    ),
    details: () => [],
  };
}

/**
 * The pages apply the rules again only where the rules decided: a source's own category is kept.
 */
function partRun({ raw, validations: _, source: __, ...run }: ScoredRun): PartRun {
  const checks = raw.opinions.map(({ cpuTimeSeconds: ___, ...check }): Check => check);
  return {
    ...run,
    ...(raw.resultCategory === undefined
      ? { verificationStatus: raw.status, witnessFacts: raw.witness }
      : {}),
    checks,
  };
}
