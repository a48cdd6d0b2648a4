/**
 * The runs of CPA-Seq in SV-COMP 2020 as the result files that were published:
 * one of the verifier, one per validator and kind of witness, merged by rule.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluateResultFiles, type FileEvaluation } from "../../src/competition/index.ts";
import type { Edition } from "../../src/model/index.ts";
import { findEdition } from "../../src/scoring/index.ts";
import { describePublished, publishedJson } from "./published.ts";

interface Run {
  readonly task: string;
  readonly status: string;
  readonly category: string;
  readonly cputime: number;
  readonly correctnessValidation: readonly [status: string, category: string] | null;
  readonly violationValidation: readonly [status: string, category: string] | null;
}

const folder = mkdtempSync(join(tmpdir(), "agon-2020-"));
const RUN_SET = "sv-comp20_prop-reachsafety.ReachSafety-Arrays";

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** A file as BenchExec 2.5 wrote it: no expected verdicts, those are told by the categories. */
function write(
  benchmark: string,
  time: string,
  rows: readonly { task: string; status: string; category: string; cputime?: number }[],
): string {
  const path = join(folder, `${benchmark}.${time}.results.${RUN_SET}.xml`);
  const runs = rows.map(({ task, status, category, cputime }) => {
    const columns = [
      ["status", status],
      ["category", category],
      ...(cputime === undefined ? [] : [["cputime", `${cputime}s`]]),
    ].map(([title = "", value = ""]) => `<column title="${title}" value="${escapeXml(value)}"/>`);
    return `<run name="${escapeXml(task)}" properties="unreach-call">${columns.join("")}</run>\n`;
  });
  writeFileSync(
    path,
    `<?xml version="1.0"?>\n<result benchmarkname="${benchmark}" block="ReachSafety-Arrays" name="${RUN_SET}" tool="CPAchecker" version="1.9">\n${runs.join("")}</result>\n`,
  );
  return path;
}

describePublished("SV-COMP 2020, the files of CPA-Seq in ReachSafety-Arrays", () => {
  const { runs } = publishedJson<{ readonly runs: readonly Run[] }>(
    "svcomp2020_cpaseq_ReachSafety-Arrays_runs.json",
  );
  const verifier = write("cpa-seq", "2019-11-29_1400", runs);
  const validator = (kind: "correctness" | "violation"): string =>
    write(
      `cpa-seq-validate-${kind}-witnesses-cpa-seq`,
      "2019-12-03_0746",
      runs.flatMap((run) => {
        const answer = run[`${kind}Validation`];
        return answer === null ? [] : [{ task: run.task, status: answer[0], category: answer[1] }];
      }),
    );
  const [correctness, violation] = [validator("correctness"), validator("violation")];
  const edition = findEdition(2020);
  /** What the schema would have been without the exception of the jury. */
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
