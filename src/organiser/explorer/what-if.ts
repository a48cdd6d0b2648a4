/**
 * The same runs under other rules: another scoring schema, another edition, tasks taken out,
 * categories opted out of. Everything is recomputed with the functions that made the official
 * scores.
 */

import {
  type BaseCategory,
  type Edition,
  type Participation,
  parseVerdict,
  type ResultCategory,
  type ScoringSchema,
  witnessRequirement,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
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
} from "../scoring/index.ts";
import type { CategoryPart, PartRun, PartTask } from "./category-part.ts";
import type { Manifest } from "./manifest.ts";
import { type GroupedPart, groupRuns, type RunGroup, type RunKind } from "./run-groups.ts";

export interface RuleChanges {
  /** Absent: the edition of the competition. */
  readonly edition?: Edition;
  /** Whether scores of meta categories are normalised; absent: as in the edition. */
  readonly metaScore?: Edition["meta"]["score"];
  /** Points that replace those of the edition. */
  readonly scoring: Partial<ScoringSchema>;
  /** Identities of tasks that do not count, beside the void ones. */
  readonly voidTasks: readonly string[];
  /** `tool@category`: hidden there. */
  readonly optOuts: readonly string[];
}

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

/** Runs that changed rules give other points, counted by their change. */
export interface RunShift {
  readonly tool: string;
  readonly category: string;
  readonly before: string;
  readonly after: string;
  readonly runs: number;
  /** Sum over all of them, after minus before. */
  readonly points: number;
  /** The first run of them. */
  readonly example: string;
}

export interface Consequences {
  /** All standings of the loaded categories under the changed rules. */
  readonly standings: readonly CategoryStanding[];
  /** Changes of the scores, the greatest sums first. */
  readonly shifts: readonly RunShift[];
}

/** Runs of one tool in one category with the same change. */
interface Movement {
  /** Numbers of final statuses; see {@link FinalStatuses}. */
  readonly before: number;
  readonly after: number;
  /** Identity of the task of the first run. */
  readonly example: string;
  runs: number;
  readonly cpuTime: Measure;
  readonly energy: Measure;
}

interface ToolMovements {
  readonly tool: string;
  readonly category: string;
  readonly movements: readonly Movement[];
}

