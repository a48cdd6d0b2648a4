/** The 2020 data of CPA-Seq on the result pages: the same numbers as the published ones. */
import { expect, test } from "vitest";
import { parseWordsAndMore } from "../../src/faces/cli/more-words.ts";
import { RESULTS_OPTIONS, readScoredResults } from "../../src/faces/cli/results-option.ts";
import type { BaseCategory, ResultCategory } from "../../src/ground/model/index.ts";
import {
  type CategoryPart,
  categoryPart,
  decodePart,
  encodePart,
  explainRun,
  filterRows,
  type PartRun,
  type PartTask,
  type PartView,
  parseQuery,
  RunStore,
  recount,
} from "../../src/organiser/explorer/index.ts";
import { findEdition, pointsOf } from "../../src/organiser/scoring/index.ts";
import { siteOfFiles } from "../../src/organiser/site/index.ts";
import { describePublished, publishedJson } from "./published.ts";
import { writeArraysFiles } from "./result-files-2020.ts";

interface PublishedRun {
  readonly task: string;
  readonly status: string;
  readonly category: ResultCategory;
  readonly cputime: number;
  readonly memory: number;
}

describePublished("CPA-Seq of SV-COMP 2020 in the explorer", () => {
  const edition = findEdition(2020);

  test.each([
    ["ReachSafety-Arrays", "svcomp2020_cpaseq_ReachSafety-Arrays_runs.json"],
    ["NoOverflows-BitVectors", "svcomp2020_cpaseq_NoOverflows-BitVectors_runs.json"],
  ])("%s", (category, file) => {
    const { runs } = publishedJson<{ readonly runs: readonly PublishedRun[] }>(file);
    const part = categoryPart(
      category,
      runs.map(({ task }) => ({ id: task })),
      ["cpa-seq"],
      runs.map((run) => ({
        tool: "cpa-seq",
        category,
        task: run.task,
        status: run.status,
        resultCategory: run.category,
        points: pointsOf(run.status, run.category, edition.scoring),
        cpuTimeSeconds: run.cputime,
        memoryBytes: run.memory,
      })),
    );
    const store = new RunStore([decodePart(encodePart(part))], edition.scoring);
    const counts = recount(store, filterRows(store, []));
    expect(counts.runs).toBe(runs.length);
    for (const result of ["correct", "wrong", "unknown", "error"] as const) {
      const wanted = runs.filter((run) => run.category === result);
      expect(counts.byResult[result]).toBe(wanted.length);
      expect(filterRows(store, parseQuery(`s:${result}`).terms)).toHaveLength(wanted.length);
    }
    for (const [status, number] of counts.byStatus) {
      expect(runs.filter((run) => run.status === status)).toHaveLength(number);
    }
    const points = runs.reduce(
      (sum, run) => sum + pointsOf(run.status, run.category, edition.scoring),
      0,
    );
    expect(counts.points).toBe(points);
    // To the last digit, through the data file.
    expect([...part.columns.cpu]).toEqual(runs.map(({ cputime }) => cputime));
    expect([...(store.views[0]?.part.columns.cpu ?? [])]).toEqual(
      runs.map(({ cputime }) => cputime),
    );
    expect([...(store.views[0]?.part.columns.memory ?? [])]).toEqual(
      runs.map(({ memory }) => memory),
    );
  });

  test("validators' files: the answers of each, with reasons", () => {
    const { runs, verifier, correctness, violation } = writeArraysFiles();
    const { args, more } = parseWordsAndMore(
      [verifier, correctness, violation, "--edition", "2020", "--category", "ReachSafety-Arrays"],
      ["FILE"],
      RESULTS_OPTIONS,
    );
    const files = [args.operands.FILE, ...more];
    const data = siteOfFiles(readScoredResults(files, args), files);
    expect(data.validators).toHaveLength(2);
    const [sitePart] = data.parts;
    const store = new RunStore(
      [decodePart(encodePart(sitePart?.part as CategoryPart))],
      data.edition.scoring,
    );
    const [category] = data.categories as readonly BaseCategory[];
    const { part } = store.views[0] as PartView;
    let explained = 0;
    for (const published of runs) {
      const row = part.tasks.findIndex(({ id }) => published.task.endsWith(id.replace(/#.*/, "")));
      const run = store.run(row) as PartRun;
      const answers = [published.correctnessValidation, published.violationValidation];
      expect(run.checks?.map(({ status }) => status).sort()).toEqual(
        answers.flatMap((answer) => (answer === null ? [] : [answer[0]])).sort(),
      );
      expect([run.status, run.resultCategory]).toEqual(published.merged);
      const task = part.tasks[row] as PartTask;
      const why = explainRun(run, task, category as BaseCategory, data.edition);
      if (published.category !== "correct") expect(why).toBeUndefined();
      else {
        expect([why?.status, why?.category]).toEqual(published.merged);
        explained++;
      }
    }
    expect(explained).toBe(75);
  });
});
