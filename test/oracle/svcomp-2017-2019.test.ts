/** Tables of the report on SV-COMP 2017 and of the presentation of 2019. */
import { expect, test } from "vitest";
import { Rational } from "../../src/ground/util/rational.ts";
import {
  computeStandings,
  confirmationRate,
  findEdition,
  type RankingCandidate,
  rankCorrectVerifiers,
  rankGreenVerifiers,
  rankNewVerifiers,
} from "../../src/organiser/scoring/index.ts";
import { formatPercent, formatSignificant } from "../../src/organiser/tables/index.ts";
import { baseNames, describePublished, publishedJson, publishedRows, tools } from "./published.ts";

interface Results2017 {
  readonly overall: Record<string, { readonly score: number; readonly solved: number }>;
  readonly confirmation: Record<
    string,
    Record<"true" | "false", [total: number, confirmed: number, unconfirmed: number]>
  >;
}

type AlternativeCells = [
  tool: string,
  quality: number,
  hours: number,
  kilojoules: number,
  solved: number,
  wrong: number,
  measure: number,
];

interface Results2019 {
  readonly tasks: Record<string, number>;
  readonly alternative: readonly {
    readonly ranking: string;
    readonly unit: string;
    readonly rows: readonly AlternativeCells[];
  }[];
}

/** Names of the categories with medals. */
function medalCategories(year: number): readonly string[] {
  const edition = findEdition(year);
  return computeStandings({
    edition,
    categories: edition.categories,
    tools: tools(["x"]),
    participations: [],
    tasks: new Map(baseNames(edition.categories).map((name) => [name, []])),
    runs: [],
  })
    .filter(({ hasMedals }) => hasMedals)
    .map(({ category }) => category.name);
}

describePublished("SV-COMP 2017", () => {
  const results = publishedJson<Results2017>("svcomp2017.json");

  test("eight plaques", () => {
    expect(medalCategories(2017)).toEqual([
      "ReachSafety",
      "MemSafety",
      "ConcurrencySafety",
      "Overflows",
      "Termination",
      "SoftwareSystems",
      "Falsification",
      "Overall",
    ]);
  });

  test.each(
    Object.entries(results.confirmation).flatMap(([tool, answers]) =>
      Object.entries(answers).map(([answer, cells]) => [tool, answer, cells] as const),
    ),
  )("Table 8: confirmation of %s, %s", (_tool, _answer, [total, confirmed, unconfirmed]) => {
    const rate = confirmationRate(confirmed, unconfirmed);
    expect(rate.total).toBe(total);
    // "more than 90 %" of the witnesses that the top three produced are confirmed.
    const wholePercent = Number(formatPercent(rate.rate as Rational).slice(0, -1));
    expect(wholePercent).toBeGreaterThan(90);
  });

  test("CPA-Seq solved 791 tasks more than the winner", () => {
    const { UAutomizer, "CPA-Seq": cpaSeq } = results.overall;
    expect((cpaSeq?.solved ?? 0) - (UAutomizer?.solved ?? 0)).toBe(791);
  });
});

describePublished("SV-COMP 2019", () => {
  const results = publishedJson<Results2019>("svcomp2019.json");

  test("the tasks of Overall are those of its children", () => {
    const overall = findEdition(2019).categories.find(({ name }) => name === "Overall");
    const children = overall?.kind === "meta" ? overall.children : [];
    const sum = children.reduce((total, name) => total + (results.tasks[name] ?? Number.NaN), 0);
    expect(sum).toBe(results.tasks.Overall);
  });

  test("the seven categories with a prize and Java, beside falsification", () => {
    const announced = Object.keys(results.tasks);
    expect(
      medalCategories(2019)
        .filter((name) => name !== "FalsificationOverall")
        .sort(),
    ).toEqual(announced.sort());
  });

  test.each(
    publishedRows("svcomp2019_confirmation.csv").flatMap((row) =>
      (["true", "false"] as const).map((answer) => [row.verifier ?? "", answer, row] as const),
    ),
  )("Table 10: confirmation of %s, %s", (_verifier, answer, row) => {
    const number = (column: string): number => Number(row[`${answer}_${column}`]);
    const rate = confirmationRate(number("confirmed"), number("unconf"));
    // CBMC-Path, FALSE: 670 and 727 are printed, which are not the printed 897 (227 would be).
    const isInconsistent = row.consistent === "NO" && answer === "false";
    expect(rate.total === number("total")).toBe(!isInconsistent);
    const printedShare = Rational.of(number("confirmed"), number("total"));
    expect(formatPercent(printedShare)).toBe(`${number("pct")}%`);
    if (!isInconsistent) expect(rate.rate?.equals(printedShare)).toBe(true);
  });

  const candidates = (rows: readonly AlternativeCells[]): readonly RankingCandidate[] =>
    rows.map(([tool, quality, hours, kilojoules, solved, wrong]) => ({
      tool,
      quality: Rational.of(quality),
      cpuTimeSeconds: hours * 3600,
      cpuEnergyJoules: kilojoules * 1000,
      solved,
      wrong,
    }));
  const rowsOf = (name: string): readonly AlternativeCells[] =>
    results.alternative.find(({ ranking }) => ranking === name)?.rows ?? [];

  test("Table 9: Correct Verifiers", () => {
    const ranking = rankCorrectVerifiers([...candidates(rowsOf("Correct"))].reverse());
    expect(ranking.rows.map(({ tool, measure }) => [tool, Number(measure.toFixed(4))])).toEqual(
      rowsOf("Correct").map(([tool, , , , , , measure]) => [tool, measure]),
    );
  });

  test("Table 9: Green Verifiers", () => {
    const ranking = rankGreenVerifiers([...candidates(rowsOf("Green"))].reverse());
    const printed = ranking.rows.map(({ tool, measure }) => [
      tool,
      Number(formatSignificant(measure, 2)),
    ]);
    expect(printed).toEqual(rowsOf("Green").map(([tool, , , , , , measure]) => [tool, measure]));
  });

  test("Table 9: New Verifiers", () => {
    const rows = rowsOf("New");
    const newTools = new Set(rows.map(([tool]) => tool));
    const all = [...candidates(rowsOf("Green")), ...candidates(rows)];
    expect(
      rankNewVerifiers(all, newTools).rows.map(({ tool, measure }) => [
        tool,
        Number(measure.toFixed(0)),
      ]),
    ).toEqual(rows.map(([tool, , , , , , measure]) => [tool, measure]));
  });
});
