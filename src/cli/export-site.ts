/** The result pages of a spool, complete in themselves: logs and witnesses are copied beside them. */
import type { Evaluation, Judgement } from "../competition/index.ts";
import { readHostInfo, type Spool } from "../execution/index.ts";
import { type FileReference, formatVerdict, type Limits, type RunResult } from "../model/index.ts";
import { type Attachment, type SiteData, type SiteRun, writeSite } from "../site/index.ts";
import { formatMemory } from "../tables/index.ts";
import { formatDuration } from "./render/duration.ts";
import { describeProgress } from "./render/standings.ts";

/** Writes the pages into `SPOOL/site`; resolves to the first page. */
export async function exportSite(evaluation: Evaluation, spool: Spool): Promise<string> {
  const attachments = new Map<string, Attachment>();
  const attach = (run: string, file: FileReference | undefined): string | undefined => {
    if (file === undefined) return undefined;
    const path = `files/${run}/${file.path.slice(file.path.lastIndexOf("/") + 1)}`;
    attachments.set(path, { path, source: spool.path(file.path) });
    return path;
  };
  const runs = evaluation.judgements.map((judgement) => siteRun(evaluation, judgement, attach));
  const folder = spool.path("site");
  await writeSite(folder, siteData(evaluation, spool, runs), [...attachments.values()]);
  return spool.path("site", "index.html");
}

type Attach = (run: string, file: FileReference | undefined) => string | undefined;

function siteData(evaluation: Evaluation, spool: Spool, runs: readonly SiteRun[]): SiteData {
  const { competition, standings } = evaluation;
  return {
    title: competition.name,
    editionName: evaluation.edition.name,
    facts: facts(evaluation, spool),
    tools: competition.participants,
    standings,
    runs,
  };
}

function facts(evaluation: Evaluation, spool: Spool): (readonly [string, string])[] {
  const { competition, judgements } = evaluation;
  const results = judgements.flatMap(({ result, validations }) => [result, ...validations]);
  const started = results.map(({ startedAt }) => startedAt).sort();
  const host = readHostInfo(spool);
  const { verification, violationValidation, correctnessValidation } = competition.limits;
  return [
    ["Runs", describeProgress(evaluation.progress)],
    ["First and last start", `${started[0] ?? "–"} and ${started.at(-1) ?? "–"}`],
    ["Limits of verification", describeLimits(verification)],
    ["Limits of violation validation", describeLimits(violationValidation)],
    ["Limits of correctness validation", describeLimits(correctnessValidation)],
    ["Isolation", distinct(results, ({ isolation }) => isolation)],
    ["Measurement", distinct(results, ({ measurement }) => measurement)],
    ...competition.voidTasks.map(({ task, reason }): [string, string] => [
      `Void task ${task}`,
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

function distinct(
  results: readonly RunResult[],
  fact: (result: RunResult) => string | undefined,
): string {
  const values = new Set(results.map(fact).filter((value) => value !== undefined));
  return [...values].sort().join(", ") || "–";
}

function describeLimits({ cpuTimeSeconds, wallTimeSeconds, memoryBytes, cores }: Limits): string {
  const wall =
    wallTimeSeconds === undefined ? "" : `, ${formatDuration(wallTimeSeconds)} wall time`;
  const count = cores === 1 ? "1 core" : `${cores} cores`;
  return `${formatDuration(cpuTimeSeconds)} CPU time${wall}, ${formatMemory(memoryBytes)}, ${count}`;
}

function siteRun({ competition }: Evaluation, judgement: Judgement, attach: Attach): SiteRun {
  const { judged, task, result, validations, final } = judgement;
  const names = new Map(competition.validators.map(({ id, name }) => [id, name]));
  const log = attach(result.run, result.log);
  const witness = attach(result.run, result.witness);
  return {
    ...judged,
    ...(task.expectedVerdict === undefined
      ? {}
      : { expectedVerdict: formatVerdict(task.expectedVerdict) }),
    ...(log === undefined ? {} : { log }),
    ...(witness === undefined ? {} : { witness }),
    validations: validations.map((validation) => {
      const validationLog = attach(validation.run, validation.log);
      const { tool, status, cpuTimeSeconds } = validation;
      return {
        tool: names.get(tool) ?? tool,
        status,
        ...(cpuTimeSeconds === undefined ? {} : { cpuTimeSeconds }),
        ...(validationLog === undefined ? {} : { log: validationLog }),
      };
    }),
    trace: final.trace,
  };
}
