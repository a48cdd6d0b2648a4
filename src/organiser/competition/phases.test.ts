import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { storeCompetition } from "../../../test/support/stored-competition.ts";
import type { Spool } from "../execution/index.ts";
import { checkFreeze, enterPhase, isFrozen, readPhases, stampChange } from "./phases.ts";

const made: Spool[] = [];
function fresh(): Spool {
  const { spool } = storeCompetition([
    { name: "a", expected: true, answers: { x: { status: "true" } } },
  ]);
  made.push(spool);
  return spool;
}
afterEach(() => {
  for (const spool of made.splice(0)) rmSync(spool.directory, { recursive: true, force: true });
});

test("phases are entered in order, and logged", () => {
  const spool = fresh();
  for (const phase of ["training", "freeze", "evaluation"] as const) enterPhase(spool, phase);
  expect(readPhases(spool).map(({ phase }) => phase)).toEqual(["training", "freeze", "evaluation"]);
  expect(isFrozen(spool)).toBe(true);
  expect(() => enterPhase(spool, "training")).toThrow("already");
  enterPhase(spool, "training", "the evaluation starts anew");
  expect(isFrozen(spool)).toBe(false);
});

test("nothing comes after the freeze without the freeze", () => {
  expect(() => enterPhase(fresh(), "evaluation")).toThrow("comes after 'freeze'");
});

test("a lock file that changed after the freeze is found", () => {
  const spool = fresh();
  enterPhase(spool, "freeze");
  expect(() => checkFreeze(spool)).not.toThrow();
  appendFileSync(spool.path("competition.lock.yml"), "# changed\n");
  expect(() => checkFreeze(spool)).toThrow("is not the one of the freeze");
  expect(() => enterPhase(spool, "evaluation")).toThrow("is not the one of the freeze");
  stampChange(spool, "a comment");
  expect(() => checkFreeze(spool)).not.toThrow();
});

test("a line of the log that was changed is found", () => {
  const spool = fresh();
  enterPhase(spool, "training", "first");
  enterPhase(spool, "pre-run");
  const file = spool.path("phases.ndjson");
  writeFileSync(file, readFileSync(file, "utf8").replace("first", "other"));
  expect(() => readPhases(spool)).toThrow("was changed");
});
