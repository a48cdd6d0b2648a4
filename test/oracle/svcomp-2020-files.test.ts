/** The result files of CPA-Seq in SV-COMP 2020, merged by rule. */
import { expect, test } from "vitest";
import type { Edition } from "../../src/ground/model/index.ts";
import { evaluateResultFiles, type FileEvaluation } from "../../src/organiser/competition/index.ts";
import { findEdition } from "../../src/organiser/scoring/index.ts";
import { describePublished } from "./published.ts";
import { writeArraysFiles } from "./result-files-2020.ts";

describePublished("SV-COMP 2020, the files of CPA-Seq in ReachSafety-Arrays", () => {
  const { verifier, correctness, violation } = writeArraysFiles();
  const edition = findEdition(2020);
  /** The schema without the exception of the jury. */
  const without: Edition = { ...edition, scoring: findEdition(2021).scoring };

  const score = (rules: Edition, ...files: readonly string[]): FileEvaluation =>
    evaluateResultFiles([verifier, ...files], { edition: rules });
  const points = (evaluation: FileEvaluation): string | undefined =>
    evaluation.standings
      .find(({ category }) => category.name === "ReachSafety-Arrays")
      ?.scores.map(({ tool, score: exact }) => `${tool} ${exact}`)
      .join();

  test("scores 31, 29, 17, 15 and 16", () => {
    expect(points(score(edition))).toBe("cpa-seq 31");
    expect(points(score(without, correctness))).toBe("cpa-seq 29");
    expect(points(score(edition, violation))).toBe("cpa-seq 17");
    expect(points(score(without, correctness, violation))).toBe("cpa-seq 15");
    expect(points(score(edition, correctness, violation))).toBe("cpa-seq 16");
  });

  test("success CPU time 2335.585732107 s", () => {
    const { standings } = score(edition, correctness, violation);
    const [result] =
      standings.find(({ category }) => category.name === "ReachSafety-Arrays")?.scores ?? [];
    expect(result?.tally.cpuTimeOfCorrectSeconds).toBe(2335.585732107);
  });
});
