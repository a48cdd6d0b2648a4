/**
 * A spool as result files of BenchExec, with the rules' final statuses: one
 * file per participant and base category, one per validator, participant and
 * base category, and the logs in BenchExec's form beside them.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import {
  formatVerdict,
  type Limits,
  type RunPhase,
  type RunResult,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { baseNameOf } from "../../ground/util/path.ts";
import { quoteWord } from "../../ground/util/quote-word.ts";
import type { Evaluation, Judgement, ResolvedTask, ResolvedTool } from "../competition/index.ts";
import { type HostInfo, readHostInfo, type Spool } from "../execution/index.ts";
import {
  FINAL_STATUSES,
  formatResultXml,
  type ResultColumn,
  type ResultFileRun,
  resultCategory,
} from "../results/index.ts";
import { coreColumns } from "./core-columns.ts";

export interface ExportOptions {
  /** Folder for the files; created if necessary. */
  readonly output: string;
  /**
   * Folder of the tasks, to which names in the files are relative. Undefined: names are not
   * changed.
   */
  readonly tasks?: string;
  /** The program that writes, e.g. `Agon 1.0.0`. */
  readonly generator: string;
}

/** One line of a result file, before its name is known. */
interface ExportedRun {
  readonly result: RunResult;
  readonly task: ResolvedTask;
  readonly commandLine: readonly string[];
  readonly status: string;
  readonly category: string;
  /** For verification runs. */
  readonly points?: number;
}

/** All runs of one tool in one base category. */
interface RunSet {
  /** Beginning of the file's name. */
  readonly name: string;
  readonly tool: ResolvedTool;
  readonly limits: Limits;
  readonly category: string;
  readonly runs: ExportedRun[];
}

/** Writes the files; returns their names, sorted. */
export function exportBenchExec(
  evaluation: Evaluation,
  spool: Spool,
  options: ExportOptions,
): readonly string[] {
  mkdirSync(options.output, { recursive: true });
  const host = readHostInfo(spool);
  return runSetsOf(evaluation).map((runSet) => {
    const base = `${runSet.name}.${fileTime(firstStart(evaluation))}`;
    const logs = `${base}.logfiles`;
    const runs = runSet.runs.map((run) => {
      const logFile = writeLog(spool, run, runSet.category, options.output, logs);
      return { ...runElement(run, options), ...defined({ logFile }) };
    });
    const name = `${base}.results.${fileName(namesOf(evaluation, runSet).name)}.xml`;
    writeFileSync(
      join(options.output, name),
      formatRunSet(evaluation, runSet, runs, host, options.generator),
    );
    return name;
  });
}