/** Statuses with their result categories as numbers. */
class FinalStatuses {
  readonly all: Pick<FinalStatus, "status" | "category">[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(status: string, category: ResultCategory): number {
    const key = `${category}\n${status}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.all.length;
      this.#numbers.set(key, number);
      this.all.push({ status, category });
    }
    return number;
  }
}

/**
 * The runs of a competition, prepared for judging under other rules: kinds of runs are judged, not
 * runs, and points are given to sums.
 */
export class WhatIf {
  readonly #manifest: Manifest;
  readonly #bases: ReadonlyMap<string, BaseCategory>;
  readonly #parts: CategoryPart[] = [];
  readonly #tasks: Map<string, readonly CategoryTask[]> = new Map();
  /** The tasks without those that the last query took out. */
  #reduced: { readonly key: string; readonly lists: TaskLists } | undefined;
  /** By category and the tasks that are taken out of it. */
  readonly #grouped = new Map<string, GroupedPart>();
  readonly #statuses = new FinalStatuses();
  /** Numbers of kinds that the rules cannot distinguish. */
  readonly #kindNumbers = new Map<string, number>();
  /** The same for each kind of a part. */
  readonly #numbers = new WeakMap<GroupedPart, readonly number[]>();
  /** By edition and void tasks; other points need no other judgement. */
  readonly #judged = new Map<string, readonly ToolMovements[]>();

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
    this.#bases = basesIn(manifest.categories);
    for (const name of this.#bases.keys()) this.#tasks.set(name, []);
  }

  /** Adds a category; its runs are read here only. */
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
    this.#numbersOf(this.#groupsOf(part, new Set()));
    this.#judged.clear();
    this.#reduced = undefined;
  }

  /** @throws InvariantError when a category of the rules has no list of tasks. */
  under(changes: RuleChanges): Consequences {
    const edition = changedEdition(this.#manifest, changes);
    const voided = new Set(changes.voidTasks);
    const movements = this.#movements(changes, edition, voided);
    const official = this.#pointsBy(this.#manifest.edition.scoring);
    const changed = this.#pointsBy(edition.scoring);
    const texts = this.#statuses.all.map(({ status, category }) => `${status}, ${category}`);
    const tallies = new Map<string, AnswerTallies>();
    const shifts: RunShift[] = [];
    for (const { tool, category, movements: own } of movements) {
      tallies.set(`${tool}\n${category}`, this.#tallies(own, changed));
      for (const { before, after, runs, example } of own) {
        const difference = (changed[after] as number) - (official[before] as number);
        if (difference === 0) continue;
        const [from = "", to = ""] = [texts[before], texts[after]];
        const points = difference * runs;
        shifts.push({ tool, category, before: from, after: to, runs, points, example });
      }
    }
    return {
      standings: this.#standings(changes, edition, voided, tallies),
      shifts: shifts.sort((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    };
  }

  #pointsBy(scoring: ScoringSchema): readonly number[] {
    return this.#statuses.all.map(({ status, category }) => pointsOf(status, category, scoring));
  }

  #movements(
    changes: RuleChanges,
    edition: Edition,
    voided: ReadonlySet<string>,
  ): readonly ToolMovements[] {
    const key = [changes.edition?.id ?? "", ...voided].join("\n");
    let judged = this.#judged.get(key);
    if (judged === undefined) {
      judged = this.#judgeAll(changes, edition, voided);
      const [oldest] = this.#judged.keys();
      if (this.#judged.size >= KEPT && oldest !== undefined) this.#judged.delete(oldest);
      this.#judged.set(key, judged);
    }
    return judged;
  }

  #judgeAll(
    changes: RuleChanges,
    edition: Edition,
    voided: ReadonlySet<string>,
  ): readonly ToolMovements[] {
    const isAnew = changes.edition !== undefined || voided.size > 0;
    /** By class of the category, then by number of the kind. */
    const known = new Map<string, number[]>();
    return this.#parts.flatMap((part) => {
      const category = this.#bases.get(part.category);
      if (category === undefined) return [];
      const grouped = this.#groupsOf(part, voided);
      const { kinds, groups } = grouped;
      const categoryClass = classOf(category, edition);
      const ofClass = known.get(categoryClass) ?? [];
      known.set(categoryClass, ofClass);
      const numbers = this.#numbersOf(grouped);
      const pairs = new Pairs(kinds.length);
      for (const [index, kind] of kinds.entries()) {
        const before = this.#statuses.numberOf(kind.run.status, kind.run.resultCategory);
        const number = numbers[index] as number;
        if (isAnew) ofClass[number] ??= this.#judge(kind, category, edition);
        pairs.set(index, before, isAnew ? (ofClass[number] as number) : before);
      }
      return part.tools.flatMap((tool, index) => {
        const own = groups[index] ?? [];
        if (own.length === 0) return [];
        return [{ tool, category: category.name, movements: movementsOf(own, pairs) }];
      });
    });
  }

  #numbersOf(grouped: GroupedPart): readonly number[] {
    let numbers = this.#numbers.get(grouped);
    if (numbers === undefined) {
      numbers = grouped.kinds.map(({ key }) => {
        const number = this.#kindNumbers.get(key) ?? this.#kindNumbers.size;
        this.#kindNumbers.set(key, number);
        return number;
      });
      this.#numbers.set(grouped, numbers);
    }
    return numbers;
  }

  #judge(kind: RunKind, category: BaseCategory, edition: Edition): number {
    const final = judgeAnew(kind, category, edition);
    return this.#statuses.numberOf(final.status, final.category);
  }

  #groupsOf(part: CategoryPart, voided: ReadonlySet<string>): GroupedPart {
    const takenOut =
      voided.size === 0 ? [] : part.tasks.flatMap(({ id }) => (voided.has(id) ? [id] : []));
    const key = [part.category, ...takenOut].join("\n");
    let grouped = this.#grouped.get(key);
    if (grouped === undefined) {
      grouped = groupRuns(part, new Set(takenOut));
      // Groups for other removed tasks are discarded.
      for (const other of this.#grouped.keys()) {
        if (takenOut.length > 0 && other.startsWith(`${part.category}\n`)) {
          this.#grouped.delete(other);
        }
      }
      this.#grouped.set(key, grouped);
    }
    return grouped;
  }

  /**
   * Returns the same lists for the same removed tasks, and the original ones wherever none is
   * removed.
   */
  #tasksWithout(voided: ReadonlySet<string>): TaskLists {
    if (voided.size === 0) return this.#tasks;
    const key = [...voided].join("\n");
    if (this.#reduced?.key !== key) {
      const lists = [...this.#tasks].map(
        ([name, all]) => [name, withoutTasks(all, voided)] as const,
      );
      this.#reduced = { key, lists: new Map(lists) };
    }
    return this.#reduced.lists;
  }

  #tallies(movements: readonly Movement[], points: readonly number[]): AnswerTallies {
    const tallies = {
      all: new TallyBuilder(),
      true: new TallyBuilder(),
      false: new TallyBuilder(),
    };
    for (const movement of movements) {
      const { status = "", category = "missing" } = this.#statuses.all[movement.after] ?? {};
      const answer = answerOf(status);
      for (const tally of answer === undefined ? [tallies.all] : [tallies.all, tallies[answer]]) {
        tally.addResults(answer, category, points[movement.after] as number, movement);
      }
    }
    return tallies;
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
    const tasks = this.#tasksWithout(voided);
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

type TaskLists = ReadonlyMap<string, readonly CategoryTask[]>;

/** Number of judgements to keep: users go back and forth. */
const KEPT = 3;

/** For the kinds of a part: their old and new statuses, as small numbers. */
class Pairs {
  readonly all: (readonly [before: number, after: number])[] = [];
  readonly #codes: Uint32Array;
  readonly #known = new Map<string, number>();

  constructor(kinds: number) {
    this.#codes = new Uint32Array(kinds);
  }

  set(kind: number, before: number, after: number): void {
    const key = `${before} ${after}`;
    let code = this.#known.get(key);
    if (code === undefined) {
      code = this.all.push([before, after]) - 1;
      this.#known.set(key, code);
    }
    this.#codes[kind] = code;
  }

  of(kind: number): number {
    return this.#codes[kind] as number;
  }
}

function movementsOf(groups: readonly RunGroup[], pairs: Pairs): readonly Movement[] {
  const byPair: (Movement | undefined)[] = new Array(pairs.all.length).fill(undefined);
  const found: Movement[] = [];
  for (const group of groups) {
    const pair = pairs.of(group.kind);
    let movement = byPair[pair];
    if (movement === undefined) {
      const [before, after] = pairs.all[pair] as readonly [number, number];
      const { example } = group;
      movement = { before, after, example, runs: 0, cpuTime: new Measure(), energy: new Measure() };
      byPair[pair] = movement;
      found.push(movement);
    }
    movement.runs += group.runs;
    group.addCpuTimeTo(movement.cpuTime);
    group.addEnergyTo(movement.energy);
  }
  return found;
}

function withoutTasks(
  tasks: readonly CategoryTask[],
  voided: ReadonlySet<string>,
): readonly CategoryTask[] {
  if (!tasks.some(({ task }) => voided.has(task))) return tasks;
  return tasks.map((task) => (voided.has(task.task) ? { ...task, isVoid: true } : task));
}

type AnswerTallies = Readonly<Record<Answers, TallyBuilder>>;

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
): Pick<FinalStatus, "status" | "category"> {
  const anew = explainRun(run, task, category, edition, isTakenOut ? "taken out here" : undefined);
  if (anew !== undefined) return anew;
  // Published results: the answers of the validators are merged in and cannot be separated.
  const { status, resultCategory } = run;
  return isTakenOut
    ? { status: `invalid task (${status})`, category: "missing" }
    : { status, category: resultCategory };
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
