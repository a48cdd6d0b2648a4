import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { BaseCategory, Category, Edition, MetaCategory } from "../../ground/model/index.ts";
import { resultCategory } from "../results/index.ts";
import type { CategoryTask } from "./category-sizes.ts";
import { findEdition } from "./editions/index.ts";
import { ExactSum, exactRational } from "./exact-sum.ts";
import { pointsOf } from "./points.ts";
import {
  type CategoryStanding,
  categoryWeights,
  computeStandings,
  type StandingsInput,
} from "./standings.ts";
import type { JudgedRun } from "./tally.ts";

const edition = findEdition(2026);

const base = (name: string, demonstration = false): BaseCategory => ({
  kind: "base",
  name,
  property: "unreach-call",
  demonstration,
});
const meta = (
  name: string,
  children: readonly string[],
  answers: MetaCategory["answers"] = "all",
): MetaCategory => ({ kind: "meta", name, children, answers });

/** `t` true and `f` false tasks. */
function tasks(category: string, t: number, f: number): readonly CategoryTask[] {
  return Array.from({ length: t + f }, (_, index) => ({
    task: `${category}/${index}`,
    expectedVerdict: { kind: index < t ? "true" : "false" },
  }));
}

/** Runs over the first tasks of a category; one letter each: t(rue), f(alse), u(nknown). */
function runs(
  tool: string,
  category: string,
  answers: string,
  list: readonly CategoryTask[],
  cpuTimeSeconds = 1,
): readonly JudgedRun[] {
  return [...answers].map((letter, index) => {
    const status = letter === "t" ? "true" : letter === "f" ? "false" : "unknown";
    const judgement = resultCategory(status, list[index]?.expectedVerdict);
    return {
      tool,
      category,
      task: `${category}/${index}`,
      status,
      resultCategory: judgement,
      points: pointsOf(status, judgement, edition.scoring),
      cpuTimeSeconds,
    };
  });
}

const T = tasks("T", 10, 0);
const F = tasks("F", 0, 10);

const EXAMPLE: StandingsInput = {
  edition,
  categories: [base("T"), base("F"), meta("Overall", ["T", "F"])],
  tools: ["A", "B", "C", "D"].map((id) => ({ id, name: id })),
  participations: [],
  tasks: new Map([
    ["T", T],
    ["F", F],
  ]),
  runs: [
    ...runs("A", "T", "tttttuuuuu", T),
    ...runs("A", "F", "fffffuuuuu", F),
    ...runs("B", "T", "tttttttttt", T),
    ...runs("B", "F", "uuuuuuuuuu", F),
    ...runs("C", "T", "uuuuuuuuuu", T),
    ...runs("C", "F", "ffffffffff", F),
    ...runs("D", "T", "ttttttttuu", T),
    ...runs("D", "F", "ffffffffuu", F),
  ],
};

function find(standings: readonly CategoryStanding[], name: string): CategoryStanding {
  return standings.find(({ category }) => category.name === name) as CategoryStanding;
}

/** `A 15 #3` for every tool. */
function summary({ scores }: CategoryStanding): readonly string[] {
  return scores.map(({ tool, state, score, rank }) =>
    [tool, state === "scored" ? String(score) : state, rank === undefined ? "" : `#${rank}`]
      .join(" ")
      .trim(),
  );
}

test("worked example of the rules: A 15, B 20, C 10, D 24", () => {
  const standings = computeStandings(EXAMPLE);
  expect(summary(find(standings, "Overall"))).toEqual(["A 15 #3", "B 20 #2", "C 10 #4", "D 24 #1"]);
  expect(find(standings, "Overall")).toMatchObject({
    tasks: { valid: 20, expectedTrue: 10, expectedFalse: 10, void: 0, normalisation: 20 },
    hasMedals: true,
  });
  expect(String(find(standings, "Overall").maxScore)).toBe("30");
});

test("FalseOverall and TrueOverall add up to Overall", () => {
  const standings = computeStandings({
    ...EXAMPLE,
    categories: [
      ...EXAMPLE.categories,
      meta("FalseOverall", ["T", "F"], "false"),
      meta("TrueOverall", ["T", "F"], "true"),
    ],
    // A reports one false alarm: −16 belongs to the false part.
    runs: [...[...EXAMPLE.runs].slice(1), ...runs("A", "T", "f", T)],
  });
  expect(summary(find(standings, "FalseOverall"))[0]).toBe("A -11 #4");
  expect(summary(find(standings, "TrueOverall"))[0]).toBe("A 8 #3");
  expect(summary(find(standings, "Overall"))[0]).toBe("A -3 #4");
  expect(String(find(standings, "FalseOverall").maxScore)).toBe("10");
  expect(String(find(standings, "TrueOverall").maxScore)).toBe("20");
});

