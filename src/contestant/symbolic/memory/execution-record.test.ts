import { expect, test } from "vitest";
import { incompleteOnes, Obligations } from "../../analysis-core/obligation.ts";
import { TermManager } from "../../smt/term.ts";
import type { Check } from "../../specification/index.ts";
import { ExecutionRecord } from "./execution-record.ts";

const manager = new TermManager();

function add(record: ExecutionRecord, check: Check, reason: string = check): void {
  record.obligations.add({ check, edge: undefined, guard: manager.true, reason });
}

/** All lists of a record, found by their type. */
function listsOf(record: ExecutionRecord): { length: number }[] {
  return Object.values(record).filter((value) => typeof value.length === "number");
}

/** The different lengths of all lists. */
function lengths(record: ExecutionRecord): number[] {
  return [...new Set(listsOf(record).map(({ length }) => length))];
}

test("a mark holds the place of every list, and goes back to it", () => {
  const record = new ExecutionRecord();
  const fill = (): void => {
    for (const list of listsOf(record)) {
      if (Array.isArray(list)) list.push({} as never);
    }
    add(record, "dereference");
  };
  fill();
  const mark = record.mark();
  fill();
  fill();
  expect(lengths(record)).toEqual([3]);
  record.reset(mark);
  expect(lengths(record)).toEqual([1]);
  record.clear();
  expect(lengths(record)).toEqual([0]);
});

test("chosen obligations after a place are taken out, and the others stay in order", () => {
  const obligations = new Obligations<string>();
  const checks: Check[] = ["overflow", "undefined", "overflow", "assertion", "undefined"];
  for (const [index, check] of checks.entries()) {
    obligations.add({ check, edge: undefined, guard: `${index}`, reason: "" });
  }
  const taken = obligations.takeAfter(1, ({ check }) => check !== "undefined");
  expect(taken.map(({ guard }) => guard)).toEqual(["2", "3"]);
  expect([...obligations].map(({ guard }) => guard)).toEqual(["0", "1", "4"]);
  expect(obligations.has("assertion")).toBe(false);
});

test("cut executions are reported first, and checks that the specification ignores are not reported", () => {
  const record = new ExecutionRecord();
  for (const check of ["free", "unsupported", "unspecified", "undefined", "unwinding"] as const) {
    add(record, check);
  }
  const groups = incompleteOnes(record.obligations, ({ check }) =>
    check === "unspecified" ? "ignored" : check === "free" ? "ends-execution" : "incomplete",
  );
  const told = [...groups].filter(([, some]) => some.length > 0);
  expect(told.map(([text, some]) => `${text}: ${some.map(({ reason }) => reason)}`)).toEqual([
    "not unrolled completely: unwinding",
    "unsupported: unsupported",
    "possible undefined behaviour: undefined",
  ]);
});
