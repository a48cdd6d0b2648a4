import { describe, expect, test } from "vitest";
import type {
  BaseCategory,
  Category,
  ExpectedVerdict,
  Tool,
  ValidationTrackRules,
} from "../../../ground/model/index.ts";
import { Rational } from "../../../ground/util/rational.ts";
import { findEdition } from "../editions/index.ts";
import {
  type ValidationStanding,
  ValidationStandings,
  type ValidationStandingsInput,
  validationScore,
  validatorPoints,
} from "./validation-standings.ts";
import {
  classifyWitness,
  type ValidationTask,
  type ValidationTrack,
  type ValidatorRun,
  votesByFamily,
  witnessEligibility,
} from "./witness-class.ts";

function rulesOf(year: number): ValidationTrackRules {
  return findEdition(year).validationTrack as ValidationTrackRules;
}

const LOOPS: BaseCategory = {
  kind: "base",
  name: "unreach-call.ReachSafety-Loops",
  property: "unreach-call",
};
const VIOLATION: ValidationTrack = { kind: "violation", version: "2.0" };
const CORRECTNESS: ValidationTrack = { kind: "correctness", version: "2.0" };

function witness(
  track: ValidationTrack,
  expected: ExpectedVerdict["kind"],
  more: Partial<ValidationTask> = {},
): ValidationTask {
  return { id: "w", category: LOOPS, expectedVerdict: { kind: expected }, witness: track, ...more };
}

test("only the editions since 2023 have a validation track", () => {
  expect(findEdition(2022).validationTrack).toBeUndefined();
  expect(rulesOf(2023).wrongWitnessFactor).toBe(2);
  expect(rulesOf(2024).wrongWitnessFactor).toBe(1);
});

describe("votes", () => {
  test.each([
    [["false", "false(unreach-call)"], "correct"],
    [["false"], "unknown"],
    [["false", "unknown", "TIMEOUT", "ERROR"], "unknown"],
    [["false", "false", "false", "true"], "correct"],
    [["false", "false", "true"], "unknown"],
    [["false", "true", "true", "true"], "wrong"],
    [["true", "true"], "wrong"],
    [[], "unknown"],
  ])("violation witness, answers %j: %s", (answers, outcome) => {
    expect(classifyWitness(rulesOf(2025), witness(VIOLATION, "false"), answers).class).toBe(
      outcome,
    );
  });

  test("the expected verdict decides before any vote", () => {
    const wrong = witness(VIOLATION, "true");
    expect(classifyWitness(rulesOf(2025), wrong, ["false", "false"]).class).toBe("wrong");
    expect(classifyWitness(rulesOf(2023), witness(VIOLATION, "false"), ["true"]).class).toBe(
      "correct",
    );
  });

  test("crafted witnesses", () => {
    const crafted = (expectedAnswer: "true" | "false"): string =>
      classifyWitness(rulesOf(2025), witness(CORRECTNESS, "true", { expectedAnswer }), []).class;
    expect(crafted("true")).toBe("correct");
    expect(crafted("false")).toBe("wrong");
  });

  test("a family has one vote, and none if it disagrees with itself", () => {
    const runs = [
      { validator: "a1", status: "true" },
      { validator: "a2", status: "true" },
      { validator: "b1", status: "true" },
      { validator: "b2", status: "false(unreach-call)" },
      { validator: "c1", status: "TIMEOUT" },
    ];
    expect(votesByFamily(runs, (name) => name.slice(0, 1))).toEqual(["true", "unknown"]);
  });
});

describe("eligibility in 2025", () => {
  const memsafety: BaseCategory = {
    kind: "base",
    name: "valid-memsafety.MemSafety-Heap",
    property: "valid-memsafety",
  };
  const violated = (subproperty: string): Partial<ValidationTask> => ({
    category: memsafety,
    expectedVerdict: { kind: "false", subproperty },
  });
  const { witness: _, ...without } = witness(VIOLATION, "false");
  test.each([
    ["accepted", VIOLATION, witness(VIOLATION, "false"), "eligible"],
    ["no file", VIOLATION, without, "missing"],
    ["other kind", CORRECTNESS, witness(VIOLATION, "false"), "dropped"],
    ["other version", VIOLATION, witness({ ...VIOLATION, version: "1.0" }, "false"), "dropped"],
    [
      "linter",
      VIOLATION,
      witness(VIOLATION, "false", { linterStatus: "ERROR (invalid witness syntax)" }),
      "error",
    ],
    [
      "linter accepts",
      VIOLATION,
      witness(VIOLATION, "false", { linterStatus: "done" }),
      "eligible",
    ],
    ["banned", VIOLATION, witness(VIOLATION, "false", { isBanned: true }), "banned"],
    ["valid-deref", VIOLATION, witness(VIOLATION, "false", violated("valid-deref")), "eligible"],
    [
      "valid-memtrack",
      VIOLATION,
      witness(VIOLATION, "false", violated("valid-memtrack")),
      "unsupported",
    ],
    [
      "memory safety has no correctness witnesses",
      CORRECTNESS,
      witness(CORRECTNESS, "true", { category: memsafety }),
      "unsupported",
    ],
  ] satisfies [string, ValidationTrack, ValidationTask, string][])(
    "%s",
    (_name, track, task, state) => {
      expect(witnessEligibility(rulesOf(2025), track, task).state).toBe(state);
    },
  );
});

