/** Other rules give the same results for kinds of runs as for every single run. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BaseCategory,
  type Category,
  parseVerdict,
  RESULT_CATEGORIES,
  WITNESS_VERSIONS,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import {
  type CategoryTask,
  computeStandings,
  EDITIONS,
  type JudgedRun,
  LINT_PHASE,
  pointsOf,
  type WitnessFacts,
} from "../scoring/index.ts";
import { categoryPart, type PartRun, type PartTask } from "./category-part.ts";
import type { Check } from "./check-table.ts";
import { MANIFEST_FORMAT, type Manifest } from "./manifest.ts";
import { changedEdition, explainRun, type RuleChanges, WhatIf } from "./what-if.ts";

const BASES: readonly BaseCategory[] = [
  ["C.unreach-call.Loops", "unreach-call"],
  ["unreach-call.ReachSafety-Loops", "unreach-call"],
  ["C.valid-memsafety.Heap", "valid-memsafety"],
].map(([name = "", property = ""]) => ({ kind: "base", name, property }));
const CATEGORIES: readonly Category[] = [
  ...BASES,
  { kind: "meta", name: "One", children: BASES.slice(0, 2).map(({ name }) => name) },
  { kind: "meta", name: "Overall", children: ["One", BASES[2]?.name ?? ""] },
  { kind: "meta", name: "FalseOverall", children: ["One"], answers: "false" },
];
const TOOLS = ["x", "y"].map((id) => ({ id, name: id }));

const status = fc.constantFrom(
  ...["true", "false", "false(unreach-call)", "false(valid-deref)", "unknown", "TIMEOUT (true)"],
);
const witness: fc.Arbitrary<WitnessFacts> = fc.oneof(
  fc.constant({ state: "missing" } as const),
  fc.constant({ state: "invalid", reason: "no YAML" } as const),
  fc.record({
    state: fc.constant("present" as const),
    kind: fc.constantFrom("violation" as const, "correctness" as const),
    version: fc.constantFrom(...WITNESS_VERSIONS),
  }),
);
const check: fc.Arbitrary<Check> = fc.record(
  {
    tool: fc.constantFrom("v", "w"),
    phase: fc.constantFrom(
      ...(["violation-validation", "correctness-validation", LINT_PHASE] as const),
    ),
    format: fc.constantFrom("graphml" as const, "yaml" as const),
    status,
  },
  { requiredKeys: ["tool", "phase", "status"] },
);
/** Nanoseconds as in BenchExec, and numbers that are not multiples of them. */
const measure = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 900e9 }).map((ns) => ns / 1e9),
    fc.constantFrom(1 / 3, 1e-12, 4.5e6, 5e6),
  ),
  { nil: undefined, freq: 20 },
);
const run = fc.record({
  status,
  resultCategory: fc.constantFrom(...RESULT_CATEGORIES),
  before: fc.option(status, { nil: undefined }),
  witness,
  seconds: measure,
  // The pages store single precision.
  joules: fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: undefined, freq: 20 }),
  checks: fc.array(check, { maxLength: 3 }),
});
const task = fc.record({
  expected: fc.constantFrom("true", "false", undefined),
  voidReason: fc.option(fc.constant("disputed"), { nil: undefined, freq: 2 }),
  runs: fc.array(fc.option(run, { nil: undefined, freq: 8 }), { minLength: 2, maxLength: 2 }),
});
const competition = fc.record({
  edition: fc.constantFrom(...EDITIONS),
  tasks: fc.tuple(...BASES.map(() => fc.array(task, { maxLength: 7 }))),
  other: fc.option(fc.constantFrom(...EDITIONS), { nil: undefined }),
  metaScore: fc.constantFrom(undefined, "plain-sum" as const, "normalised" as const),
  wrongTrue: fc.option(fc.integer({ min: -64, max: 0 }), { nil: undefined }),
  voids: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
  optOuts: fc.subarray(["x@One", "y@C.valid-memsafety.Heap", "y@Overall"]),
});
type Given = typeof competition extends fc.Arbitrary<infer T> ? T : never;

function tasksOf(all: Given["tasks"][number]): readonly PartTask[] {
  return all.map(({ expected, voidReason }, index) => ({
    id: `${index}.yml`,
    ...defined({ expected, voidReason }),
  }));
}

