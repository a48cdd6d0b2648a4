/** Scores of a spool or of result files of other systems, in one form for all uses. */

import {
  type Category,
  type Edition,
  formatVerdict,
  type Participation,
  type Tool,
} from "../../ground/model/index.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import {
  type Circumstances,
  type Evaluation,
  evaluate,
  evaluateResultFiles,
  evaluateSpool,
  type FileEvaluation,
  type FileEvaluationOptions,
  type FileJudgedRun,
  isUrl,
  lintersOf,
  openRunColumns,
  openSpool,
  type Progress,
  participantTools,
  type ResolvedCompetition,
  RUN_COLUMNS_ENDING,
  rawOpinions,
  storedColumns,
  type VoidTask,
} from "../competition/index.ts";
import type { Spool } from "../execution/index.ts";
import {
  type AppliedRule,
  type CategoryStanding,
  type CategoryTask,
  findEdition,
  type JudgedRun,
  type Outcome,
  overlapWarnings,
  type RawRun,
  rawRunsOf,
  scoreColumns,
} from "../scoring/index.ts";

export interface ScoredRun extends JudgedRun {
  /** Identity of the run; absent in results of other systems. */
  readonly run?: string;
  /** Text form; absent when it is unknown. */
  readonly expectedVerdict?: string;
  readonly validations: readonly {
    readonly run?: string;
    readonly tool: string;
    readonly status: string;
  }[];
  /** Absent where the result file is the only source. */
  readonly trace?: readonly AppliedRule[];
  /** The input of the rules. */
  readonly raw: RawRun;
  /** For runs of result files: position of the run, and of its log. */
  readonly source?: FileJudgedRun["source"];
}

export interface ScoredResults {
  /** Name of the competition; of the edition for results of other systems. */
  readonly name: string;
  readonly edition: Edition;
  /** The scored categories, in table order. */
  readonly categories: readonly Category[];
  readonly tools: readonly Tool[];
  readonly participations: readonly Participation[];
  /** By base category. */
  readonly tasks: ReadonlyMap<string, readonly CategoryTask[]>;
  readonly standings: readonly CategoryStanding[];
  readonly runs: readonly ScoredRun[];
  /** The runs before the rules, one after the other. */
  readonly rawRuns: () => Iterable<ScoredRawRun>;
  /** Tasks that do not count, as far as the reason is known. */
  readonly voidTasks: readonly VoidTask[];
  readonly warnings: readonly Diagnostic[];
  /** For a spool: the resolved competition, and its progress. */
  readonly competition?: ResolvedCompetition;
  readonly progress?: Progress;
  /** For a spool, with every single result in memory: computed at the first use. */
  readonly evaluation?: () => Evaluation;
}

/** A run before the rules. */
export interface ScoredRawRun extends RawRun {
  /** Text form; empty when it is unknown. */
  readonly expectedVerdict: string;
}

/** Whether a path or address names a result file of BenchExec. */
export function isResultFile(operand: string): boolean {
  return /\.xml(\.gz|\.bz2)?$/.test(operand) || isUrl(operand);
}

/**
 * Scores the results in a folder, or in a file of columns (`.agonruns`).
 * @param edition Default: the competition's own.
 * @throws PlatformError `ERR_NO_SPOOL` when there is no spool.
 */
export function scoreStored(path: string, edition?: Edition): ScoredResults {
  return path.endsWith(RUN_COLUMNS_ENDING)
    ? fromColumns(path, edition)
    : edition === undefined
      ? fromSpool(path)
      : scoreEvaluation(evaluateSpool(path, edition).evaluation);
}

function fromSpool(path: string): ScoredResults {
  const { competition, spool } = openSpool(path);
  return storedResults(competition, spool);
}

/** The results of a spool by the competition's own rules. */
export interface StoredResults extends ScoredResults {
  readonly competition: ResolvedCompetition;
  readonly progress: Progress;
  readonly circumstances: Circumstances;
  /** The outcome of a run, by its index in `rawRuns`. */
  readonly outcome: (row: number) => Pick<Outcome, "status" | "resultCategory" | "points">;
}

