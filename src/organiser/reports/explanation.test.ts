import { appendFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { storeCompetition, witnessText } from "../../../test/support/stored-competition.ts";
import { findByRun, findByTask } from "../../faces/cli/find-judgement.ts";
import { renderExplanation } from "../../faces/cli/render/explanation.ts";
import { evaluate, type Judgement } from "../competition/index.ts";
import { findEdition } from "../scoring/index.ts";
import { explain } from "./explanation.ts";
import { lastLineOf } from "./last-line.ts";

const FALSE = "false(unreach-call)";
const { spool, competition } = storeCompetition([
  {
    name: "c/a",
    expected: false,
    answers: {
      x: { status: FALSE, witness: witnessText("violation", "2.0"), validator: FALSE },
      y: { status: FALSE, witness: witnessText("violation", "2.2"), validator: FALSE },
      z: { status: FALSE, witness: witnessText("violation", "2.0") },
    },
  },
  { name: "d/a", expected: true, answers: { y: { status: "true", output: "\u001b[2Jdone" } } },
]);
const evaluation = evaluate(competition, spool);
const { judgements } = evaluation;

/** The text without run ids. */
function explained(tool: string, task: string): string {
  const found = findByTask(judgements, tool, task) as [Judgement, ...Judgement[]];
  return renderExplanation(explain(evaluation, found, spool))
    .replace(/[0-9a-f]{2}\/[0-9a-f]{64}/g, "AB/RUN")
    .replace(/[0-9a-f]{64}/g, "RUN");
}

test("a confirmed run, in words", () => {
  const commandLine = judgements[0]?.specification.commandLine.join(" ");
  expect(explained("x", "c/a.yml#unreach-call")).toBe(`Tool x (1.0) on c/a.yml#unreach-call
  run       RUN
  command   ${commandLine}
  expected  false
  answer    false(unreach-call), exit code 0, 1.50 s CPU time, 1.75 s wall time, 1.0 MB
  host      host-1, 2026-01-01T00:00:00.000Z, attempt 1
  log       attempts/AB/RUN.1/output.log
  last line false(unreach-call)
  witness   violation witness, format 2.0
            attempts/AB/RUN.1/witness.yml

Validator, violation validation
  run       RUN
  answer    false(unreach-call), exit code 0, 1.50 s CPU time, 1.75 s wall time, 1.0 MB
  host      host-1, 2026-01-01T00:00:00.000Z, attempt 1
  log       attempts/AB/RUN.1/output.log
  last line VERDICT false(unreach-call)

Main: false(unreach-call), correct, +1 point
  1. answer 'false(unreach-call)', expected verdict 'false': correct
     [BenchExec, result categories]
  2. violation witness for Main: required in format 1.0 or 2.0 or 2.1
     [SV-COMP 2026 rules, table of witness formats]
  3. val answers 'false(unreach-call)': confirms the result
     [SV-COMP 2026 rules, validation]
  4. one confirmation is required and suffices
     [SV-COMP 2026 rules, validation]
  5. 'false(unreach-call)' in category correct: +1 points
     [SV-COMP 2026 rules, scoring schema]
`);
});

test.each([
  ["y", "c/a.yml", "witness   violation witness, format 2.2"],
  ["z", "a", "val was asked and has not answered"],
  ["y", "d/a.yml", "last line \ufffd[2Jdone"],
  ["y", "d/a.yml", "witness   none"],
])("%s on %s: %s", (tool, task, text) => {
  expect(explained(tool, task)).toContain(text);
});

test("as data, by the rules of another edition", () => {
  const old = evaluate(competition, spool, { edition: findEdition(2012) });
  const found = findByTask(old.judgements, "z", "a") as [Judgement, ...Judgement[]];
  expect(explain(old, found, spool)).toMatchObject({
    version: 1,
    edition: "svcomp-2012",
    tool: "z",
    expectedVerdict: "false",
    verification: { status: FALSE, cpuTimeSeconds: 1.5, lastLine: FALSE },
    witness: { state: "present", kind: "violation", version: "2.0" },
    validations: [],
    missingValidations: [],
    categories: [{ category: "Main", resultCategory: "correct", points: 1 }],
  });
});

describe("selection of the run", () => {
  const x = judgements.find(({ result }) => result.tool === "x") as Judgement;

  test("by the beginning of its id, or of its validation run's", () => {
    expect(findByRun(judgements, x.result.run.slice(0, 10))).toEqual([x]);
    expect(findByRun(judgements, x.validations[0]?.run as string)).toEqual([x]);
  });

  test.each([
    [() => findByRun(judgements, ""), "4 runs are meant:\n  "],
    [() => findByRun(judgements, "zz"), "no run with a result begins with 'zz'"],
    [() => findByTask(judgements, "q", "a"), "no results of a participant 'q'; there are: x, y, z"],
    [() => findByTask(judgements, "y", "a"), "2 runs are meant:"],
    [() => findByTask(judgements, "x", "aa"), "no result for a task 'aa'; did you mean 'a'?"],
  ])("%s", (find, message) => {
    expect(find).toThrow(message);
  });
});

describe("the last line of a log", () => {
  const file = spool.path("some.log");

  test.each([
    ["", undefined],
    [" \n\n", undefined],
    ["one\ntwo  \n\n  \n", "two"],
    ["one\r\ntwo\r\n", "two"],
    [`a\n${"x".repeat(400)}\n`, `${"x".repeat(300)}…`],
  ])("of %j", (text, line) => {
    writeFileSync(file, text);
    expect(lastLineOf(file)).toBe(line);
  });

  test("a log larger than the part that is read", () => {
    writeFileSync(file, "y".repeat(100_000));
    appendFileSync(file, "\nend\n");
    expect(lastLineOf(file)).toBe("end");
    expect(lastLineOf(spool.path("none.log"))).toBeUndefined();
  });
});
