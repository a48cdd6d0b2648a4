/** Tables 4 and 5 of the report on SV-COMP 2012. */
import { expect, test } from "vitest";
import {
  computeStandings,
  findEdition,
  type StandingsInput,
  tallyRuns,
  virtuesOf,
} from "../../src/organiser/scoring/index.ts";
import { formatScore, formatSignificant } from "../../src/organiser/tables/index.ts";
import {
  describePublished,
  expectationFor,
  judged,
  publishedRows,
  scoreOf,
  standingOf,
  sumRun,
  tasksFromMaximum,
  tools,
} from "./published.ts";

const edition = findEdition(2012);
const categories = publishedRows("svcomp2012_categories.csv");
const table4 = publishedRows("svcomp2012_table4.csv");
const table5 = publishedRows("svcomp2012_table5.csv");

/** A cell is empty for an opt-out and for a negative total alike. */
const cells = table4.filter(({ category, score }) => category !== "Overall" && score !== "");

const INPUT: StandingsInput = {
  edition,
  categories: edition.categories,
  tools: tools(table4.map(({ verifier = "" }) => verifier)),
  participations: [],
  tasks: new Map(
    categories
      .filter(({ category }) => category !== "Overall")
      .map(({ category = "", tasks, max_score }) => [
        category,
        tasksFromMaximum(category, Number(tasks), Number(max_score)),
      ]),
  ),
  runs: cells.map(({ verifier = "", category = "", score, success_cputime_s_2sig }) =>
    sumRun(verifier, category, Number(score), Number(success_cputime_s_2sig)),
  ),
};

/** Table 5 has the full names. */
const SHORT: Readonly<Record<string, string>> = {
  "CPACHECKER-abe": "CPA_ABE",
  "CPACHECKER-memo": "CPA_MEMO",
  "QARMC-HSF(C)": "QARMC",
};

/** Printed with 238 points and 15000 s in Table 5, with 236 and 14000 s in Table 4. */
const isPrintedInconsistently = (verifier: string, category: string): boolean =>
  verifier === "SATABS" && category === "Overall";

describePublished("SV-COMP 2012", () => {
  const standings = computeStandings(INPUT);

  test.each(categories.map((row) => [row.category ?? "", row] as const))(
    "size and maximal score of %s",
    (name, row) => {
      const { tasks, maxScore } = standingOf(standings, name);
      expect(tasks).toMatchObject({
        valid: Number(row.tasks),
        expectedTrue: Number(row["tasks_true(derived=max-tasks)"]),
        expectedFalse: Number(row.tasks_false),
      });
      expect(formatScore(maxScore)).toBe(row.max_score);
    },
  );

  test.each(table4.map((row) => [row.verifier ?? "", row.category ?? "", row] as const))(
    "Table 4: %s in %s",
    (verifier, category, row) => {
      const { state, score, tally } = scoreOf(standings, category, verifier);
      if (row.score === "") {
        expect(state).toBe("incomplete");
        return;
      }
      expect(formatScore(score)).toBe(row.score);
      const time = formatSignificant(tally.cpuTimeOfCorrectSeconds as number, 2);
      expect(Number(time)).toBe(Number(row.success_cputime_s_2sig));
    },
  );

  test.each(table5.map((row) => [row.category ?? "", row.rank, row.verifier ?? "", row] as const))(
    "Table 5: %s, rank %s %s",
    (category, rank, name, row) => {
      const verifier = SHORT[name] ?? name;
      const place = scoreOf(standings, category, verifier);
      expect(place.rank).toBe(Number(rank));
      if (isPrintedInconsistently(verifier, category)) {
        expect([formatScore(place.score), row.score]).toEqual(["236", "238"]);
      } else {
        expect(formatScore(place.score)).toBe(row.score);
      }
      // The schema of Table 1 reproduces the score from the numbers of results.
      const answers: [string, boolean, string | undefined][] = [
        ["true", true, row.derived_correct_true],
        ["false", true, row.derived_correct_false],
        ["false", false, row.false_alarms],
        ["true", false, row.missed_bugs],
      ];
      const runs = answers.flatMap(([status, isCorrect, count]) =>
        Array.from({ length: Number(count) }, (_, index) =>
          judged(
            2012,
            { tool: verifier, category, task: `${index}` },
            status,
            expectationFor(status, isCorrect),
          ),
        ),
      );
      const tally = tallyRuns(runs);
      expect(tally.points).toBe(Number(row.score));
      expect(tally.correctTrue + tally.correctFalse).toBe(Number(row.solved));
      expect([tally.wrongFalse, tally.wrongTrue]).toEqual([
        Number(row.false_alarms),
        Number(row.missed_bugs),
      ]);
    },
  );

  test("robustness", () => {
    const { positiveEverywhere, nowhereNegative } = virtuesOf(standings);
    expect(positiveEverywhere).toEqual(["ESBMC"]);
    expect(nowhereNegative).toEqual(["CPA_ABE", "CPA_MEMO", "ESBMC", "PREDATOR"]);
  });
});
