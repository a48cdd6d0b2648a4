/** Sizes, maximal scores and medals of SV-COMP 2026. */
import { expect, test } from "vitest";
import type { Category } from "../../src/ground/model/index.ts";
import { Rational } from "../../src/ground/util/rational.ts";
import { computeStandings, findEdition } from "../../src/organiser/scoring/index.ts";
import {
  base,
  baseNames,
  describePublished,
  publishedJson,
  standingOf,
  tasksFromMaximum,
  tools,
} from "./published.ts";

interface Results2026 {
  readonly tasks_c: number;
  readonly meta_tasks_maxscore: Record<string, [tasks: number, maximum: number]>;
  readonly max: Record<string, number>;
  readonly medals: Record<string, readonly (readonly [tool: string, score: number])[]>;
  readonly checks: Record<string, number | boolean>;
}

describePublished("SV-COMP 2026", () => {
  const results = publishedJson<Results2026>("svcomp2026.json");
  const edition = findEdition(2026);
  const families = Object.keys(results.meta_tasks_maxscore);
  const overalls = edition.categories.filter(({ name }) => /^C\.(True|False)?Overall$/.test(name));

  /** The six families are used as base categories: only their sums are published. */
  const categories: readonly Category[] = [
    ...families.map((name) => base(name, "unreach-call")),
    ...overalls.map((overall) => ({ ...overall, children: families }) as Category),
  ];
  const standingsWith = (shift: 0 | 1 | -1): ReturnType<typeof computeStandings> =>
    computeStandings({
      edition,
      categories,
      tools: tools(["x"]),
      participations: [],
      tasks: new Map(
        Object.entries(results.meta_tasks_maxscore).map(([name, [count, maximum]]) => [
          name,
          tasksFromMaximum(name, count, maximum + shift),
        ]),
      ),
      runs: [],
    });
  const standings = standingsWith(0);

  test("the edition knows these families and 45 base categories for C", () => {
    const overall = edition.categories.find(({ name }) => name === "C.Overall");
    const children = overall?.kind === "meta" ? overall.children : [];
    expect(children.filter((name) => name !== "C.ValidationCrafted")).toEqual(families);
    const scored = edition.categories.filter(
      ({ demonstration, validationOnly }) => demonstration !== true && validationOnly !== true,
    );
    expect(baseNames(scored).filter((name) => name.startsWith("C."))).toHaveLength(45);
  });

  test("36 402 tasks", () => {
    expect(standingOf(standings, "C.Overall").tasks.valid).toBe(results.tasks_c);
  });

  test("the maximal score of Overall from the rounded ones of the families", () => {
    const { maxScore } = standingOf(standings, "C.Overall");
    const recomputed = results.checks["maxOverall recomputed from rounded meta maxima"];
    expect(Number(maxScore.toFixed(2))).toBe(recomputed);
    // The printed 60609 is in the range of the unrounded maxima of the families.
    const at = (shift: 1 | -1): Rational => standingOf(standingsWith(shift), "C.Overall").maxScore;
    const half = (a: Rational): Rational => a.plus(maxScore).dividedBy(Rational.of(2));
    const printed = Rational.of(results.max["C.Overall"] as number);
    expect(half(at(-1)).compare(printed)).toBeLessThanOrEqual(0);
    expect(half(at(1)).compare(printed)).toBeGreaterThanOrEqual(0);
  });

  test("FalseOverall and TrueOverall add up to Overall", () => {
    const maximum = (name: string): Rational => standingOf(standings, name).maxScore;
    const sum = maximum("C.FalseOverall").plus(maximum("C.TrueOverall"));
    expect(sum.equals(maximum("C.Overall"))).toBe(true);
    // As printed they differ by the rounding of one point.
    const { "C.FalseOverall": ofFalse = 0, "C.TrueOverall": ofTrue = 0 } = results.max;
    expect(ofFalse + ofTrue).toBe(results.checks["maxTrue+maxFalse"]);
    expect(Math.abs(ofFalse + ofTrue - (results.max["C.Overall"] ?? 0))).toBeLessThanOrEqual(1);
  });

  test("UAutomizer: FALSE and TRUE parts add up to its score", () => {
    const scoreIn = (name: string): number =>
      results.medals[name]?.find(([tool]) => tool === "UAutomizer")?.[1] ?? Number.NaN;
    expect(scoreIn("C.FalseOverall") + scoreIn("C.TrueOverall")).toBe(scoreIn("C.Overall"));
  });
});
