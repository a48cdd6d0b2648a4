/** Scores of a spool or of result files of other systems, in one form for all commands that use them. */
import {
  type Evaluation,
  evaluateResultFiles,
  type FileEvaluation,
  type FileJudgedRun,
  isUrl,
  lintersOf,
  openRunColumns,
  participantTools,
  RUN_COLUMNS_ENDING,
  rawOpinions,
  readFmToolsFolder,
  readInput,
  type VoidTask,
} from "../competition/index.ts";
import {
  type Category,
  type Edition,
  formatVerdict,
  type Participation,
  type Tool,
} from "../model/index.ts";
import {
  type AppliedRule,
  type CategoryStanding,
  type CategoryTask,
  EDITIONS,
  findEdition,
  type JudgedRun,
  type Outcome,
  type RawRun,
  rawRunsOf,
  scoreColumns,
} from "../scoring/index.ts";
import {
  type CategoryStructure,
  type ExclusionList,
  parseCategoryStructure,
  parseExcludedTools,
  parseExclusionList,
} from "../tasks/index.ts";
import type { FmToolsEntry } from "../tools/index.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import { formatDiagnostic } from "../util/diagnostic.ts";
import type { Arguments, Options } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { EDITION_USAGE, editionOption } from "./edition-option.ts";
import { evaluateSpool } from "./open-spool.ts";

export interface ScoredRun extends JudgedRun {
  /** Identity of the run; absent in results of other systems. */
  readonly run?: string;
  /** Text form; absent when nobody knows. */
  readonly expectedVerdict?: string;
  readonly validations: readonly {
    readonly run?: string;
    readonly tool: string;
    readonly status: string;
  }[];
  /** Absent where the result file is the only source. */
  readonly trace?: readonly AppliedRule[];
  /** What the rules were applied to. */
  readonly raw: RawRun;
  /** Of runs of result files: where the run stands, and where its log would be. */
  readonly source?: FileJudgedRun["source"];
}

export interface ScoredResults {
  /** Of the competition; of the edition for results of other systems. */
  readonly name: string;
  readonly edition: Edition;
  /** What was scored, in table order. */
  readonly categories: readonly Category[];
  readonly tools: readonly Tool[];
  readonly participations: readonly Participation[];
  /** By base category. */
  readonly tasks: ReadonlyMap<string, readonly CategoryTask[]>;
  readonly standings: readonly CategoryStanding[];
  readonly runs: readonly ScoredRun[];
  /** Tasks that count for nobody, as far as the reason is known. */
  readonly voidTasks: readonly VoidTask[];
  readonly warnings: readonly Diagnostic[];
  /** Absent for results of other systems. */
  readonly evaluation?: Evaluation;
}

/** The options that {@link readScoredResults} understands. */
export const RESULTS_OPTIONS: Options = {
  category: { type: "string" },
  "category-structure": { type: "string" },
  edition: { type: "string" },
  "excluded-tools": { type: "string" },
  "fm-tools": { type: "string" },
  "void-tasks": { type: "string" },
};

/** Those for result files only. */
const FILE_OPTIONS = ["category-structure", "excluded-tools", "void-tasks"] as const;

/** How they are described in the usage of commands. */
export const RESULTS_USAGE: string = `${EDITION_USAGE}

A spool may be given as a file of columns too (.agonruns, see agon export).
With result files of BenchExec (.xml, .xml.gz, .xml.bz2; also http:// and https://) of
any tools instead of a spool:

  --category C      what the files are results for: any base category, all of them;
                    a meta category: the base categories that the files name;
                    default: every category of the edition that the files name
  --category-structure FILE
                    category-structure.yml of the organisers: categories, who takes
                    part where, and the edition if there is no --edition
  --fm-tools DIR    entries of FM-Tools: names, who is hors concours, and for pages (also
                    of spools) archives, techniques and jury members
  --void-tasks FILE tasks that do not count: a line each, with property and # reason,
                    or YAML as voidTasks of a competition
  --excluded-tools FILE  tools that are shown and not ranked: a line each, identifier
                    and # reason, or YAML as excludedTools of a competition`;

function isRunColumns(operand: string): boolean {
  return operand.endsWith(RUN_COLUMNS_ENDING);
}

export function isResultFile(operand: string): boolean {
  return /\.xml(\.gz|\.bz2)?$/.test(operand) || isUrl(operand);
}

/**
 * Reads and scores what the operands name; warnings are printed.
 * @throws UsageError when operands and options do not fit; InputError and PlatformError as the readers.
 */
export function readScoredResults(
  operands: readonly string[],
  args: Arguments<string>,
): ScoredResults {
  if (operands.some(isResultFile)) {
    const results = fromFiles(evaluateFiles(operands, args));
    for (const warning of results.warnings) console.error(formatDiagnostic(warning));
    return results;
  }
  const [spool = "", further] = operands;
  if (further !== undefined) throw new UsageError(`unexpected word '${further}'`);
  if (isRunColumns(spool)) return fromColumns(spool, editionOption(args));
  rejectFileOptions(args);
  return fromSpool(evaluateSpool(spool, editionOption(args)).evaluation);
}

/** @throws UsageError for options that make no sense with a spool. */
export function rejectFileOptions(args: Arguments<string>): void {
  for (const option of FILE_OPTIONS) {
    if (args.text(option) === undefined) continue;
    throw new UsageError(`--${option} is for result files (.xml, .xml.gz, .xml.bz2)`);
  }
}

