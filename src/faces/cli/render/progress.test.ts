import { expect, test } from "vitest";
import type { RunResult, RunSpecification } from "../../../ground/model/index.ts";
import type { RunEvent } from "../../../organiser/competition/index.ts";
import { ProgressReport } from "./progress.ts";

const SPECIFICATION = {} as RunSpecification;
const BEGIN: RunEvent = {
  kind: "begin",
  driver: { summary: ["2 at a time", "isolation: unshare"], advice: ["bubblewrap is missing"] },
  verificationRuns: 3,
  knownValidationRuns: 1,
  resumedResults: 2,
  unsupported: 1,
};

function resultEvent(status: string, newRuns: number): RunEvent {
  const result = { phase: "verification", tool: "t", task: "a.yml#p", status, cpuTimeSeconds: 1.5 };
  return {
    kind: "result",
    result: result as unknown as RunResult,
    newRuns,
  };
}

function report(isTty: boolean, events: readonly RunEvent[]): string {
  let text = "";
  let now = 0;
  const progress = new ProgressReport(
    { isTty, write: (part) => (text += part) },
    () => (now += 1000),
  );
  for (const event of events) progress.onEvent(event);
  progress.end();
  return text;
}

test("plain: one line per result", () => {
  const text = report(false, [
    BEGIN,
    { kind: "start", specification: SPECIFICATION },
    resultEvent("true", 1),
  ]);
  expect(text.split("\n")).toEqual([
    "agon: 3 verification runs; 2 at a time; isolation: unshare",
    "agon: bubblewrap is missing",
    "agon: 2 results are there already",
    "agon: 1 tasks are skipped, their tools do not support them",
    "[3/5] t a.yml#p: true (1.50 s)",
    "",
  ]);
});

test("terminal: one line, rewritten, ended by a line break", () => {
  const text = report(true, [
    BEGIN,
    { kind: "start", specification: SPECIFICATION },
    { kind: "start", specification: SPECIFICATION },
    resultEvent("ERROR (2)", 0),
  ]);
  const line = text.slice(text.lastIndexOf("\r") + 1);
  expect(line).toBe("3/4 runs · 1 running · 1 error\n");
});