test.each([
  ["correct", "violation", "true", -32, -32],
  ["correct", "violation", "false(unreach-call)", 1, 1],
  ["correct", "correctness", "true", 2, 2],
  ["correct", "correctness", "false", -16, -16],
  ["wrong", "violation", "true", 2, 4],
  ["wrong", "violation", "false", -16, -32],
  ["wrong", "correctness", "true", -32, -64],
  ["wrong", "correctness", "false", 1, 2],
  ["wrong", "correctness", "unknown", 0, 0],
  ["unknown", "correctness", "true", 0, 0],
] as const)(
  "%s %s witness, answer %s: %i, in 2023 %i",
  (witnessClass, kind, status, now, in2023) => {
    expect(validatorPoints(rulesOf(2025), witnessClass, kind, status)).toBe(now);
    expect(validatorPoints(rulesOf(2023), witnessClass, kind, status)).toBe(in2023);
  },
);

test("worked example: 60 of 90 confirmed, 5 of 10 refuted, one wrong one confirmed", () => {
  const score = validationScore({ correct: 90, wrong: 10 }, Rational.of(60), Rational.of(10 - 16));
  expect(score.toString()).toBe("10/3");
  expect(score.toFixed(2)).toBe("3.33");
});

test("an empty class does not count", () => {
  const score = validationScore({ correct: 4, wrong: 0 }, Rational.of(3), Rational.zero);
  expect(score.toString()).toBe("3");
  expect(validationScore({ correct: 0, wrong: 0 }, Rational.zero, Rational.zero)).toBe(
    Rational.zero,
  );
});

describe("standings", () => {
  const heap: BaseCategory = { ...LOOPS, name: "unreach-call.ReachSafety-ECA" };
  const categories: readonly Category[] = [
    LOOPS,
    heap,
    { kind: "meta", name: "Overall", children: [LOOPS.name, heap.name] },
  ];
  const task = (id: string, category: BaseCategory): ValidationTask => ({
    ...witness(VIOLATION, "false"),
    id,
    category,
  });
  const run = (validator: string, id: string, status: string, category = LOOPS): ValidatorRun => ({
    validator,
    task: id,
    category: category.name,
    status,
    cpuTimeSeconds: 2,
  });
  const input: ValidationStandingsInput = { rules: rulesOf(2025), track: VIOLATION, categories };
  const tools = ["a", "b", "c", "d"].map((id): Tool => ({ id, name: id }));
  const tasks = [task("1", LOOPS), task("2", LOOPS), task("3", LOOPS), task("4", heap)];
  const runs = [
    run("a", "1", "false"),
    run("b", "1", "false"),
    run("c", "1", "unknown"),
    run("a", "2", "false"),
    run("b", "2", "unknown"),
    run("c", "2", "false"),
    // One vote only: void.
    run("a", "3", "false"),
    run("a", "4", "false", heap),
    run("c", "4", "false", heap),
  ];
  const computed = (validators: readonly Tool[]): readonly ValidationStanding[] => {
    const standings = new ValidationStandings(input);
    for (const each of tasks) {
      standings.add(
        each,
        runs.filter((answer) => answer.task === each.id && answer.category === each.category.name),
      );
    }
    return standings.compute(validators);
  };

  test("scores, ranks and void witnesses", () => {
    const standings = computed(tools);
    expect(standings.map(({ witnesses }) => witnesses)).toEqual([
      { correct: 2, wrong: 0, unknown: 1 },
      { correct: 1, wrong: 0, unknown: 0 },
      { correct: 3, wrong: 0, unknown: 1 },
    ]);
    const summary = standings.map(({ scores }) =>
      scores.map(({ validator, score, rank }) => `${validator} ${score} #${rank}`),
    );
    expect(summary).toEqual([
      ["a 2 #1", "b 1 #2", "c 1 #2", "d 0 #undefined"],
      ["a 1 #1", "b 0 #undefined", "c 1 #1", "d 0 #undefined"],
      // b has no results in ECA, which counts as 0: (1/2 + 0) · 3/2.
      ["a 3 #1", "b 3/4 #3", "c 9/4 #2", "d 0 #undefined"],
    ]);
    expect(standings.at(-1)?.hasMedals).toBe(true);
  });

  test("fewer than three competitors have no medals", () => {
    const validators = tools.map((tool) =>
      tool.id === "a" ? { ...tool, horsConcours: true } : tool,
    );
    const standings = computed(validators);
    expect(standings.at(-1)?.hasMedals).toBe(false);
    expect(standings.at(-1)?.scores[0]?.rank).toBeUndefined();
  });
});
