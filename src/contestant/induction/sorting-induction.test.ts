/**
 * Invariants of programs that sort: each program of the first group needs facts about the order of elements in
 * nested loops; each of the second leaves some input unsorted.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";
import type { VerificationResult } from "../plan/verify.ts";

function prove(body: string, seconds: number): VerificationResult {
  return askConfiguration("induction", body, { seconds, dataModel: "ILP32" });
}

interface Program {
  /** Sorts `a`, of 1000 elements. */
  readonly sort: string;
  readonly check?: string;
  readonly type?: string;
}

function text({ sort, check = "a[i] <= a[i + 1]", type = "int" }: Program): string {
  return `${type} a[1000]; int main(void) { int i, j; ${type} t;
    for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
    ${sort}
    for (i = 0; i < 999; i++) check(${check}); return 0; }`;
}

const BUBBLE = `int s = 1; while (s) { s = 0; for (i = 1; i < 1000; i++)
  if (a[i - 1] > a[i]) { t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; s = 1; } }`;
const INSERTION = `for (j = 1; j < 1000; j++) { t = a[j]; i = j - 1;
  while (i >= 0 && a[i] > t) { a[i + 1] = a[i]; i--; } a[i + 1] = t; }`;
const SELECTION = `for (i = 0; i < 999; i++) { int s = i;
  for (j = i + 1; j < 1000; j++) if (a[j] < a[s]) s = j;
  t = a[s]; a[s] = a[i]; a[i] = t; }`;
const EXCHANGE = `for (i = 0; i < 1000; i++) for (j = i + 1; j < 1000; j++)
  if (a[i] < a[j]) { t = a[i]; a[i] = a[j]; a[j] = t; }`;

describe("proves", () => {
  test.each<[string, Program]>([
    ["bubble sort", { sort: BUBBLE }],
    ["insertion sort", { sort: INSERTION }],
    ["selection sort", { sort: SELECTION }],
    [
      "exchange sort, descending, of bytes",
      { sort: EXCHANGE, check: "a[i] >= a[i + 1]", type: "unsigned char" },
    ],
  ])("%s", { timeout: 240_000 }, (_name, program) => {
    expect(prove(text(program), 60)).toMatchObject({ verdict: "true" });
  });
});

/** Each has a violating execution, so a proof would be wrong. */
describe("does not prove", () => {
  test.each<[string, Program]>([
    [
      "bubble sort that forgets a swap",
      { sort: BUBBLE.replace("s = 1; } }", "if (i != 5) s = 1; } }") },
    ],
    [
      "insertion sort that spares the first element",
      { sort: INSERTION.replace("i >= 0", "i > 0") },
    ],
    [
      "selection sort that leaves out the last element",
      { sort: SELECTION.replace("j < 1000", "j < 999") },
    ],
    ["exchange sort the other way", { sort: EXCHANGE }],
    ["one element that is written afterwards", { sort: `${INSERTION} a[500] = 0;` }],
  ])("%s", { timeout: 120_000 }, (_name, program) => {
    expect(prove(text(program), 4)).not.toMatchObject({ verdict: "true" });
  });
});
