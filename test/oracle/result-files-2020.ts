/**
 * The runs of CPA-Seq in SV-COMP 2020 as the published result files: one of the verifier, one per
 * validator and kind of witness.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishedJson } from "./published.ts";

type StatusAndCategory = readonly [status: string, category: string];

/** A run of `svcomp2020_cpaseq_ReachSafety-Arrays_runs.json`. */
export interface ArraysRun {
  readonly task: string;
  readonly status: string;
  readonly category: string;
  readonly cputime: number;
  readonly walltime: number;
  readonly memory: number;
  readonly correctnessValidation: StatusAndCategory | null;
  readonly violationValidation: StatusAndCategory | null;
  /** After both validations. */
  readonly merged: StatusAndCategory;
}

export interface ArraysFiles {
  readonly runs: readonly ArraysRun[];
  /** Paths. */
  readonly verifier: string;
  readonly correctness: string;
  readonly violation: string;
}

const RUN_SET = "sv-comp20_prop-reachsafety.ReachSafety-Arrays";

/** Writes the files of ReachSafety-Arrays into a new folder. */
export function writeArraysFiles(): ArraysFiles {
  const folder = mkdtempSync(join(tmpdir(), "agon-2020-"));
  const { runs } = publishedJson<{ readonly runs: readonly ArraysRun[] }>(
    "svcomp2020_cpaseq_ReachSafety-Arrays_runs.json",
  );
  const validator = (kind: "correctness" | "violation"): string =>
    write(
      folder,
      `cpa-seq-validate-${kind}-witnesses-cpa-seq.2019-12-03_0746`,
      runs.flatMap((run) => {
        const answer = run[`${kind}Validation`];
        return answer === null ? [] : [{ task: run.task, status: answer[0], category: answer[1] }];
      }),
    );
  return {
    runs,
    verifier: write(folder, "cpa-seq.2019-11-29_1400", runs),
    correctness: validator("correctness"),
    violation: validator("violation"),
  };
}

/**
 * A file as BenchExec 2.5 wrote it: without expected verdicts, which follow from the categories.
 */
function write(
  folder: string,
  name: string,
  rows: readonly (Pick<ArraysRun, "task" | "status" | "category"> & Partial<ArraysRun>)[],
): string {
  const path = join(folder, `${name}.results.${RUN_SET}.xml`);
  const runs = rows.map(({ task, status, category, cputime, walltime, memory }) => {
    const columns = [
      ["status", status],
      ["category", category],
      ...(cputime === undefined ? [] : [["cputime", `${cputime}s`]]),
      ...(walltime === undefined ? [] : [["walltime", `${walltime}s`]]),
      ...(memory === undefined ? [] : [["memory", `${memory}B`]]),
    ].map(([title = "", value = ""]) => `<column title="${title}" value="${escapeXml(value)}"/>`);
    return `<run name="${escapeXml(task)}" properties="unreach-call">${columns.join("")}</run>\n`;
  });
  const [benchmark] = name.split(".");
  writeFileSync(
    path,
    `<?xml version="1.0"?>\n<result benchmarkname="${benchmark}" block="ReachSafety-Arrays" name="${RUN_SET}" tool="CPAchecker" version="1.9">\n${runs.join("")}</result>\n`,
  );
  return path;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
