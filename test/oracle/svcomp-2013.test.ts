/** The available part of the results page of SV-COMP 2013. */
import { expect, test } from "vitest";
import {
  computeStandings,
  findEdition,
  type StandingsInput,
} from "../../src/organiser/scoring/index.ts";
import { formatScore } from "../../src/organiser/tables/index.ts";
import {
  describePublished,
  publishedRows,
  scoreOf,
  standingOf,
  sumRun,
  tasksFromMaximum,
  tools,
} from "./published.ts";

const edition = findEdition(2013);
const rows = publishedRows("svcomp2013_results_partial.csv");
const isMeta = (category: string | undefined): boolean => category === "ControlFlowInteger";

const INPUT: StandingsInput = {
  edition,
  categories: edition.categories,
  tools: tools(rows.map(({ verifier = "" }) => verifier)),
  participations: [],
  tasks: new Map(
    rows
      .filter(({ category }) => !isMeta(category))
      .map(({ category = "", tasks, max_score }) => [
        category,
        tasksFromMaximum(category, Number(tasks), Number(max_score)),
      ]),
  ),
  runs: rows
    .filter(({ category, score }) => !isMeta(category) && score !== "")
    .map(({ verifier = "", category = "", score, cputime_s_2sig }) =>
      sumRun(verifier, category, Number(score), Number(cputime_s_2sig)),
    ),
};

/** The range of numbers that a text with two significant digits may represent. */
function bounds(text: string): readonly [low: number, high: number] {
  const value = Number(text);
  const half = value === 0 ? 0 : 10 ** (Math.floor(Math.log10(value)) - 1) / 2;
  return [value - half, value + half];
}

describePublished("SV-COMP 2013", () => {
  const standings = computeStandings(INPUT);

  test.each(rows.map((row) => [row.verifier ?? "", row.category ?? "", row] as const))(
    "%s in %s",
    (verifier, category, row) => {
      const { state, score } = scoreOf(standings, category, verifier);
      const { tasks, maxScore } = standingOf(standings, category);
      expect([tasks.valid, formatScore(maxScore)]).toEqual([Number(row.tasks), row.max_score]);
      // Also the meta category: −28 of 48 and 0 of 46 tasks are −27 points, 69 and 22 are 90.
      expect(state === "scored" ? formatScore(score) : "").toBe(row.score);
    },
  );

  test.each(
    rows.flatMap((row) =>
      isMeta(row.category) && row.score !== "" ? [[row.verifier ?? "", row] as const] : [],
    ),
  )(
    "CPU time of %s in ControlFlowInteger is the sum, within the rounding of the parts",
    (verifier, row) => {
      const parts = rows.filter(
        (part) => part.verifier === verifier && part.category?.startsWith("ControlFlowInteger-"),
      );
      const sum = (side: 0 | 1): number =>
        parts.reduce((total, part) => total + bounds(part.cputime_s_2sig ?? "")[side], 0);
      const [low, high] = bounds(row.cputime_s_2sig ?? "");
      expect(sum(0)).toBeLessThanOrEqual(high);
      expect(sum(1)).toBeGreaterThanOrEqual(low);
    },
  );

  test("a total below what the schema of 2012 allows", () => {
    const { expectedTrue, expectedFalse } = standingOf(standings, "BitVectors").tasks;
    const least = (year: number): number => {
      const { wrongFalse, wrongTrue } = findEdition(year).scoring;
      return expectedTrue * wrongFalse + expectedFalse * wrongTrue;
    };
    const { score } = scoreOf(standings, "BitVectors", "Predator");
    expect([least(2012), formatScore(score), least(2013)]).toEqual([-72, "-75", -144]);
  });
});
