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
  type ScoringSchema,
} from "../model/index.ts";

import {
  type CategoryStanding,
  type CategoryTask,
  computeStandings,
  type FinalStatus,
  finalStatus,
  type JudgedRun,
  pointsOf,
  splitOpinions,
} from "../scoring/index.ts";
import { defined } from "../util/defined.ts";
import type { PartRun, PartTask } from "./category-part.ts";
import type { Manifest } from "./manifest.ts";
import type { RunStore } from "./run-store.ts";

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

/** All standings of the loaded categories under changed rules. */
export function standingsUnder(
  manifest: Manifest,
  store: RunStore,
  changes: RuleChanges,
): readonly CategoryStanding[] {
  const edition = changedEdition(manifest, changes);
  const voided = new Set(changes.voidTasks);
  const bases = basesIn(manifest.categories);
  const tasks = new Map<string, readonly CategoryTask[]>(
    [...bases.keys()].map((name) => [name, []]),
  );
  for (const { part } of store.views) {
    tasks.set(
      part.category,
      part.tasks.map(({ id, expected, voidReason }) => ({
        task: id,
        ...expectedVerdictOf(expected),
        ...(voidReason !== undefined || voided.has(id) ? { isVoid: true } : {}),
      })),
    );
  }
  const optOuts = new Map<string, string[]>();
  for (const entry of changes.optOuts) {
    const [tool = "", category = ""] = splitAtFirst(entry, "@");
    optOuts.set(tool, [...(optOuts.get(tool) ?? []), category]);
  }
  return computeStandings({
    edition,
    categories: manifest.categories,
    tools: manifest.tools,
    participations: participationsWith(manifest, optOuts),
    tasks,
    runs: judgedUnder(manifest, store, changes, edition),
  });
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

/** What moves the scores, the greatest sums first. */
export function shiftsUnder(
  manifest: Manifest,
  store: RunStore,
  changes: RuleChanges,
): readonly RunShift[] {
  const edition = changedEdition(manifest, changes);
  const { scoring } = manifest.edition;
  const shifts = new Map<string, RunShift>();
  const before = store.judgedRuns();
  for (const after of judgedUnder(manifest, store, changes, edition)) {
    let official = before.next().value as JudgedRun;
    // Categories that the manifest does not know are left out.
    while (official.category !== after.category) official = before.next().value as JudgedRun;
    const difference = after.points - pointsOf(official.status, official.resultCategory, scoring);
    if (difference === 0) continue;
    const { tool, category, task } = after;
    const [from, to] = [official, after].map((run) => `${run.status}, ${run.resultCategory}`);
    const key = [tool, category, from, to].join("\n");
    const known = shifts.get(key);
    shifts.set(key, {
      ...{ tool, category, before: from as string, after: to as string },
      runs: (known?.runs ?? 0) + 1,
      points: (known?.points ?? 0) + difference,
      example: known?.example ?? task,
    });
  }
  return [...shifts.values()].sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

/** All runs of known categories under changed rules, in the order of the store. */
function judgedUnder(
  { categories }: Manifest,
  store: RunStore,
  changes: RuleChanges,
  edition: Edition,
): Iterable<JudgedRun> {
  const voided = new Set(changes.voidTasks);
  const judgeAnew = changes.edition !== undefined || voided.size > 0;
  return judgeAnew
    ? judgedAnew(store, basesIn(categories), edition, voided)
    : withPoints(store, edition.scoring);
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

function* withPoints(store: RunStore, schema: ScoringSchema): Generator<JudgedRun> {
  for (const run of store.judgedRuns()) {
    yield { ...run, points: pointsOf(run.status, run.resultCategory, schema) };
  }
}

function* judgedAnew(
  store: RunStore,
  bases: ReadonlyMap<string, BaseCategory>,
  edition: Edition,
  voided: ReadonlySet<string>,
): Generator<JudgedRun> {
  for (const { part, offset, size } of store.views) {
    const category = bases.get(part.category);
    if (category === undefined) continue;
    for (let cell = 0; cell < size; cell++) {
      const run = store.run(offset + cell);
      if (run === undefined) continue;
      const task = part.tasks[cell % part.tasks.length] as PartTask;
      const isVoid = voided.has(task.id);
      const final = judge(run, task, category, edition, isVoid);
      yield {
        ...run,
        status: final.status,
        resultCategory: final.category,
        points: final.points,
      };
    }
  }
}

function judge(
  run: PartRun,
  task: PartTask,
  category: BaseCategory,
  edition: Edition,
  isVoid: boolean,
): Pick<FinalStatus, "status" | "category" | "points"> {
  const anew = explainRun(run, task, category, edition, isVoid ? "taken out here" : undefined);
  if (anew !== undefined) return anew;
  // Published results: the answers of the validators are merged in, and nothing tells them apart.
  if (isVoid) return { status: `invalid task (${run.status})`, category: "missing", points: 0 };
  return {
    status: run.status,
    category: run.resultCategory,
    points: pointsOf(run.status, run.resultCategory, edition.scoring),
  };
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