/** The standing of the category that `--category` names; without, of the only one or of the overall one. */
export function chosenStanding(results: ScoredResults, name: string | undefined): CategoryStanding {
  const { standings } = results;
  const overall = standings.find(({ category }) => /^(C\.)?Overall$/.test(category.name));
  const found =
    name === undefined
      ? (overall ?? standings[0])
      : standings.find(({ category }) => category.name === name);
  if (found !== undefined) return found;
  const known = standings.map(({ category }) => category.name).join(", ");
  throw new UsageError(`there is no category '${name}'; there are ${known}`);
}

function evaluateFiles(files: readonly string[], args: Arguments<string>): FileEvaluation {
  const structure = structureOption(args);
  const edition = editionOption(args) ?? EDITIONS.find(({ year }) => year === structure?.year);
  if (edition === undefined) {
    throw new UsageError("result files need --edition (or a --category-structure of a known year)");
  }
  const category = args.text("category");
  if (category === undefined && structure === undefined && edition.categories.length === 0) {
    throw new UsageError(
      `the categories of ${edition.name} are not known: --category names one, --category-structure all`,
    );
  }
  const voidTasks = exclusionOption(args);
  const fmTools = fmToolsOption(args);
  const excludedTools = excludedToolsOption(args);
  return evaluateResultFiles(files, {
    edition,
    ...(category === undefined ? {} : { category }),
    ...(structure === undefined ? {} : { structure }),
    ...(fmTools === undefined ? {} : { fmTools }),
    ...(voidTasks === undefined ? {} : { voidTasks }),
    ...(excludedTools === undefined ? {} : { excludedTools }),
  });
}

function excludedToolsOption(args: Arguments<string>): ReadonlyMap<string, string> | undefined {
  const file = args.text("excluded-tools");
  return file === undefined ? undefined : parseExcludedTools(readInput(file, file), file);
}

function structureOption(args: Arguments<string>): CategoryStructure | undefined {
  const file = args.text("category-structure");
  return file === undefined ? undefined : parseCategoryStructure(readInput(file, file), file);
}

function exclusionOption(args: Arguments<string>): ExclusionList | undefined {
  const file = args.text("void-tasks");
  return file === undefined ? undefined : parseExclusionList(readInput(file, file), file);
}

export function fmToolsOption(
  args: Arguments<string>,
): ReadonlyMap<string, FmToolsEntry> | undefined {
  const folder = args.text("fm-tools");
  return folder === undefined ? undefined : readFmToolsFolder(folder);
}

function fromColumns(path: string, given: Edition | undefined): ScoredResults {
  const file = openRunColumns(path);
  const { metadata } = file;
  const edition = given ?? findEdition(metadata.edition);
  const { standings, outcomeOf, outcomes, tasks } = scoreColumns(file, edition);
  let runs: readonly ScoredRun[] | undefined;
  return {
    ...metadata,
    edition,
    tasks,
    standings,
    // Objects for millions of runs only when somebody wants them.
    get runs() {
      runs ??= [...rawRunsOf(file)].map(({ expectedVerdict, ...raw }, row) => {
        const outcome = outcomes[outcomeOf[row] as number] as Outcome;
        const { opinions, witness: _, ...facts } = raw;
        return {
          ...facts,
          ...(expectedVerdict === "" ? {} : { expectedVerdict }),
          status: outcome.status,
          resultCategory: outcome.resultCategory,
          points: outcome.points,
          validations: opinions.map(({ tool, status }) => ({ tool, status })),
          raw,
        };
      });
      return runs;
    },
    voidTasks: [],
    warnings: [],
  };
}

function fromFiles(evaluation: FileEvaluation): ScoredResults {
  const { judgedRuns, edition, ...rest } = evaluation;
  return {
    ...rest,
    name: edition.name,
    edition,
    voidTasks: voidTasksOf(rest.tasks),
    runs: judgedRuns.map(({ expectedVerdict, ...run }) => ({
      ...run,
      ...(expectedVerdict === undefined ? {} : { expectedVerdict: formatVerdict(expectedVerdict) }),
    })),
  };
}

function voidTasksOf(tasks: ReadonlyMap<string, readonly CategoryTask[]>): readonly VoidTask[] {
  const reasons = new Map<string, string>();
  for (const { task, voidReason } of [...tasks.values()].flat()) {
    if (voidReason !== undefined) reasons.set(task, voidReason);
  }
  return [...reasons].map(([task, reason]) => ({ task, reason }));
}

function fromSpool(evaluation: Evaluation): ScoredResults {
  const { competition, edition, judgements, participations, tasks, standings } = evaluation;
  const linters = lintersOf(competition);
  return {
    name: competition.name,
    edition,
    categories: competition.categories,
    tools: participantTools(competition),
    participations,
    tasks,
    standings,
    runs: judgements.map(({ judged, result, task, witness, validations, final }) => ({
      ...judged,
      run: result.run,
      ...(task.expectedVerdict === undefined
        ? {}
        : { expectedVerdict: formatVerdict(task.expectedVerdict) }),
      validations: validations.map(({ run, tool, status }) => ({ run, tool, status })),
      trace: final.trace,
      raw: {
        ...judged,
        status: result.status,
        witness,
        opinions: rawOpinions(validations, witness, linters),
        resultCategory: undefined,
      },
    })),
    voidTasks: competition.voidTasks,
    warnings: [],
    evaluation,
  };
}
