/** Laws that hold for every competition, checked on random ones. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Category } from "../../ground/model/index.ts";
import { Rational } from "../../ground/util/rational.ts";
import type { CategoryTask } from "./category-sizes.ts";
import { findEdition } from "./editions/index.ts";
import { finalStatus } from "./final-status.ts";
import { scoreQuantiles } from "./reports/quantile.ts";
import { categoryWeights, computeStandings, type StandingsInput } from "./standings.ts";
import type { JudgedRun } from "./tally.ts";

const FAMILIES = { One: ["A", "B"], Two: ["C"], Three: ["D", "E"] } as const;
const BASES = Object.values(FAMILIES).flat();
const overall = (name: string, answers: "all" | "true" | "false"): Category => ({
  kind: "meta",
  name,
  children: Object.keys(FAMILIES),
  answers,
});
const CATEGORIES: readonly Category[] = [
  ...BASES.map((name): Category => ({ kind: "base", name, property: "no-data-race" })),
  ...Object.entries(FAMILIES).map(
    ([name, children]): Category => ({ kind: "meta", name, children }),
  ),
  overall("Overall", "all"),
  overall("FalseOverall", "false"),
  overall("TrueOverall", "true"),
];

/**
 * One task of a category: its expected verdict, whether it is void, the tool's answer, its time in
 * ns.
 */
const task = fc.record({
  expected: fc.constantFrom("true" as const, "false" as const),
  isVoid: fc.boolean(),
  status: fc.constantFrom("true", "false(no-data-race)", "false", "unknown", "TIMEOUT (true)"),
  nanoseconds: fc.integer({ min: 0, max: 900e9 }),
});

const competition = fc.record({
  year: fc.constantFrom(2013, 2019, 2025, 2027),
  tasks: fc.tuple(...BASES.map(() => fc.array(task, { minLength: 1, maxLength: 12 }))),
});

type Given = typeof competition extends fc.Arbitrary<infer T> ? T : never;

function inputOf({ year, tasks }: Given): {
  readonly input: StandingsInput;
  readonly runs: readonly JudgedRun[];
} {
  const edition = findEdition(year);
  const lists = new Map<string, CategoryTask[]>();
  const runs: JudgedRun[] = [];
  for (const [which, name] of BASES.entries()) {
    const list: CategoryTask[] = [];
    for (const [index, { expected, isVoid, status, nanoseconds }] of (
      tasks[which] ?? []
    ).entries()) {
      const id = `${name}/${index}`;
      list.push({ task: id, expectedVerdict: { kind: expected }, isVoid });
      const final = finalStatus({
        edition,
        category: { kind: "base", name, property: "no-data-race" },
        expectedVerdict: { kind: expected },
        isVoid,
        verification: { status },
        witness: { state: "unexamined" },
        validations: [{ tool: "v", phase: "violation-validation", status: "false" }],
      });
      runs.push({
        tool: "x",
        category: name,
        task: id,
        status: final.status,
        resultCategory: final.category,
        points: final.points,
        cpuTimeSeconds: nanoseconds / 1e9,
      });
    }
    lists.set(name, list);
  }
  const input: StandingsInput = {
    edition,
    categories: CATEGORIES,
    tools: [{ id: "x", name: "x" }],
    participations: [],
    tasks: lists,
    runs,
  };
  return { input, runs };
}

const SETTINGS = { seed: 20261121, numRuns: 200 } as const;

test("FalseOverall and TrueOverall add up to Overall, scores and maxima", () => {
  fc.assert(
    fc.property(competition, (given) => {
      const standings = computeStandings(inputOf(given).input);
      const of = (name: string): { score: Rational; max: Rational } => {
        const standing = standings.find(({ category }) => category.name === name);
        return {
          score: standing?.scores[0]?.score ?? Rational.zero,
          max: standing?.maxScore ?? Rational.zero,
        };
      };
      const [all, ofFalse, ofTrue] = [of("Overall"), of("FalseOverall"), of("TrueOverall")];
      expect(String(ofFalse.score.plus(ofTrue.score))).toBe(String(all.score));
      expect(String(ofFalse.max.plus(ofTrue.max))).toBe(String(all.max));
      expect(all.score.compare(all.max)).toBeLessThanOrEqual(0);
    }),
    SETTINGS,
  );
});

test("the graph of every quantile function ends at the score", () => {
  fc.assert(
    fc.property(competition, (given) => {
      const { input, runs } = inputOf(given);
      for (const { category, scores } of computeStandings(input)) {
        const weights = categoryWeights(input, category.name);
        const answers = category.kind === "meta" ? (category.answers ?? "all") : "all";
        const { end, points } = scoreQuantiles(runs, {
          measure: "cpuTimeSeconds",
          answers,
          weights,
        });
        expect(String(end)).toBe(String(scores[0]?.score));
        const heights = points.map(({ y }) => y);
        expect(heights).toEqual([...heights].sort((a, b) => a - b));
      }
    }),
    SETTINGS,
  );
});

test("the order of the runs does not matter", () => {
  fc.assert(
    fc.property(competition, (given) => {
      const { input, runs } = inputOf(given);
      const reversed = computeStandings({ ...input, runs: [...runs].reverse() });
      expect(reversed).toEqual(computeStandings(input));
    }),
    SETTINGS,
  );
});
