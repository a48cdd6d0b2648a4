/** Facts about a competition that the pages show beside its results. */

import { type Edition, isUnranked, type Limits } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { formatDuration } from "../../../ground/util/duration.ts";
import { formatMoment } from "../../../ground/util/moment.ts";
import {
  type Circumstances,
  describeProgress,
  type Progress,
  participantTools,
  type ResolvedCompetition,
  type ResolvedTool,
} from "../../competition/index.ts";
import { readHostInfo, type Spool } from "../../execution/index.ts";
import type { SiteTool } from "../../explorer/index.ts";
import { formatMemory } from "../../tables/index.ts";
import type { FmToolsEntry } from "../../tools/index.ts";
import type { SiteData } from "../site-data.ts";
import { systemFacts } from "./system-facts.ts";

/** @param more Entries of FM-Tools by identifier; they precede those that the competition names. */
export function competitionData(
  competition: ResolvedCompetition,
  edition: Edition,
  more: ReadonlyMap<string, FmToolsEntry> = new Map(),
): Pick<SiteData, "title" | "tools" | "validators" | "participations" | "categories"> {
  const fmTools = new Map(
    [...(competition.fmTools ?? []), ...more.values()].map((entry) => [entry.id, entry]),
  );
  return {
    title: competition.name,
    tools: participantTools(competition).map((tool) => ({
      ...siteTool(tool, "verifier", fmTools, edition),
      ...(isUnranked(tool) ? { horsConcours: true } : {}),
      ...defined({ exclusion: tool.exclusion }),
    })),
    validators: competition.validators.map((tool) => siteTool(tool, "validator", fmTools, edition)),
    participations: competition.participants.map(({ id, categories, optOut }) => ({
      tool: id,
      categories,
      optOut,
    })),
    categories: competition.categories,
  };
}

function siteTool(
  { id, name, version, tool, options }: ResolvedTool,
  role: "verifier" | "validator",
  fmTools: ReadonlyMap<string, FmToolsEntry>,
  edition: Edition,
): SiteTool {
  const entry = fmTools.get(id);
  return {
    id,
    name,
    version,
    module: tool,
    options,
    ...(entry === undefined ? {} : systemFacts(entry, edition.name, role)),
  };
}

export function spoolFacts(
  competition: ResolvedCompetition,
  progress: Progress,
  { firstStart, lastStart, isolations, measurements }: Circumstances,
  spool: Spool,
): (readonly [string, string])[] {
  const host = readHostInfo(spool);
  const { verification, violationValidation, correctnessValidation } = competition.limits;
  return [
    ["Runs", describeProgress(progress)],
    ...starts(firstStart, lastStart),
    ["Limits of verification", describeLimits(verification)],
    ["Limits of violation validation", describeLimits(violationValidation)],
    ["Limits of correctness validation", describeLimits(correctnessValidation)],
    ["Isolation", isolations.join(", ") || "–"],
    ["Measurement", measurements.join(", ") || "–"],
    ...competition.voidTasks.map(({ task, reason }): [string, string] => [
      `Void task ${task}`,
      reason,
    ]),
    ...(competition.excludedTools ?? []).map(({ tool, reason }): [string, string] => [
      `Excluded from the ranking: ${tool}`,
      reason,
    ]),
    ...(host === undefined
      ? []
      : ([
          ["Host", `${host.cores} cores of ${host.cpuModel}, ${formatMemory(host.memoryBytes)}`],
          ["System", `${host.operatingSystem}, Linux ${host.kernel}, Node ${host.node}`],
        ] as const)),
    ...[...competition.participants, ...competition.validators].map(
      ({ name, version, options }) =>
        [name, `${version}${options.length > 0 ? `, options: ${options.join(" ")}` : ""}`] as const,
    ),
  ];
}

function describeLimits({ cpuTimeSeconds, wallTimeSeconds, memoryBytes, cores }: Limits): string {
  const wall =
    wallTimeSeconds === undefined ? "" : `, ${formatDuration(wallTimeSeconds)} wall time`;
  const count = cores === 1 ? "1 core" : `${cores} cores`;
  return `${formatDuration(cpuTimeSeconds)} CPU time${wall}, ${formatMemory(memoryBytes)}, ${count}`;
}

/** Empty before the first run. */
function starts(
  first: string | undefined,
  last: string | undefined,
): readonly (readonly [string, string])[] {
  if (first === undefined || last === undefined) return [];
  return [["First and last start", `${formatMoment(first)} and ${formatMoment(last)} (UTC)`]];
}
