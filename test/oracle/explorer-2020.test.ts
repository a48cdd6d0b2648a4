/** The 2020 data of CPA-Seq as the result pages show them: the same numbers as the published ones. */
import { expect, test } from "vitest";
import {
  categoryPart,
  decodePart,
  encodePart,
  filterRows,
  parseQuery,
  RunStore,
  recount,
} from "../../src/explorer/index.ts";
import type { ResultCategory } from "../../src/model/index.ts";
import { findEdition, pointsOf } from "../../src/scoring/index.ts";
import { describePublished, publishedJson } from "./published.ts";

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
});