test("nested meta categories weigh by their tasks", () => {
  const G = tasks("G", 4, 0);
  const standings = computeStandings({
    ...EXAMPLE,
    categories: [...EXAMPLE.categories, base("G"), meta("Top", ["Overall", "G"])],
    tasks: new Map([...EXAMPLE.tasks, ["G", G]]),
    runs: [...EXAMPLE.runs, ...runs("A", "G", "tttu", G), ...runs("D", "G", "uuuu", G)],
  });
  // A: (15/20 + 6/4) · 24/2 = 27; D: (24/20 + 0) · 12 = 14.4; the others have no results in G.
  expect(summary(find(standings, "Top"))).toEqual([
    "A 27 #1",
    "B incomplete",
    "C incomplete",
    "D 72/5 #2",
  ]);
});

test("the edition of 2012 adds plainly", () => {
  const plain: Edition = { ...edition, meta: { ...edition.meta, score: "plain-sum" } };
  const small = tasks("S", 1, 0);
  const standings = computeStandings({
    ...EXAMPLE,
    edition: plain,
    categories: [base("T"), base("S"), meta("Overall", ["T", "S"])],
    tasks: new Map([
      ["T", T],
      ["S", small],
    ]),
    runs: [...runs("A", "T", "ttt", T), ...runs("A", "S", "t", small)],
  });
  expect(summary(find(standings, "Overall"))[0]).toBe("A 8 #1");
});

test("demonstrations and empty categories do not count", () => {
  const standings = computeStandings({
    ...EXAMPLE,
    categories: [
      base("T"),
      base("F"),
      base("Demo", true),
      base("Empty"),
      meta("Overall", ["T", "Demo", "F", "Empty"]),
    ],
    tasks: new Map([...EXAMPLE.tasks, ["Demo", tasks("Demo", 5, 0)], ["Empty", []]]),
  });
  expect(summary(find(standings, "Overall"))).toEqual(["A 15 #3", "B 20 #2", "C 10 #4", "D 24 #1"]);
});

test("void tasks and tasks without verdict", () => {
  const list: readonly CategoryTask[] = [
    { task: "T/0", expectedVerdict: { kind: "true" } },
    { task: "T/1", expectedVerdict: { kind: "false" }, isVoid: true },
    { task: "T/2" },
  ];
  const input = { ...EXAMPLE, categories: [base("T")], tasks: new Map([["T", list]]), runs: [] };
  const counts = { valid: 1, expectedTrue: 1, expectedFalse: 0, void: 1 };
  expect(computeStandings(input)[0]?.tasks).toEqual({ ...counts, normalisation: 1 });
  const before2025: Edition = { ...edition, meta: { ...edition.meta, countVoidTasks: true } };
  expect(computeStandings({ ...input, edition: before2025 })[0]?.tasks.normalisation).toBe(2);
});

test("ties: less CPU time wins, exact ties share a rank", () => {
  const standings = computeStandings({
    ...EXAMPLE,
    categories: [base("T")],
    runs: [
      ...runs("A", "T", "tt", T, 2),
      ...runs("B", "T", "ttu", T, 2),
      ...runs("C", "T", "tt", T, 1),
      ...runs("D", "T", "t", T, 0.5),
    ],
  });
  expect(summary(find(standings, "T"))).toEqual(["A 4 #2", "B 4 #2", "C 4 #1", "D 2 #4"]);
});

test("opt-out, listing and hors concours", () => {
  const standings = computeStandings({
    ...EXAMPLE,
    tools: EXAMPLE.tools.map((tool) => (tool.id === "D" ? { ...tool, horsConcours: true } : tool)),
    participations: [
      { tool: "A", categories: ["Overall"], optOut: ["F"] },
      { tool: "B", categories: ["T"], optOut: [] },
    ],
  });
  expect(summary(find(standings, "T"))).toEqual(["A 10 #2", "B 20 #1", "C 0 #3", "D 16"]);
  expect(summary(find(standings, "F"))).toEqual(["A opted-out", "B not-listed", "C 10 #1", "D 8"]);
  // Opted-out categories still count in the meta category.
  expect(summary(find(standings, "Overall"))).toEqual([
    "A 15 #1",
    "B not-listed",
    "C 10 #2",
    "D 24",
  ]);
});

test.each([
  ["unknown child", [meta("M", ["X"])], "there is no category X"],
  ["twice", [base("T"), base("T")], "T is defined twice"],
  ["cycle", [meta("M", ["N"]), meta("N", ["M"])], "contains itself"],
] satisfies [string, Category[], string][])("refuses: %s", (_name, categories, message) => {
  expect(() => computeStandings({ ...EXAMPLE, categories, runs: [] })).toThrow(message);
});

