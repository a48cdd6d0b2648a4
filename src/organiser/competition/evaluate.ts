/**
 * From stored run results to judged runs and standings. It executes nothing and keeps no state: the
 * same spool gives the same scores anywhere.
 */

import type {
  BaseCategory,
  Edition,
  Limits,
  Participation,
  RunResult,
  RunSpecification,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { Spool } from "../execution/index.ts";
import {
  type CategoryStanding,
  type CategoryTask,
  computeStandings,
  type FinalStatus,
  finalStatus,
  type JudgedRun,
  splitOpinions,
  type WitnessFacts,
} from "../scoring/index.ts";
import { storedModules } from "./command-book.ts";
import { coveredBaseCategories } from "./definition.ts";
import { planValidation, planVerification } from "./plan.ts";
import { lintersOf, rawOpinions } from "./raw-opinions.ts";
import { participantTools, type ResolvedCompetition, type ResolvedTask } from "./resolved.ts";
import { witnessFacts } from "./witness-facts.ts";

/** A verification run as a member of one base category, with everything that judged it. */
export interface Judgement {
  readonly specification: RunSpecification;
  readonly task: ResolvedTask;
  readonly category: BaseCategory;
  readonly result: RunResult;
  readonly witness: WitnessFacts;
  /** Results of the runs that checked the witness. */
  readonly validations: readonly RunResult[];
  /** The validation runs that the edition requires; some may have no result. */
  readonly validationSpecifications: readonly RunSpecification[];
  /** Results of the other runs of the same tool on the same task, which do not count. */
  readonly repetitions: readonly RunResult[];
  readonly final: FinalStatus;
  /** The run as scoring sees it. */
  readonly judged: JudgedRun;
}

export interface Evaluation {
  readonly competition: ResolvedCompetition;
  /** The applied rules: the competition's own edition, or another. */
  readonly edition: Edition;
  readonly judgements: readonly Judgement[];
  readonly judgedRuns: readonly JudgedRun[];
  readonly participations: readonly Participation[];
  /** By base category. */
  readonly tasks: ReadonlyMap<string, readonly CategoryTask[]>;
  readonly standings: readonly CategoryStanding[];
  readonly progress: Progress;
}

/** Numbers of runs; validation runs are known only as far as verification has come. */
export interface Progress {
  readonly verification: { readonly planned: number; readonly done: number };
  readonly validation: { readonly planned: number; readonly done: number };
  /** Pairs of tool and task that the tool cannot take. */
  readonly unsupported: number;
  /**
   * Validation runs that the applied edition requires and the competition's own does not, so that
   * they were not made: such results stay unconfirmed.
   */
  readonly notPlanned: number;
  /**
   * Verification results that were sampled from `/proc` although others were
   * measured by control groups: they are not ranked together, so these do not count.
   */
  readonly incomparable: number;
}

/** Whether every planned run has its result. */
export function isComplete({ verification, validation, incomparable }: Progress): boolean {
  const isDone = verification.done === verification.planned;
  return isDone && validation.done === validation.planned && incomparable === 0;
}

/**
 * Reads all results of a spool and applies the rules of the competition's
 * edition, or of another one. The categories are the competition's in any case.
 */
export function evaluate(
  competition: ResolvedCompetition,
  spool: Spool,
  { edition = competition.edition }: { readonly edition?: Edition } = {},
): Evaluation {
  const voidReasons = new Map(competition.voidTasks.map(({ task, reason }) => [task, reason]));
  const modules = storedModules(spool);
  const linters = lintersOf(competition);
  const plan = planVerification(competition, modules);
  const tasks = new Map(competition.tasks.map((task) => [task.id, task]));
  const baseCategories = competition.categories.filter((category) => category.kind === "base");
  const covered = new Map(
    competition.participants.map(({ id, categories }) => [
      id,
      coveredBaseCategories(competition.categories, categories),
    ]),
  );
  const all: Judgement[] = [];
  let verified = 0;
  let notPlanned = 0;
  const validation = { planned: 0, done: 0 };
  const repetitions = new Map<string, RunResult[]>();
  for (const specification of plan.runs.filter(({ repetition }) => repetition !== undefined)) {
    const result = spool.readResult(specification.id);
    if (result === undefined) continue;
    verified++;
    const pair = pairOf(specification);
    repetitions.set(pair, [...(repetitions.get(pair) ?? []), result]);
  }
  for (const specification of plan.runs.filter(({ repetition }) => repetition === undefined)) {
    const result = spool.readResult(specification.id);
    const task = tasks.get(specification.task) as ResolvedTask;
    if (result === undefined) continue;
    verified++;
    const witness = witnessFacts(spool, result, edition);
    const ownWitness =
      edition === competition.edition ? witness : witnessFacts(spool, result, competition.edition);
    const planned = planValidation(competition, task, result, ownWitness, modules);
    validation.planned += planned.length;
    validation.done += planned.filter(({ id }) => spool.hasResult(id)).length;
    const asked =
      edition === competition.edition
        ? planned
        : planValidation({ ...competition, edition }, task, result, witness, modules);
    const validations = asked.flatMap(({ id }) => spool.readResult(id) ?? []);
    const plannedIds = new Set(planned.map(({ id }) => id));
    notPlanned += asked.filter(({ id }) => !plannedIds.has(id) && !spool.hasResult(id)).length;
    const voidReason = voidReasons.get(task.id);
    for (const category of baseCategories) {
      const takesPart = covered.get(specification.tool)?.has(category.name) === true;
      if (!takesPart || !task.categories.includes(category.name)) continue;
      const final = finalStatus({
        edition,
        category,
        expectedVerdict: task.expectedVerdict,
        isVoid: voidReason !== undefined,
        ...defined({ voidReason }),
        verification: result,
        witness,
        ...splitOpinions(rawOpinions(validations, witness, linters)),
      });
      const judged = judgedRun(category, result, specification, final);
      all.push({
        specification,
        task,
        category,
        result,
        witness,
        validations,
        validationSpecifications: asked,
        repetitions: repetitions.get(pairOf(specification)) ?? [],
        final,
        judged,
      });
    }
  }
  const judgements = comparable(all);
  const left = new Set(judgements.map(({ result }) => result.run));
  const judgedRuns = judgements.map(({ judged }) => judged);
  const participations = competition.participants.map(({ id, categories, optOut }) => ({
    tool: id,
    categories,
    optOut,
  }));
  const categoryTasks = new Map(
    baseCategories.map(({ name }) => [name, tasksOfCategory(competition.tasks, name, voidReasons)]),
  );
  return {
    competition,
    edition,
    judgements,
    judgedRuns,
    participations,
    tasks: categoryTasks,
    standings: computeStandings({
      edition,
      categories: competition.categories,
      tools: participantTools(competition),
      participations,
      tasks: categoryTasks,
      runs: judgedRuns,
    }),
    progress: {
      verification: { planned: plan.runs.length, done: verified },
      validation,
      unsupported: plan.unsupported.length,
      notPlanned,
      incomparable: new Set(all.map(({ result }) => result.run)).size - left.size,
    },
  };
}

function pairOf({ tool, task }: RunSpecification): string {
  return `${tool}\0${task}`;
}

/** Without the sampled results, if any result was measured exactly. */
function comparable(judgements: readonly Judgement[]): readonly Judgement[] {
  const exact = judgements.filter(({ result }) => result.measurement !== "process-accounting");
  return exact.length === 0 ? judgements : exact;
}

export function tasksOfCategory(
  tasks: readonly ResolvedTask[],
  category: string,
  voidReasons: ReadonlyMap<string, string>,
): readonly CategoryTask[] {
  return tasks
    .filter(({ categories }) => categories.includes(category))
    .map(({ id, expectedVerdict }) => ({
      task: id,
      ...defined({ expectedVerdict }),
      ...voidMark(voidReasons.get(id)),
    }));
}

/** A tool that hangs is ended at the limit on wall time and charged the limit on CPU time (SV-COMP rules, resources). */
export function chargedSeconds(result: RunResult, limits: Limits): number | undefined {
  const { cpuTimeSeconds, terminationReason } = result;
  if (terminationReason !== "walltime") return cpuTimeSeconds;
  return Math.max(cpuTimeSeconds ?? 0, limits.cpuTimeSeconds);
}

function judgedRun(
  category: BaseCategory,
  result: RunResult,
  { limits }: RunSpecification,
  final: FinalStatus,
): JudgedRun {
  const { tool, task, wallTimeSeconds, memoryBytes } = result;
  const { cpuEnergyJoules } = result.usage ?? {};
  const cpuTimeSeconds = chargedSeconds(result, limits);
  return {
    tool,
    category: category.name,
    task,
    status: final.status,
    resultCategory: final.category,
    points: final.points,
    ...defined({ cpuTimeSeconds, wallTimeSeconds, memoryBytes, cpuEnergyJoules }),
  };
}

function voidMark(voidReason: string | undefined): Pick<CategoryTask, "isVoid" | "voidReason"> {
  return voidReason === undefined ? {} : { isVoid: true, voidReason };
}