function runsOf(all: Given["tasks"][number], { name }: BaseCategory): readonly PartRun[] {
  return all.flatMap(({ runs }, index) =>
    runs.flatMap((each, tool) =>
      each === undefined
        ? []
        : [
            {
              tool: TOOLS[tool]?.id ?? "",
              category: name,
              task: `${index}.yml`,
              status: each.status,
              resultCategory: each.resultCategory,
              points: 0,
              ...defined({ cpuTimeSeconds: each.seconds, cpuEnergyJoules: each.joules }),
              ...(each.before === undefined
                ? {}
                : {
                    verificationStatus: each.before,
                    witnessFacts: each.witness,
                    checks: each.checks,
                  }),
            },
          ],
    ),
  );
}

/** Judges one run after the other. */
function oneByOne(given: Given, changes: RuleChanges, manifest: Manifest) {
  const edition = changedEdition(manifest, changes);
  const isAnew = changes.edition !== undefined || changes.voidTasks.length > 0;
  const tasks = new Map<string, readonly CategoryTask[]>();
  const runs: JudgedRun[] = [];
  for (const [index, category] of BASES.entries()) {
    const given0 = given.tasks[index] ?? [];
    const partTasks = tasksOf(given0);
    const isOut = (id: string): boolean => changes.voidTasks.includes(id);
    tasks.set(
      category.name,
      partTasks.map(({ id, expected, voidReason }) => {
        const verdict = parseVerdict(expected ?? "");
        return {
          task: id,
          ...(verdict === undefined || verdict.kind === "unknown"
            ? {}
            : { expectedVerdict: verdict }),
          ...(voidReason !== undefined || isOut(id) ? { isVoid: true } : {}),
        };
      }),
    );
    for (const each of runsOf(given0, category)) {
      const own = partTasks.find(({ id }) => id === each.task) as PartTask;
      const reason = isOut(own.id) ? "taken out here" : undefined;
      const anew = isAnew ? explainRun(each, own, category, edition, reason) : undefined;
      const published =
        isAnew && isOut(own.id)
          ? { status: `invalid task (${each.status})`, category: "missing" as const }
          : { status: each.status, category: each.resultCategory };
      const final = anew ?? published;
      runs.push({
        ...each,
        status: final.status,
        resultCategory: final.category,
        points: pointsOf(final.status, final.category, edition.scoring),
      });
    }
  }
  const participations = TOOLS.flatMap(({ id }) => {
    const optOut = changes.optOuts.flatMap((entry) =>
      entry.startsWith(`${id}@`) ? [entry.slice(2)] : [],
    );
    const names = CATEGORIES.map(({ name }) => name);
    return optOut.length === 0 ? [] : [{ tool: id, categories: names, optOut }];
  });
  const standings = computeStandings({
    edition,
    categories: CATEGORIES,
    tools: TOOLS,
    participations,
    tasks,
    runs,
  });
  return { standings, runs };
}

test("kinds of runs instead of runs: the same scores, times, ranks and shifts", () => {
  fc.assert(
    fc.property(competition, (given) => {
      const manifest: Manifest = {
        format: MANIFEST_FORMAT,
        title: "",
        edition: given.edition,
        facts: [],
        tools: TOOLS,
        validators: [],
        participations: [],
        categories: CATEGORIES,
        standings: [],
        parts: [],
        sources: {},
        files: [],
      };
      const changes: RuleChanges = {
        ...defined({ edition: given.other, metaScore: given.metaScore }),
        scoring: defined({ wrongTrue: given.wrongTrue }),
        voidTasks: given.voids.map((index) => `${index}.yml`),
        optOuts: given.optOuts,
      };
      const whatIf = new WhatIf(manifest);
      const tools = TOOLS.map(({ id }) => id);
      for (const [index, category] of BASES.entries()) {
        const own = given.tasks[index] ?? [];
        whatIf.add(categoryPart(category.name, tasksOf(own), tools, runsOf(own, category)));
      }
      // Queries in between have no effect.
      whatIf.under({ ...changes, voidTasks: ["1.yml", "5.yml"] });
      const { standings, shifts } = whatIf.under(changes);
      const wanted = oneByOne(given, changes, manifest);
      expect(standings).toEqual(wanted.standings);
      const before = BASES.flatMap((category, index) => runsOf(given.tasks[index] ?? [], category));
      const differences = wanted.runs.map((after, index) => {
        const { status: text, resultCategory } = before[index] as PartRun;
        return after.points - pointsOf(text, resultCategory, given.edition.scoring);
      });
      expect(shifts.reduce((sum, { runs }) => sum + runs, 0)).toBe(
        differences.filter((difference) => difference !== 0).length,
      );
      expect(shifts.reduce((sum, { points }) => sum + points, 0)).toBe(
        differences.reduce((sum, difference) => sum + difference, 0),
      );
    }),
    { numRuns: 150 },
  );
});
