/**
 * From stored run results to judged runs and standings. Nothing is executed
 * and nothing is remembered: the same spool gives the same scores anywhere.
 */
import type { Spool } from "../execution/index.ts";
import type { BaseCategory, RunResult, RunSpecification } from "../model/index.ts";
import {
  type CategoryStanding,
  computeStandings,
  type FinalStatus,
  finalStatus,
  findEdition,
  type JudgedRun,
  type WitnessFacts,
} from "../scoring/index.ts";
import { coveredBaseCategories } from "./definition.ts";
import { planValidation, planVerification } from "./plan.ts";
import type { ResolvedCompetition, ResolvedTask } from "./resolved.ts";
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
  readonly final: FinalStatus;
  /** The same as scoring sees it. */
  readonly judged: JudgedRun;
}

export interface Evaluation {
  readonly competition: ResolvedCompetition;
  readonly judgements: readonly Judgement[];
  readonly judgedRuns: readonly JudgedRun[];
  readonly standings: readonly CategoryStanding[];
  readonly progress: Progress;
}

/** Numbers of runs; validation runs are known only as far as verification has come. */
export interface Progress {
  readonly verification: { readonly planned: number; readonly done: number };
  readonly validation: { readonly planned: number; readonly done: number };
  /** Pairs of tool and task that the tool cannot take. */
  readonly unsupported: number;
}

/** Whether every planned run has its result. */
export function isComplete({ verification, validation }: Progress): boolean {
  return verification.done === verification.planned && validation.done === validation.planned;
}

/** Reads all results of a spool and applies the rules of the competition's edition. */
export function evaluate(competition: ResolvedCompetition, spool: Spool): Evaluation {
  const edition = findEdition(competition.edition);
  const plan = planVerification(competition);
  const tasks = new Map(competition.tasks.map((task) => [task.id, task]));
  const baseCategories = competition.categories.filter((category) => category.kind === "base");
  const covered = new Map(
    competition.participants.map(({ id, categories }) => [
      id,
      coveredBaseCategories(competition.categories, categories),
    ]),
  );
  const judgements: Judgement[] = [];
  let verified = 0;
  const validation = { planned: 0, done: 0 };
  for (const specification of plan.runs) {
    const result = spool.readResult(specification.id);
    const task = tasks.get(specification.task) as ResolvedTask;
    if (result === undefined) continue;
    verified++;
    const witness = witnessFacts(spool, result);
    const planned = planValidation(competition, task, result, witness);
    const validations = planned.flatMap(({ id }) => spool.readResult(id) ?? []);
    validation.planned += planned.length;
    validation.done += validations.length;
    for (const category of baseCategories) {
      const takesPart = covered.get(specification.tool)?.has(category.name) === true;
      if (!takesPart || !task.categories.includes(category.name)) continue;
      const final = finalStatus({
        edition,
        category,
        expectedVerdict: task.expectedVerdict,
        isVoid: false,
        verification: result,
        witness,
        validations,
      });
      const judged = judgedRun(category, result, final);
      judgements.push({
        specification,
        task,
        category,
        result,
        witness,
        validations,
        final,
        judged,
      });
    }
  }
  const judgedRuns = judgements.map(({ judged }) => judged);
  return {
    competition,
    judgements,
    judgedRuns,
    standings: computeStandings({
      edition,
      categories: competition.categories,
      tools: competition.participants,
      participations: competition.participants.map(({ id, categories, optOut }) => ({
        tool: id,
        categories,
        optOut,
      })),
      tasks: new Map(
        baseCategories.map(({ name }) => [name, tasksOfCategory(competition.tasks, name)]),
      ),
      runs: judgedRuns,
    }),
    progress: {
      verification: { planned: plan.runs.length, done: verified },
      validation,
      unsupported: plan.unsupported.length,
    },
  };
}

function tasksOfCategory(
  tasks: readonly ResolvedTask[],
  category: string,
): {
  readonly task: string;
  readonly expectedVerdict?: NonNullable<ResolvedTask["expectedVerdict"]>;
}[] {
  return tasks
    .filter(({ categories }) => categories.includes(category))
    .map(({ id, expectedVerdict }) => ({
      task: id,
      ...(expectedVerdict === undefined ? {} : { expectedVerdict }),
    }));
}

function judgedRun(category: BaseCategory, result: RunResult, final: FinalStatus): JudgedRun {
  const { tool, task, cpuTimeSeconds, wallTimeSeconds, memoryBytes } = result;
  return {
    tool,
    category: category.name,
    task,
    status: final.status,
    resultCategory: final.category,
    points: final.points,
    ...(cpuTimeSeconds === undefined ? {} : { cpuTimeSeconds }),
    ...(wallTimeSeconds === undefined ? {} : { wallTimeSeconds }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  };
}
