import { describe, expect, test } from "vitest";
import type { Category } from "../../../ground/model/index.ts";
import type { Rational } from "../../../ground/util/rational.ts";
import { findEdition } from "../editions/index.ts";
import { categoryWeights, computeStandings, type StandingsInput } from "../standings.ts";
import { type JudgedRun, tallyRuns } from "../tally.ts";
import {
  rankCorrectVerifiers,
  rankGreenVerifiers,
  rankingCandidates,
  rankNewVerifiers,
} from "./alternative-rankings.ts";
import { confirmationRates } from "./confirmation-rate.ts";
import { effortOf } from "./effort.ts";
import { plainQuantiles, scoreQuantiles } from "./quantile.ts";
import { topTools } from "./top-tools.ts";
import { virtuesOf } from "./virtues.ts";

type Letter = "t" | "f" | "T" | "F" | "u";

/** t, f: correct; T, F: wrong; u: unconfirmed false. Times are 1, 2, 3 … seconds, energy ten times. */
function runs(tool: string, category: string, letters: string): JudgedRun[] {
  const facts: Record<Letter, Pick<JudgedRun, "status" | "resultCategory" | "points">> = {
    t: { status: "true", resultCategory: "correct", points: 2 },
    f: { status: "false(unreach-call)", resultCategory: "correct", points: 1 },
    T: { status: "true", resultCategory: "wrong", points: -32 },
    F: { status: "false(unreach-call)", resultCategory: "wrong", points: -16 },
    u: { status: "false(unreach-call)", resultCategory: "correct-unconfirmed", points: 0 },
  };
  return [...letters].map((letter, index) => ({
    tool,
    category,
    task: `${category}/${index}`,
    ...facts[letter as Letter],
    cpuTimeSeconds: index + 1,
    cpuEnergyJoules: 10 * (index + 1),
  }));
}

const CATEGORIES: readonly Category[] = [
  { kind: "base", name: "A", property: "unreach-call" },
  { kind: "base", name: "B", property: "unreach-call" },
  { kind: "meta", name: "Overall", children: ["A", "B"] },
];

const INPUT: StandingsInput = {
  edition: findEdition(2026),
  categories: CATEGORIES,
  tools: ["x", "y", "z"].map((id) => ({ id, name: id })),
  participations: [],
  tasks: new Map(
    ["A", "B"].map((name, which) => [
      name,
      Array.from({ length: 20 * (which + 1) }, (_, index) => ({
        task: `${name}/${index}`,
        expectedVerdict: { kind: index % 2 === 0 ? ("true" as const) : ("false" as const) },
      })),
    ]),
  ),
  runs: [
    ...runs("x", "A", "tttttttttttf"),
    ...runs("x", "B", "ttttttttttttttttttttF"),
    ...runs("y", "A", "fffftttt"),
    ...runs("y", "B", "tttttt"),
    ...runs("z", "A", "T"),
    ...runs("z", "B", "u"),
  ],
};

const OF_X = [...INPUT.runs].filter(({ tool }) => tool === "x");
const [, , OVERALL] = computeStandings(INPUT);

describe("quantile data", () => {
  test("plain: the correct results by time", () => {
    const points = plainQuantiles(runs("x", "A", "tFutf"), "cpuTimeSeconds");
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      [1, 1],
      [2, 4],
      [3, 5],
    ]);
  });

  test("score-based: from the penalties to the score", () => {
    const quantiles = scoreQuantiles(runs("x", "A", "tFutf"), { measure: "cpuTimeSeconds" });
    expect(String(quantiles.start)).toBe("-16");
    expect(quantiles.points.map(({ x, y }) => [String(x), y])).toEqual([
      ["-14", 1],
      ["-12", 4],
      ["-11", 5],
    ]);
    expect(String(quantiles.end)).toBe("-11");
  });

  test("score-based: one answer only, runs without measure at the end", () => {
    const [first, ...others] = runs("x", "A", "fTfF");
    const { cpuTimeSeconds: _, ...unmeasured } = first as JudgedRun;
    const quantiles = scoreQuantiles([unmeasured, ...others], {
      measure: "cpuTimeSeconds",
      answers: "false",
    });
    expect(quantiles.points.map(({ x, y }) => [String(x), y])).toEqual([["-15", 3]]);
    expect(String(quantiles.unmeasured)).toBe("1");
    expect(String(quantiles.end)).toBe("-14");
  });

  test("normalised: the last point is the normalised score", () => {
    const weights = categoryWeights(INPUT, "Overall");
    const { start, points, end } = scoreQuantiles(OF_X, { measure: "cpuEnergyJoules", weights });
    const score = OVERALL?.scores[0]?.score as Rational;
    expect(points.at(-1)?.x.equals(score)).toBe(true);
    expect(end.equals(score)).toBe(true);
    // −16 of 40 tasks, (20 + 40)/2 tasks on average.
    expect(String(start)).toBe("-12");
    expect(points.map(({ y }) => y)).toEqual([...points.map(({ y }) => y)].sort((a, b) => a - b));
  });
});

describe("alternative rankings", () => {
  const candidates = rankingCandidates(OVERALL as NonNullable<typeof OVERALL>);

  test("correct: wrong results per point, without scores that are not positive", () => {
    const { rows, worst } = rankCorrectVerifiers(candidates);
    expect(rows.map(({ rank, tool, measure }) => `${rank} ${tool} ${measure}`)).toEqual([
      "1 y 0",
      "2 x 2/105",
    ]);
    expect(String(worst)).toBe("2/105");
  });

  test("green: energy over all runs per point; tools without measurements are left out", () => {
    const { rows } = rankGreenVerifiers(candidates);
    expect(rows.map(({ tool }) => tool)).toEqual(["y", "x"]);
    const unmeasured = candidates.map((candidate) => ({
      ...candidate,
      cpuEnergyJoules: undefined,
    }));
    expect(rankGreenVerifiers(unmeasured)).toMatchObject({ rows: [], worst: undefined });
  });

  test("new: by quality", () => {
    const { rows } = rankNewVerifiers(candidates, new Set(["x", "z"]));
    expect(rows.map(({ rank, tool }) => `${rank} ${tool}`)).toEqual(["1 x"]);
  });
});

test("confirmation rates and effort", () => {
  const list = runs("x", "A", "ttfufF");
  const rates = confirmationRates(tallyRuns(list));
  expect(rates.false).toMatchObject({ total: 3, confirmed: 2, unconfirmed: 1 });
  expect(String(rates.false.rate)).toBe("2/3");
  expect(confirmationRates(tallyRuns([])).true.rate).toBeUndefined();
  const effort = effortOf(list);
  expect(
    [effort.true, effort.false].map((each) => [
      each.results,
      String(each.cpuTimeSeconds),
      String(each.cpuEnergyJoules),
    ]),
  ).toEqual([
    [2, "3/2", "15"],
    [2, "4", "40"],
  ]);
});

test("top tools", () => {
  const rows = topTools(OVERALL as NonNullable<typeof OVERALL>, 2);
  expect(
    rows.map(({ rank, tool, solved, falseAlarms }) => [rank, tool, solved, falseAlarms]),
  ).toEqual([
    [1, "x", 32, 1],
    [2, "y", 14, 0],
  ]);
});

test("robustness, soundness, completeness", () => {
  expect(virtuesOf(computeStandings(INPUT))).toEqual({
    positiveEverywhere: ["x", "y"],
    nowhereNegative: ["x", "y"],
    neverMissedBug: ["x", "y"],
    neverFalseAlarm: ["y", "z"],
  });
});
