import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type StoredTask,
  storeCompetition,
  witnessText,
} from "../../../test/support/stored-competition.ts";
import type { Spool } from "../execution/index.ts";
import { findEdition, formatEdition, parseEdition } from "../scoring/index.ts";
import { type Evaluation, evaluate, isComplete } from "./evaluate.ts";
import type { ResolvedCompetition } from "./resolved.ts";

const VIOLATION = witnessText("violation", "2.0");
const TASKS: readonly StoredTask[] = [
  {
    name: "a",
    expected: false,
    answers: {
      x: { status: "false(unreach-call)", witness: VIOLATION, validator: "false(unreach-call)" },
      y: { status: "false(unreach-call)", witness: VIOLATION, validator: "unknown" },
    },
  },
  {
    name: "b",
    expected: true,
    answers: { x: { status: "false(unreach-call)" }, y: { status: "true" } },
  },
];

/** `tool task: status category points`, sorted. */
function judged({ judgedRuns }: Evaluation): string[] {
  return judgedRuns
    .map((run) => `${run.tool} ${run.task[0]}: ${run.status} ${run.resultCategory} ${run.points}`)
    .sort();
}

function overall({ standings }: Evaluation): Record<string, string> {
  const scores = standings.find(({ category }) => category.name === "Overall")?.scores ?? [];
  return Object.fromEntries(scores.map(({ tool, score }) => [tool, String(score)]));
}

describe("one spool under several editions", () => {
  const { spool, competition } = storeCompetition(TASKS);

  test("its own", () => {
    const evaluation = evaluate(competition, spool);
    expect(judged(evaluation)).toEqual([
      "x a: false(unreach-call) correct 1",
      "x b: false(unreach-call) wrong -16",
      "y a: false(unreach-call) correct-unconfirmed 0",
      "y b: witness missing (true) error 0",
    ]);
    expect(evaluation.edition.id).toBe("svcomp-2026");
    expect(evaluation.progress.notPlanned).toBe(0);
  });

  test("2012: no witnesses, other points, negative totals become 0", () => {
    const evaluation = evaluate(competition, spool, { edition: findEdition(2012) });
    expect(judged(evaluation)).toEqual([
      "x a: false(unreach-call) correct 1",
      "x b: false(unreach-call) wrong -2",
      "y a: false(unreach-call) correct 1",
      "y b: true correct 2",
    ]);
    expect(overall(evaluation)).toEqual({ x: "0", y: "3" });
    expect(evaluation.edition.id).toBe("svcomp-2012");
  });

  test("an organiser's own", () => {
    const text =
      "extends: svcomp-2012\nid: own\nyear: 2030\nname: Own\nscoring: { wrongFalse: -5 }\n";
    const edition = parseEdition(`format: agon-edition/1\n${text}`, "own.yml");
    expect(judged(evaluate(competition, spool, { edition }))).toContain(
      "x b: false(unreach-call) wrong -5",
    );
  });

  test("categories and progress stay those of the competition", () => {
    const own = evaluate(competition, spool);
    const other = evaluate(competition, spool, { edition: findEdition(2012) });
    expect(other.standings.map(({ category }) => category)).toEqual(competition.categories);
    expect(other.progress).toEqual(own.progress);
  });
});

test("validation runs that another edition asks for are counted, not invented", () => {
  const { spool, competition } = storeCompetition(TASKS, { edition: findEdition(2014) });
  const evaluation = evaluate(competition, spool, { edition: findEdition(2026) });
  expect(evaluation.progress).toMatchObject({ validation: { planned: 0, done: 0 }, notPlanned: 2 });
  expect(judged(evaluation)).toContain("x a: false(unreach-call) correct-unconfirmed 0");
});

test("sampled results are not ranked with exact ones", () => {
  const { spool, competition } = storeCompetition(TASKS);
  const files = readdirSync(spool.path("results")).map((name) => spool.path("results", name));
  const verifications = files.filter((file) =>
    readFileSync(file, "utf8").includes('"phase": "verification"'),
  );
  const sample = (file: string): void => {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/"cgroup-v\d"/, '"process-accounting"'));
  };
  verifications.slice(0, 1).forEach(sample);
  const mixed = evaluate(competition, spool);
  expect(mixed.progress.incomparable).toBe(1);
  expect(isComplete(mixed.progress)).toBe(false);
  expect(judged(mixed)).toHaveLength(verifications.length - 1);
  verifications.slice(1).forEach(sample);
  const alike = evaluate(competition, spool);
  expect(alike.progress.incomparable).toBe(0);
  expect(judged(alike)).toHaveLength(verifications.length);
});

test("a tool that hangs is charged the limit", () => {
  const { spool, competition } = storeCompetition(TASKS);
  const times = () =>
    evaluate(competition, spool)
      .judgedRuns.filter(({ task }) => task.startsWith("b"))
      .map(({ cpuTimeSeconds }) => cpuTimeSeconds);
  const limit = competition.limits.verification.cpuTimeSeconds;
  expect(times()).not.toContain(limit);
  for (const name of readdirSync(spool.path("results"))) {
    const file = spool.path("results", name);
    const result = JSON.parse(readFileSync(file, "utf8"));
    if (result.task.startsWith("b") && result.tool === "y") result.terminationReason = "walltime";
    writeFileSync(file, JSON.stringify(result));
  }
  expect(times().filter((seconds) => seconds === limit)).toHaveLength(1);
});

test("void tasks do not count, with their reasons", () => {
  const voidTasks = [{ task: "b.yml#unreach-call", reason: "signed overflow" }];
  const { spool, competition } = storeCompetition(TASKS, { voidTasks });
  const evaluation = evaluate(competition, spool);
  expect(judged(evaluation)).toContain("x b: invalid task (false(unreach-call)) missing 0");
  const [main] = evaluation.standings;
  expect(main?.tasks).toMatchObject({ valid: 1, expectedTrue: 0, expectedFalse: 1, void: 1 });
  expect(String(main?.maxScore)).toBe("1");
  const trace = evaluation.judgements.find(({ task }) => task.id.startsWith("b"))?.final.trace;
  expect(trace?.map(({ text }) => text).join("\n")).toContain("after the freeze (signed overflow)");
});

test("an excluded tool keeps its points, and the others move up", () => {
  const before = evaluate(...stored()).standings[0]?.scores;
  const [first] = before?.filter(({ rank }) => rank === 1) ?? [];
  const tool = first?.tool as string;
  const excludedTools = [{ tool, reason: "it reads the names of the tasks" }];
  const after = evaluate(...stored({ excludedTools })).standings[0]?.scores;
  const excluded = after?.find((score) => score.tool === tool);
  expect(String(excluded?.score)).toBe(String(first?.score));
  expect(excluded?.rank).toBeUndefined();
  expect(after?.filter(({ rank }) => rank === 1)).toHaveLength(1);
});

function stored(change: Partial<ResolvedCompetition> = {}): [ResolvedCompetition, Spool] {
  const { spool, competition } = storeCompetition(TASKS, change);
  return [competition, spool];
}

test("the rules of the year of the competition can be written out and applied again", () => {
  const { spool, competition } = storeCompetition(TASKS);
  const text = formatEdition(findEdition(2026)).replace("id: svcomp-2026", "id: copy");
  const edition = parseEdition(text, "copy.yml");
  expect(judged(evaluate(competition, spool, { edition }))).toEqual(
    judged(evaluate(competition, spool)),
  );
});
