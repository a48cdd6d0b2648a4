/**
 * The same runs under other rules: another scoring schema, another edition,
 * tasks taken out, categories opted out of. Everything is computed anew with
 * the functions that made the official scores.
 */

import {
  type BaseCategory,
  type Edition,
  type Participation,
  parseVerdict,
  type ResultCategory,
  type ScoringSchema,
} from "../model/index.ts";

import {
  type Answers,
  answerOf,
  type CategoryStanding,
  type CategoryTask,
  computeStandingsOfTallies,
  type FinalStatus,
  finalStatus,
  Measure,
  pointsOf,
  splitOpinions,
  TallyBuilder,
  witnessRequirement,
} from "../scoring/index.ts";
import { defined } from "../util/defined.ts";
import type { CategoryPart, PartRun, PartTask } from "./category-part.ts";
import type { Manifest } from "./manifest.ts";
import { type GroupedPart, groupRuns, type RunGroup, type RunKind } from "./run-groups.ts";

export interface RuleChanges {
  /** Absent: the edition of the competition. */
  readonly edition?: Edition;
  /** Whether scores of meta categories are normalised; absent: as the edition says. */
  readonly metaScore?: Edition["meta"]["score"];
  /** Points that replace those of the edition. */
  readonly scoring: Partial<ScoringSchema>;
  /** Identities of tasks that count for nobody, beside the void ones. */
  readonly voidTasks: readonly string[];
  /** `tool@category`: hidden there. */
  readonly optOuts: readonly string[];
}

export const NO_CHANGES: RuleChanges = { scoring: {}, voidTasks: [], optOuts: [] };

/** The edition with the changes in it. */
export function changedEdition(
  { edition }: Pick<Manifest, "edition">,
  changes: RuleChanges,
): Edition {
  const base = changes.edition ?? edition;
  return {
    ...base,
    meta: changes.metaScore === undefined ? base.meta : { ...base.meta, score: changes.metaScore },
    scoring: { ...base.scoring, ...changes.scoring },
  };
}

/** What became of the runs of a kind. */
interface Outcome {
  readonly status: string;
  readonly resultCategory: ResultCategory;
  readonly points: number;
}

/** Runs that changed rules give other points, counted by what happens to them. */
export interface RunShift {
  readonly tool: string;
  readonly category: string;
  readonly before: string;
  readonly after: string;
  readonly runs: number;
  /** Of all of them, after minus before. */
  readonly points: number;
  /** The first of them. */
  readonly example: string;
}

export interface Consequences {
  /** All standings of the loaded categories under the changed rules. */
  readonly standings: readonly CategoryStanding[];
  /** What moves the scores, the greatest sums first. */
  readonly shifts: readonly RunShift[];
}

/**
 * The runs of a competition, ready for questions about other rules: kinds of
 * runs are judged, not runs.
 */
export class WhatIf {
  readonly #manifest: Manifest;
  readonly #bases: ReadonlyMap<string, BaseCategory>;
  readonly #parts: CategoryPart[] = [];
  readonly #tasks = new Map<string, readonly CategoryTask[]>();
  /** By category and the tasks that are taken out of it. */
  readonly #grouped = new Map<string, GroupedPart>();

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
    this.#bases = basesIn(manifest.categories);
    for (const name of this.#bases.keys()) this.#tasks.set(name, []);
  }