/** Results from columns; objects for every run are created only on demand. */
export function storedResults(competition: ResolvedCompetition, spool: Spool): StoredResults {
  // With an index of its own, which is released when all is read.
  const stored = storedColumns(competition, spool.reopened());
  const { columns, tasks, progress, circumstances } = stored;
  const { standings, outcomes, outcomeOf } = scoreColumns(columns, competition.edition);
  let whole: Evaluation | undefined;
  const evaluation = (): Evaluation => {
    whole ??= evaluate(competition, spool);
    return whole;
  };
  let runs: readonly ScoredRun[] | undefined;
  return {
    ...competitionFields(competition),
    competition,
    edition: competition.edition,
    tasks,
    progress,
    circumstances,
    standings,
    evaluation,
    warnings: overlapWarnings(competition.categories, tasks, competition.name),
    rawRuns: () => rawRunsOf(columns),
    outcome: (row) => {
      const { status, resultCategory, points } = outcomes[outcomeOf[row] as number] as Outcome;
      return { status, resultCategory, points };
    },
    get runs() {
      runs ??= runsOfEvaluation(evaluation());
      return runs;
    },
  };
}

function competitionFields(
  competition: ResolvedCompetition,
): Pick<
  ScoredResults,
  "name" | "categories" | "tools" | "participations" | "voidTasks" | "competition"
> {
  const { name, categories, voidTasks, participants } = competition;
  return {
    name,
    categories,
    voidTasks,
    competition,
    tools: participantTools(competition),
    participations: participants.map(({ id, categories: own, optOut }) => ({
      tool: id,
      categories: own,
      optOut,
    })),
  };
}

/** Scores result files of other systems. @throws InputError for faulty files. */
export function scoreResultFiles(
  files: readonly string[],
  options: FileEvaluationOptions,
): ScoredResults {
  return fromFiles(evaluateResultFiles(files, options));
}

/** The standing of a category; without a name, of the overall one or of the first. */
export function findStanding(
  { standings }: Pick<ScoredResults, "standings">,
  name?: string,
): CategoryStanding | undefined {
  if (name !== undefined) return standings.find(({ category }) => category.name === name);
  const overall = standings.find(({ category }) => /^(C\.)?Overall$/.test(category.name));
  return overall ?? standings[0];
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
    rawRuns: () => rawRunsOf(file),
    // Creates objects for millions of runs only on demand.
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
  const runs = judgedRuns.map(({ expectedVerdict, ...run }) => ({
    ...run,
    ...(expectedVerdict === undefined ? {} : { expectedVerdict: formatVerdict(expectedVerdict) }),
  }));
  return {
    ...rest,
    name: edition.name,
    edition,
    voidTasks: voidTasksOf(rest.tasks),
    runs,
    rawRuns: () => runs.map(rawRunOf),
  };
}

function rawRunOf({ raw, expectedVerdict = "" }: ScoredRun): ScoredRawRun {
  return { ...raw, expectedVerdict };
}

function voidTasksOf(tasks: ReadonlyMap<string, readonly CategoryTask[]>): readonly VoidTask[] {
  const reasons = new Map<string, string>();
  for (const { task, voidReason } of [...tasks.values()].flat()) {
    if (voidReason !== undefined) reasons.set(task, voidReason);
  }
  return [...reasons].map(([task, reason]) => ({ task, reason }));
}

/** The results of a spool that were already judged. */
export function scoreEvaluation(evaluation: Evaluation): ScoredResults {
  const { competition, edition, tasks, standings, progress } = evaluation;
  const runs = runsOfEvaluation(evaluation);
  return {
    ...competitionFields(competition),
    edition,
    tasks,
    standings,
    progress,
    runs,
    warnings: overlapWarnings(competition.categories, tasks, competition.name),
    rawRuns: () => runs.map(rawRunOf),
    evaluation: () => evaluation,
  };
}

function runsOfEvaluation({ competition, judgements }: Evaluation): readonly ScoredRun[] {
  const linters = lintersOf(competition);
  return judgements.map(({ judged, result, task, witness, validations, final }) => ({
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
  }));
}
