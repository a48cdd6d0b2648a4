/** Why a run of a result file got its points: what is known of it beside a spool. */
import { LogReader } from "../benchexec/index.ts";
import type { Tool } from "../model/index.ts";
import type { AppliedRule } from "../scoring/index.ts";
import { formatMemory } from "../tables/index.ts";
import { baseNameOf } from "../util/path.ts";
import { UsageError } from "./command.ts";
import { lastLineIn } from "./last-line.ts";
import { nearest } from "./nearest.ts";
import { formatDuration } from "./render/duration.ts";
import { fact } from "./render/explanation.ts";
import type { ScoredResults, ScoredRun } from "./scored-results.ts";

/** Printed by `agon explain --json` for result files. */
export interface FileExplanation {
  readonly version: 1;
  /** Id of the edition whose rules were applied. */
  readonly edition: string;
  readonly tool: string;
  readonly toolName: string;
  readonly task: string;
  readonly expectedVerdict?: string;
  /** Result file and line of the run. */
  readonly file: string;
  readonly line: number;
  /** As the file has it. */
  readonly answer: string;
  readonly cpuTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  readonly memoryBytes?: number;
  /** Absent when there is no log beside the file. */
  readonly log?: string;
  readonly lastLine?: string;
  readonly validations: readonly { readonly tool: string; readonly status: string }[];
  readonly categories: readonly {
    readonly category: string;
    readonly status: string;
    readonly resultCategory: string;
    readonly points: number;
    /** Empty where the file itself is the only source. */
    readonly rules: readonly AppliedRule[];
  }[];
}

/**
 * @param words Tool and task, or the task alone where one tool has it.
 * @throws UsageError unless exactly one run is meant.
 */
export function explainFileRun(
  { runs, tools, edition }: Pick<ScoredResults, "runs" | "tools" | "edition">,
  words: readonly string[],
  warn: (message: string) => void,
): FileExplanation {
  const found = findRun(runs, tools, words);
  const [run] = found as [ScoredRun];
  const { tool, task, expectedVerdict, raw, validations } = run;
  const { file, line, log } = run.source as NonNullable<ScoredRun["source"]>;
  const text = new LogReader(warn).read(log);
  const lastLine = text === undefined ? undefined : lastLineIn(text);
  const { cpuTimeSeconds, wallTimeSeconds, memoryBytes } = run;
  return {
    version: 1,
    edition: edition.id,
    tool,
    toolName: tools.find(({ id }) => id === tool)?.name ?? tool,
    task,
    ...(expectedVerdict === undefined ? {} : { expectedVerdict }),
    file,
    line,
    answer: raw.status,
    ...(cpuTimeSeconds === undefined ? {} : { cpuTimeSeconds }),
    ...(wallTimeSeconds === undefined ? {} : { wallTimeSeconds }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    ...(text === undefined ? {} : { log }),
    ...(lastLine === undefined ? {} : { lastLine }),
    validations,
    categories: found.map(({ category, status, resultCategory, points, trace }) => ({
      category,
      status,
      resultCategory,
      points,
      rules: trace ?? [],
    })),
  };
}

/** In words; ends with a newline. */
export function renderFileExplanation(explanation: FileExplanation): string {
  const { toolName, task, expectedVerdict, file, line, answer, validations } = explanation;
  const { cpuTimeSeconds, wallTimeSeconds, memoryBytes, log, lastLine } = explanation;
  const used = [
    cpuTimeSeconds === undefined ? undefined : `${formatDuration(cpuTimeSeconds)} CPU time`,
    wallTimeSeconds === undefined ? undefined : `${formatDuration(wallTimeSeconds)} wall time`,
    memoryBytes === undefined ? undefined : formatMemory(memoryBytes),
  ].filter((part) => part !== undefined);
  const lines = [
    `${toolName} on ${task}`,
    fact("file", `${file}:${line}`),
    fact("expected", expectedVerdict ?? "not known"),
    fact("answer", [answer || "(none)", ...used].join(", ")),
    fact("log", log ?? "none beside the file"),
    ...(log === undefined ? [] : [fact("last line", lastLine ?? "(no output)")]),
    ...validations.map(({ tool, status }) => fact("checked", `${tool}: ${status}`)),
  ];
  for (const { category, status, resultCategory, points, rules } of explanation.categories) {
    const sign = points > 0 ? "+" : "";
    lines.push("", `${category}: ${status}, ${resultCategory}, points: ${sign}${points}`);
    if (rules.length === 0) lines.push("  as the result file has it");
    for (const [index, { text, source }] of rules.entries()) {
      lines.push(`  ${index + 1}. ${text}`, `     [${source}]`);
    }
  }
  return `${lines.join("\n")}\n`;
}

const LISTED = 5;

/** One run, once for each category. */
function findRun(
  runs: readonly ScoredRun[],
  tools: readonly Tool[],
  words: readonly string[],
): readonly ScoredRun[] {
  const [first = "", second] = words;
  const task = second ?? first;
  const ofTool = second === undefined ? runs : runs.filter(({ tool }) => tool === first);
  if (ofTool.length === 0) {
    const known = tools.map(({ id }) => id).join(", ");
    throw new UsageError(`no results of a tool '${first}'; there are: ${known}`);
  }
  const exact = ofTool.filter((run) => run.task === task);
  const found = exact.length > 0 ? exact : ofTool.filter((run) => namesOf(run).includes(task));
  if (found.length === 0) {
    const names = new Set(ofTool.map((run) => namesOf(run).at(-1) as string));
    const suggestion = nearest(task, [...names]);
    const meant = suggestion === undefined ? "" : `; did you mean '${suggestion}'?`;
    throw new UsageError(`there is no result for a task '${task}'${meant}`);
  }
  const meant = new Map(found.map((run) => [`${run.tool}  ${run.task}`, run]));
  if (meant.size === 1) return found;
  const listed = [...meant.keys()].slice(0, LISTED).map((name) => `\n  ${name}`);
  const more = meant.size > LISTED ? `\n  and ${meant.size - LISTED} more` : "";
  throw new UsageError(`${meant.size} runs are meant:${listed.join("")}${more}`);
}

/** How a task may be called: with its property, its file, and the file's name with and without ending. */
function namesOf({ task }: ScoredRun): readonly string[] {
  const path = task.replace(/#[^#]*$/, "");
  const name = baseNameOf(path);
  return [path, name, name.replace(/\.[^.]*$/, "")];
}