function runSetsOf({ competition, judgements }: Evaluation): readonly RunSet[] {
  const tools = new Map<string, ResolvedTool>(
    [...competition.participants, ...competition.validators].map((tool) => [tool.id, tool]),
  );
  const runSets = new Map<string, RunSet>();
  const file = (name: string, judgement: Judgement, phase: RunPhase, run: ExportedRun): void => {
    const category = judgement.category.name;
    const key = JSON.stringify([name, category]);
    let runSet = runSets.get(key);
    if (runSet === undefined) {
      const tool = tools.get(run.result.tool) as ResolvedTool;
      runSet = { name, tool, limits: competition.limits[LIMITS_OF[phase]], category, runs: [] };
      runSets.set(key, runSet);
    }
    runSet.runs.push(run);
  };
  for (const judgement of judgements) {
    const { result, task, final, specification, validations, validationSpecifications } = judgement;
    file(result.tool, judgement, result.phase, {
      result,
      task,
      commandLine: specification.commandLine,
      status: final.status,
      category: final.category,
      points: final.points,
    });
    for (const validation of validations) {
      const { tool, phase, status, run } = validation;
      const commandLine = validationSpecifications.find(({ id }) => id === run)?.commandLine ?? [];
      const kind = phase === "violation-validation" ? "violation" : "correctness";
      const category = resultCategory(status, task.expectedVerdict);
      const name = `${tool}-validate-${kind}-witnesses-${result.tool}`;
      file(name, judgement, phase, { result: validation, task, commandLine, status, category });
    }
  }
  return [...runSets.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

const LIMITS_OF = {
  verification: "verification",
  "violation-validation": "violationValidation",
  "correctness-validation": "correctnessValidation",
} as const satisfies Record<RunPhase, string>;

function sortKey({ name, category }: RunSet): string {
  return `${name}\n${category}`;
}

/**
 * Run definition and task set, as in the result files of SV-COMP:
 * `SV-COMP26_unreach-call.Loops` and `Loops`. Competitions with rules of their
 * own have the category's name only.
 */
function namesOf(
  { edition }: Evaluation,
  { category, runs }: RunSet,
): { readonly name: string; readonly block?: string } {
  const [, year] = /^svcomp-20(\d\d)$/.exec(edition.id) ?? [];
  const property = runs[0]?.result.property;
  if (year === undefined || property === undefined) return { name: category };
  const block = category.startsWith(`${property}.`)
    ? category.slice(property.length + 1)
    : category;
  return { name: `SV-COMP${year}_${property}.${block}`, block };
}

function formatRunSet(
  evaluation: Evaluation,
  runSet: RunSet,
  elements: readonly Omit<ResultFileRun, "line">[],
  host: HostInfo | undefined,
  generator: string,
): string {
  const { edition } = evaluation;
  const { tool, limits, runs } = runSet;
  const starts = runs.map(({ result }) => result.startedAt).sort();
  const first = starts[0] ?? "";
  const { cpuTimeSeconds, memoryBytes, cores } = limits;
  return formatResultXml(
    {
      // The name as organisers of competitions choose it: the participant, or the validator with
      // the participant.
      benchmarkName: runSet.name,
      date: `${first.slice(0, 19).replace("T", " ")} UTC`,
      startTime: first,
      tool: tool.name,
      version: tool.version,
      toolModule: `benchexec.tools.${tool.tool}`,
      generator,
      memoryLimit: `${memoryBytes}B`,
      timeLimit: `${cpuTimeSeconds}s`,
      cpuCores: String(cores),
      ...(tool.options.length === 0 ? {} : { options: tool.options.join(" ") }),
      ...namesOf(evaluation, runSet),
      description: `${FINAL_STATUSES} ${edition.name}.`,
      columns: ["status", "cputime", "walltime", "memory"],
      systems:
        host === undefined
          ? []
          : [
              {
                hostname: host.host,
                os: `${host.operatingSystem}, Linux ${host.kernel}`,
                cpuModel: host.cpuModel,
                cpuCores: String(host.cores),
                memorySize: `${host.memoryBytes}B`,
              },
            ],
      totals: [],
    },
    elements,
  );
}

function runElement(run: ExportedRun, options: ExportOptions): Omit<ResultFileRun, "line"> {
  const { task } = run;
  const place = (path: string): string =>
    options.tasks === undefined
      ? path
      : relative(resolve(options.output), resolve(options.tasks, path));
  return {
    name: place(task.definitionFile),
    files: task.inputFiles.map(place),
    properties: task.property,
    propertyFile: place(task.propertyFile),
    ...(task.expectedVerdict === undefined
      ? {}
      : { expectedVerdict: formatVerdict(task.expectedVerdict) }),
    columns: columnsOf(run),
  };
}

/** Visible columns first, each group sorted by title, as in BenchExec. */
function columnsOf({ result, status, category, points }: ExportedRun): readonly ResultColumn[] {
  const { usage } = result;
  const columns: ResultColumn[] = [];
  const add = (title: string, value: string | number | undefined, unit = "", hidden = false) => {
    if (value !== undefined) columns.push({ title, value: `${value}${unit}`, hidden });
  };
  add("cputime", result.cpuTimeSeconds, "s");
  add("memory", result.memoryBytes, "B");
  add("status", status);
  add("walltime", result.wallTimeSeconds, "s");
  add("blkio-read", usage?.readBytes, "B", true);
  add("blkio-write", usage?.writtenBytes, "B", true);
  add("category", category, "", true);
  for (const [title, seconds] of coreColumns(usage)) add(title, seconds, "s", true);
  add("exitsignal", result.signal, "", true);
  add("host", result.host, "", true);
  add("pressure-cpu-some", usage?.cpuPressureSeconds, "s", true);
  add("pressure-io-some", usage?.ioPressureSeconds, "s", true);
  add("pressure-memory-some", usage?.memoryPressureSeconds, "s", true);
  add("returnvalue", result.exitCode, "", true);
  add("run-id", result.run, "", true);
  add("score", points, "", true);
  add("starttime", result.startedAt, "", true);
  add("terminationreason", result.terminationReason, "", true);
  return columns;
}

/** BenchExec's logs begin with the command line and a rule, which its tools skip as six lines. */
function writeLog(
  spool: Spool,
  { result, task, commandLine }: ExportedRun,
  category: string,
  output: string,
  folder: string,
): string | undefined {
  const log = result.log === undefined ? undefined : spool.fileOf(result.log);
  if (log === undefined || !existsSync(log)) return undefined;
  mkdirSync(join(output, folder), { recursive: true });
  const program = fileName(baseNameOf(task.definitionFile));
  // Tasks of different folders may have the same name.
  const name = `${fileName(category)}.${program}.${result.run.slice(0, 12)}.log`;
  const head = `${commandLine.map(quoteWord).join(" ")}\n\n\n${"-".repeat(80)}\n\n\n`;
  const text = readFileSync(log);
  writeFileSync(join(output, folder, name), Buffer.concat([Buffer.from(head), text]));
  return `${folder}/${name}`;
}

/** Links to logs are URLs and names of files at once. */
function fileName(text: string): string {
  return text.replace(/[^\w.+-]/g, "_");
}

function firstStart({ judgements }: Evaluation): string {
  const starts = judgements.map(({ result }) => result.startedAt).sort();
  return starts[0] ?? "";
}

/** `2026-01-31_09-05-00` from ISO 8601. */
function fileTime(isoTime: string): string {
  return isoTime.slice(0, 19).replace("T", "_").replaceAll(":", "-");
}