  /** One more category; its runs are gone through here and not again. */
  add(part: CategoryPart): void {
    this.#parts.push(part);
    this.#tasks.set(
      part.category,
      part.tasks.map(({ id, expected, voidReason }) => ({
        task: id,
        ...expectedVerdictOf(expected),
        ...(voidReason === undefined ? {} : { isVoid: true }),
      })),
    );
    this.#groupsOf(part, new Set());
  }

  /** @throws InvariantError when a category of the rules has no list of tasks. */
  under(changes: RuleChanges): Consequences {
    const edition = changedEdition(this.#manifest, changes);
    const voided = new Set(changes.voidTasks);
    const judge = this.#judge(changes, edition);
    const tallies = new Map<string, AnswerTallies>();
    const shifts = new Map<string, RunShift>();
    for (const part of this.#parts) {
      const category = this.#bases.get(part.category);
      if (category === undefined) continue;
      const { kinds, groups } = this.#groupsOf(part, voided);
      const outcomes = kinds.map((kind) => judge(kind, category));
      for (const [index, tool] of part.tools.entries()) {
        const own = groups[index] ?? [];
        if (own.length === 0) continue;
        tallies.set(`${tool}\n${category.name}`, talliesOf(own, outcomes));
        this.#collectShifts(shifts, tool, category.name, { kinds, groups: own, outcomes });
      }
    }
    return {
      standings: this.#standings(changes, edition, voided, tallies),
      shifts: [...shifts.values()].sort((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    };
  }

  #groupsOf(part: CategoryPart, voided: ReadonlySet<string>): GroupedPart {
    const takenOut =
      voided.size === 0 ? [] : part.tasks.flatMap(({ id }) => (voided.has(id) ? [id] : []));
    const key = [part.category, ...takenOut].join("\n");
    let grouped = this.#grouped.get(key);
    if (grouped === undefined) {
      grouped = groupRuns(part, new Set(takenOut));
      // What was taken out before is kept only until something else is.
      for (const other of this.#grouped.keys()) {
        if (takenOut.length > 0 && other.startsWith(`${part.category}\n`)) {
          this.#grouped.delete(other);
        }
      }
      this.#grouped.set(key, grouped);
    }
    return grouped;
  }

  /** Asked once for each kind and each class of categories that the edition's rules tell apart. */
  #judge(
    changes: RuleChanges,
    edition: Edition,
  ): (kind: RunKind, category: BaseCategory) => Outcome {
    if (changes.edition === undefined && changes.voidTasks.length === 0) {
      return ({ run: { status, resultCategory } }) => ({
        ...{ status, resultCategory },
        points: pointsOf(status, resultCategory, edition.scoring),
      });
    }
    const known = new Map<string, Outcome>();
    const classes = new Map<string, string>();
    return (kind, category) => {
      let ofCategory = classes.get(category.name);
      if (ofCategory === undefined) {
        ofCategory = classOf(category, edition);
        classes.set(category.name, ofCategory);
      }
      const key = `${ofCategory}\n${kind.key}`;
      let outcome = known.get(key);
      if (outcome === undefined) {
        outcome = judgeAnew(kind, category, edition);
        known.set(key, outcome);
      }
      return outcome;
    };
  }

  #collectShifts(
    shifts: Map<string, RunShift>,
    tool: string,
    category: string,
    {
      kinds,
      groups,
      outcomes,
    }: {
      readonly kinds: readonly RunKind[];
      readonly groups: readonly RunGroup[];
      readonly outcomes: readonly Outcome[];
    },
  ): void {
    const { scoring } = this.#manifest.edition;
    for (const { kind, runs, example } of groups) {
      const { run } = kinds[kind] as RunKind;
      const after = outcomes[kind] as Outcome;
      const difference = after.points - pointsOf(run.status, run.resultCategory, scoring);
      if (difference === 0) continue;
      const [from = "", to = ""] = [run, after].map((each) => textOf(each));
      const key = [tool, category, from, to].join("\n");
      const known = shifts.get(key);
      shifts.set(key, {
        ...{ tool, category, before: from, after: to },
        runs: (known?.runs ?? 0) + runs,
        points: (known?.points ?? 0) + difference * runs,
        example: known?.example ?? example,
      });
    }
  }

  #standings(
    changes: RuleChanges,
    edition: Edition,
    voided: ReadonlySet<string>,
    tallies: ReadonlyMap<string, AnswerTallies>,
  ): readonly CategoryStanding[] {
    const optOuts = new Map<string, string[]>();
    for (const entry of changes.optOuts) {
      const [tool = "", category = ""] = splitAtFirst(entry, "@");
      optOuts.set(tool, [...(optOuts.get(tool) ?? []), category]);
    }
    const tasks =
      voided.size === 0
        ? this.#tasks
        : new Map([...this.#tasks].map(([name, all]) => [name, withoutTasks(all, voided)]));
    return computeStandingsOfTallies({
      edition,
      categories: this.#manifest.categories,
      tools: this.#manifest.tools,
      participations: participationsWith(this.#manifest, optOuts),
      tasks,
      tallyOf: (tool, category, answers) => tallies.get(`${tool}\n${category}`)?.[answers],
    });
  }
}

function withoutTasks(
  tasks: readonly CategoryTask[],
  voided: ReadonlySet<string>,
): readonly CategoryTask[] {
  return tasks.map((task) => (voided.has(task.task) ? { ...task, isVoid: true } : task));
}

type AnswerTallies = Readonly<Record<Answers, TallyBuilder>>;

function talliesOf(groups: readonly RunGroup[], outcomes: readonly Outcome[]): AnswerTallies {
  const sums = new Map<Outcome, { runs: number; cpuTime: Measure; energy: Measure }>();
  for (const group of groups) {
    const outcome = outcomes[group.kind] as Outcome;
    let sum = sums.get(outcome);
    if (sum === undefined) {
      sum = { runs: 0, cpuTime: new Measure(), energy: new Measure() };
      sums.set(outcome, sum);
    }
    sum.runs += group.runs;
    group.addCpuTimeTo(sum.cpuTime);
    group.addEnergyTo(sum.energy);
  }
  const tallies = { all: new TallyBuilder(), true: new TallyBuilder(), false: new TallyBuilder() };
  for (const [{ status, resultCategory, points }, sum] of sums) {
    const answer = answerOf(status);
    for (const tally of answer === undefined ? [tallies.all] : [tallies.all, tallies[answer]]) {
      tally.addResults(answer, resultCategory, points, sum);
    }
  }
  return tallies;
}

function textOf({ status, resultCategory }: Pick<Outcome, "status" | "resultCategory">): string {
  return `${status}, ${resultCategory}`;
}

/** Equal for categories that the edition treats alike. */
function classOf(category: BaseCategory, edition: Edition): string {
  const named = edition.witnessTable.rules.map(({ subproperty }) => subproperty);
  const requirements = [undefined, ...named].map((subproperty) =>
    witnessRequirement(edition, category, { kind: "false", ...defined({ subproperty }) }),
  );
  const ofTrue = witnessRequirement(edition, category, { kind: "true" });
  return JSON.stringify([category.property, ofTrue, ...requirements]);
}

function judgeAnew(
  { run, task, isTakenOut }: RunKind,
  category: BaseCategory,
  edition: Edition,
): Outcome {
  const anew = explainRun(run, task, category, edition, isTakenOut ? "taken out here" : undefined);
  if (anew !== undefined) {
    return { status: anew.status, resultCategory: anew.category, points: anew.points };
  }
  // Published results: the answers of the validators are merged in, and nothing tells them apart.
  const { status, resultCategory } = run;
  if (isTakenOut) {
    return { status: `invalid task (${status})`, resultCategory: "missing", points: 0 };
  }
  return { status, resultCategory, points: pointsOf(status, resultCategory, edition.scoring) };
}

function basesIn(categories: Manifest["categories"]): ReadonlyMap<string, BaseCategory> {
  return new Map(
    categories.flatMap((category) =>
      category.kind === "base" ? [[category.name, category] as const] : [],
    ),
  );
}

function participationsWith(
  { tools, participations, categories }: Manifest,
  optOuts: ReadonlyMap<string, readonly string[]>,
): readonly Participation[] {
  const known = new Map(participations.map((entry) => [entry.tool, entry]));
  return tools.flatMap(({ id }): readonly Participation[] => {
    const entry = known.get(id);
    const more = optOuts.get(id) ?? [];
    // A tool without an entry takes part everywhere; an opt-out needs one.
    if (entry === undefined) {
      return more.length === 0
        ? []
        : [{ tool: id, categories: categories.map(({ name }) => name), optOut: more }];
    }
    return [{ ...entry, optOut: [...entry.optOut, ...more] }];
  });
}

/**
 * The final status of a run with every rule that was applied; undefined for
 * published results, of which only the final status is known.
 */
export function explainRun(
  run: PartRun,
  task: PartTask,
  category: BaseCategory,
  edition: Edition,
  voidReason: string | undefined = task.voidReason,
): FinalStatus | undefined {
  if (run.verificationStatus === undefined) return undefined;
  const reason = voidReason ?? task.voidReason;
  return finalStatus({
    edition,
    category,
    expectedVerdict: expectedVerdictOf(task.expected).expectedVerdict,
    isVoid: reason !== undefined,
    ...defined({ voidReason: reason }),
    verification: { status: run.verificationStatus },
    witness: run.witnessFacts ?? { state: "missing" },
    ...splitOpinions(run.checks ?? []),
  });
}

function expectedVerdictOf(text: string | undefined): Pick<CategoryTask, "expectedVerdict"> {
  const verdict = text === undefined ? undefined : parseVerdict(text);
  return verdict === undefined || verdict.kind === "unknown" ? {} : { expectedVerdict: verdict };
}

function splitAtFirst(text: string, separator: string): readonly string[] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
