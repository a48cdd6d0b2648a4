/** Run data of CPA-Seq in SV-COMP 2020, merged with validation results. */
import { expect, test } from "vitest";
import {
  type Edition,
  type ExpectedVerdict,
  parseStatus,
  type ResultCategory,
  type RunPhase,
} from "../../src/ground/model/index.ts";
import { resultCategory } from "../../src/organiser/results/index.ts";
import {
  ExactSum,
  finalStatus,
  findEdition,
  type JudgedRun,
  tallyRuns,
  type ValidatorAnswer,
} from "../../src/organiser/scoring/index.ts";
import { base, describePublished, expectationFor, publishedJson } from "./published.ts";

type StatusAndCategory = readonly [status: string, category: string] | null;

interface ArraysRun {
  readonly task: string;
  readonly status: string;
  readonly category: string;
  readonly cputime: number;
  readonly correctnessValidation: StatusAndCategory;
  readonly violationValidation: StatusAndCategory;
  readonly mergedCorrectness: StatusAndCategory;
  readonly mergedViolation: StatusAndCategory;
  readonly merged: StatusAndCategory;
}

interface OverflowRun {
  readonly task: string;
  readonly status: string;
  readonly category: string;
  readonly cputime: number;
  readonly validation: StatusAndCategory;
  readonly mergedNoOverwrite: StatusAndCategory;
}

/** Only runs that are correct or wrong imply the expected verdict. */
function expectation(status: string, category: string): ExpectedVerdict | undefined {
  if (category !== "correct" && category !== "wrong") return { kind: "true" };
  return expectationFor(status, category === "correct");
}

function answersOf(
  correctness: StatusAndCategory,
  violation: StatusAndCategory,
): readonly ValidatorAnswer[] {
  const answer = (phase: RunPhase, result: StatusAndCategory): readonly ValidatorAnswer[] =>
    result === null ? [] : [{ tool: phase, phase, status: result[0] }];
  return [
    ...answer("correctness-validation", correctness),
    ...answer("violation-validation", violation),
  ];
}

const ARRAYS = base("ReachSafety-Arrays", "unreach-call");

function judge(
  edition: Edition,
  run: ArraysRun,
  validations: readonly ValidatorAnswer[],
): JudgedRun {
  const { status, category, points } = finalStatus({
    edition,
    category: ARRAYS,
    expectedVerdict: expectation(run.status, run.category),
    isVoid: false,
    verification: { status: run.status },
    witness: { state: "unexamined" },
    validations,
  });
  return {
    tool: "cpa-seq",
    category: ARRAYS.name,
    task: run.task,
    status,
    resultCategory: category,
    points,
    cpuTimeSeconds: run.cputime,
  };
}

describePublished("SV-COMP 2020, CPA-Seq in ReachSafety-Arrays", () => {
  const { runs } = publishedJson<{ readonly runs: readonly ArraysRun[] }>(
    "svcomp2020_cpaseq_ReachSafety-Arrays_runs.json",
  );
  const edition = findEdition(2020);
  /** The schema without the exception of the jury. */
  const withoutException: Edition = { ...edition, scoring: findEdition(2021).scoring };
  const none = runs.map((run) => judge(edition, run, []));
  const both = (rules: Edition): readonly JudgedRun[] =>
    runs.map((run) =>
      judge(rules, run, answersOf(run.correctnessValidation, run.violationValidation)),
    );
  const correctnessOnly = (rules: Edition): readonly JudgedRun[] =>
    runs.map((run) => judge(rules, run, answersOf(run.correctnessValidation, null)));
  const violationOnly = runs.map((run) =>
    judge(edition, run, answersOf(null, run.violationValidation)),
  );

  const pairs = (list: readonly JudgedRun[]): readonly (readonly [string, ResultCategory])[] =>
    list.map(({ status, resultCategory: category }) => [status, category]);

  test("436 runs", () => expect(runs).toHaveLength(436));

  test("result categories before validation", () => {
    for (const { status, category } of runs) {
      expect(resultCategory(status, expectation(status, category))).toBe(category);
    }
    expect(pairs(none)).toEqual(runs.map(({ status, category }) => [status, category]));
  });

  test("merged with correctness results, with violation results, with both", () => {
    expect(pairs(correctnessOnly(edition))).toEqual(runs.map((run) => run.mergedCorrectness));
    expect(pairs(violationOnly)).toEqual(runs.map((run) => run.mergedViolation));
    expect(pairs(both(edition))).toEqual(runs.map((run) => run.merged));
  });

  test("scores 31, 29, 17, 15 and 16", () => {
    const points = (list: readonly JudgedRun[]): number => tallyRuns(list).points;
    expect(points(none)).toBe(31);
    expect(points(correctnessOnly(withoutException))).toBe(29);
    expect(points(violationOnly)).toBe(17);
    expect(points(both(withoutException))).toBe(15);
    // The point for unconfirmed TRUE, kept by the jury in 2020.
    expect(points(both(edition))).toBe(16);
  });

  test("success CPU time 2335.585732107 s, to the last digit", () => {
    expect(tallyRuns(both(edition)).cpuTimeOfCorrectSeconds).toBe(2335.585732107);
    const sum = new ExactSum();
    for (const run of both(edition)) {
      if (run.resultCategory === "correct") sum.add(run.cpuTimeSeconds as number);
    }
    expect(sum.toRational().toFixed(9)).toBe("2335.585732107");
  });
});

describePublished("SV-COMP 2020, CPA-Seq in NoOverflows-BitVectors", () => {
  const { runs } = publishedJson<{ readonly runs: readonly OverflowRun[] }>(
    "svcomp2020_cpaseq_NoOverflows-BitVectors_runs.json",
  );
  const category = base("NoOverflows-BitVectors", "no-overflow");

  test("merged without overwriting TRUE", () => {
    expect(runs).toHaveLength(280);
    const edition = findEdition(2020);
    // The option of the script that does not change TRUE results.
    const noOverwrite: Edition = {
      ...edition,
      witnessTable: {
        ...edition.witnessTable,
        rules: [
          {
            property: "*",
            categories: ["*"],
            correctness: { kind: "none" },
            violation: { kind: "required", versions: ["1.0"] },
          },
        ],
      },
    };
    for (const run of runs) {
      const isFalse = parseStatus(run.status).kind === "false";
      const result = finalStatus({
        edition: noOverwrite,
        category,
        expectedVerdict: expectation(run.status, run.category),
        isVoid: false,
        verification: { status: run.status },
        witness: { state: "unexamined" },
        validations: answersOf(isFalse ? null : run.validation, isFalse ? run.validation : null),
      });
      expect([result.status, result.category]).toEqual(run.mergedNoOverwrite);
    }
  });
});
