/**
 * Columns of a spool agree with judging every single result, independent of the book of witnesses.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type StoredTask,
  storeCompetition,
  witnessText,
} from "../../../test/support/stored-competition.ts";
import type { RunResult } from "../../ground/model/index.ts";
import type { Spool } from "../execution/index.ts";
import { rawRunsOf, scoreColumns } from "../scoring/index.ts";
import { evaluate } from "./evaluate.ts";
import { lintersOf, rawOpinions } from "./raw-opinions.ts";
import type { ResolvedCompetition } from "./resolved.ts";
import { loadPlan } from "./run-plan.ts";
import { RunQueue } from "./run-queue.ts";
import { storedColumns } from "./stored-columns.ts";
import { ValidationBook } from "./validation-book.ts";

const answer = fc.record(
  {
    status: fc.constantFrom("true", "false(unreach-call)", "unknown", "TIMEOUT"),
    witness: fc.constantFrom(
      witnessText("correctness", "2.0"),
      witnessText("violation", "2.0"),
      "no witness at all",
    ),
    validator: fc.constantFrom("true", "false(unreach-call)", "unknown"),
  },
  { requiredKeys: ["status"] },
);
const stored = fc.array(fc.record({ expected: fc.boolean(), one: answer, two: answer }), {
  minLength: 1,
  maxLength: 5,
});

/** Writes the book, as a start of the competition does. */
function noteWitnesses(spool: Spool, competition: ResolvedCompetition): void {
  const book = new ValidationBook(spool, competition, { store: true });
  new RunQueue(loadPlan(spool, competition, { store: true }), spool, { book });
  book.close();
}

function expectTheSame(competition: ResolvedCompetition, spool: Spool): void {
  const whole = evaluate(competition, spool.reopened());
  const { columns, progress, tasks, circumstances } = storedColumns(competition, spool.reopened());
  expect(scoreColumns(columns, competition.edition).standings).toEqual(whole.standings);
  expect(progress).toEqual(whole.progress);
  expect(tasks).toEqual(whole.tasks);
  const linters = lintersOf(competition);
  const opinions = whole.judgements.map(({ validations, witness }) =>
    rawOpinions(validations, witness, linters),
  );
  const rows = [...rawRunsOf(columns)];
  expect(rows.map((row) => row.opinions)).toEqual(opinions);
  expect(rows.map((row) => row.witness)).toEqual(whole.judgements.map(({ witness }) => witness));
  const starts = whole.judgements.flatMap(({ result, validations }) =>
    [result, ...validations].map(({ startedAt }) => startedAt),
  );
  expect(circumstances.firstStart).toBe(starts.sort()[0]);
}

test("with and without a book, of files and of packs", () => {
  fc.assert(
    fc.property(stored, (all) => {
      const tasks = all.map(({ expected, one, two }, index): StoredTask => {
        const answers = { one, two } as StoredTask["answers"];
        return { name: `t${index}`, expected, answers };
      });
      const { spool, competition } = storeCompetition(tasks);
      expectTheSame(competition, spool);
      noteWitnesses(spool, competition);
      expectTheSame(competition, spool);
      spool.pack(1);
      expectTheSame(competition, spool);
    }),
    { numRuns: 8, seed: 11 },
  );
});

test("packed results with entries in the book are scored without reading witnesses", () => {
  const witness = witnessText("correctness", "2.0");
  const tasks = Array.from({ length: 120 }, (_, index) => ({
    name: `t${index}`,
    expected: true,
    answers: { tool: { status: "true", witness, validator: "true" } },
  }));
  const { spool, competition } = storeCompetition(tasks);
  noteWitnesses(spool, competition);
  spool.pack(1);
  const opened = spool.reopened();
  let looks = 0;
  const fileOf = opened.fileOf.bind(opened);
  opened.fileOf = (reference): string => {
    looks++;
    return fileOf(reference);
  };
  const { columns } = storedColumns(competition, opened);
  expect([...rawRunsOf(columns)]).toHaveLength(120);
  // Some entries are derived again as a check.
  expect(looks).toBe(50);
});

test("sampled results do not count beside measured ones", () => {
  const tasks = ["a", "b"].map((name) => ({
    name,
    expected: true,
    answers: { tool: { status: "true" } },
  }));
  const { spool, competition } = storeCompetition(tasks);
  const opened = (): Spool => {
    const mixed = spool.reopened();
    const read = mixed.readResult.bind(mixed);
    mixed.readResult = (run): RunResult | undefined => {
      const result = read(run);
      if (result === undefined || result.task !== "a.yml#unreach-call") return result;
      const other =
        result.measurement === "process-accounting" ? "cgroup-v2" : "process-accounting";
      return { ...result, measurement: other };
    };
    mixed.resultReader = () => mixed.readResult;
    return mixed;
  };
  const whole = evaluate(competition, opened());
  const { columns, progress } = storedColumns(competition, opened());
  expect(whole.progress.incomparable).toBe(1);
  expect(progress).toEqual(whole.progress);
  expect(scoreColumns(columns, competition.edition).standings).toEqual(whole.standings);
});