const oracle = "../shared/oracles/meta_normalisation_example.json";
describe.skipIf(!existsSync(oracle))("oracle of the meta normalisation", () => {
  test("scores and ranking", () => {
    const { verifiers, ranking } = JSON.parse(readFileSync(oracle, "utf8")) as {
      verifiers: Record<string, { meta: number }>;
      ranking: string[];
    };
    const { scores } = find(computeStandings(EXAMPLE), "Overall");
    for (const { tool, score, rank } of scores) {
      expect(score.toNumber()).toBe(verifiers[tool]?.meta);
      expect(rank).toBe(ranking.indexOf(tool) + 1);
    }
  });
});

describe("special rules", () => {
  test("2012: negative totals and opt-outs are 0 in a category and in Overall", () => {
    const standings = computeStandings({
      ...EXAMPLE,
      edition: findEdition(2012),
      participations: [{ tool: "B", categories: ["Overall"], optOut: ["T"] }],
      // A: −2 for a false alarm, C has no results in F at all.
      runs: [
        ...[...EXAMPLE.runs].filter(
          ({ tool, category }) => tool !== "A" && !(tool === "C" && category === "F"),
        ),
        { ...(runs("A", "T", "f", T)[0] as JudgedRun), points: -2 },
        ...runs("A", "F", "fff", F),
      ],
    });
    expect(find(standings, "T").scores[0]).toMatchObject({ state: "scored", cutTotal: -2 });
    expect(summary(find(standings, "T"))).toEqual(["A 0 #2", "B opted-out", "C 0 #2", "D 16 #1"]);
    expect(summary(find(standings, "Overall"))).toEqual(["A 3 #2", "B 0 #3", "C 0 #3", "D 24 #1"]);
  });

  test("falsification leaves termination out at every depth, with its tasks", () => {
    const termination: BaseCategory = { ...base("L"), property: "termination" };
    const falsification: MetaCategory = {
      ...meta("FalsificationOverall", ["Systems", "F"], "false"),
      excludedProperties: ["termination"],
    };
    const standings = computeStandings({
      ...EXAMPLE,
      tools: EXAMPLE.tools.slice(0, 1),
      categories: [base("T"), base("F"), termination, meta("Systems", ["T", "L"]), falsification],
      tasks: new Map([...EXAMPLE.tasks, ["L", tasks("L", 0, 5)]]),
      runs: [...EXAMPLE.runs, ...runs("A", "L", "fffff", tasks("L", 0, 5))],
    });
    expect(find(standings, "Systems").tasks.valid).toBe(15);
    // Systems is T alone: (0/10 + 5/10) · 20/2.
    expect(find(standings, "FalsificationOverall").tasks).toMatchObject({
      valid: 20,
      expectedFalse: 10,
    });
    expect(summary(find(standings, "FalsificationOverall"))).toEqual(["A 5 #1"]);
    expect(find(standings, "FalsificationOverall").hasMedals).toBe(true);
  });

  test("categories of the validation track are not there", () => {
    const crafted: BaseCategory = { ...base("Crafted"), validationOnly: true };
    const standings = computeStandings({
      ...EXAMPLE,
      categories: [
        ...EXAMPLE.categories.slice(0, 2),
        crafted,
        meta("Overall", ["T", "F", "Crafted"]),
      ],
    });
    expect(standings.map(({ category }) => category.name)).toEqual(["T", "F", "Overall"]);
    expect(summary(find(standings, "Overall"))[0]).toBe("A 15 #3");
  });

  test("weights of base categories reproduce the scores", () => {
    const G = tasks("G", 4, 0);
    const input = {
      ...EXAMPLE,
      categories: [...EXAMPLE.categories, base("G"), meta("Top", ["Overall", "G"])],
      tasks: new Map([...EXAMPLE.tasks, ["G", G]]),
    };
    const weights = categoryWeights(input, "Top");
    expect([...weights].map(([name, weight]) => `${name} ${weight}`)).toEqual([
      "T 3/5",
      "F 3/5",
      "G 3",
    ]);
  });
});

test("sums of measured values do not depend on the order", () => {
  const values = [0.1, 0.2, 0.3, 1e6 + 0.000000001, 3.5, 0.1234567890123];
  const sum = (list: readonly number[]): string => {
    const total = new ExactSum();
    for (const value of list) total.add(value);
    return total.toRational().toFixed(13);
  };
  expect(sum(values)).toBe("1000004.2234567900123");
  expect(sum([...values].reverse())).toBe(sum(values));
  const large = new ExactSum();
  for (let index = 0; index < 20_000; index++) large.add(999_999.999999999);
  expect(String(large.toRational())).toBe("999999999999999/50000");
  expect(exactRational(1.5e-7).toString()).toBe("3/20000000");
  expect(exactRational(-2.5).toString()).toBe("-5/2");
  expect(exactRational(1e21).toString()).toBe("1000000000000000000000");
});
