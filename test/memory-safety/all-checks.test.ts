/**
 * Everything at once, as without `--property`: a violation of one check must not be lost because of
 * other checks. Undefined behaviour that only ends a proof of one property is a violation by itself
 * here.
 */
import { beforeAll, describe, expect, test } from "vitest";
import {
  formulasOfChecks,
  PROGRAM_CHECKS,
} from "../../src/contestant/specification/program-checks.ts";
import type { Property } from "../../src/ground/model/index.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";

const ids = PROGRAM_CHECKS.map(({ id }) => id).filter((id) => id !== "race" && id !== "deadlock");
const questions: Readonly<Record<string, Property>> = Object.fromEntries(
  [ids, ["free", "division"] as const, ["access", "undefined"] as const].map((some) => [
    some === ids ? "all" : some.join(),
    { name: "checks", entryFunction: "main", formulas: formulasOfChecks(some), specification: "" },
  ]),
);

const PRELUDE = `
#include <stdlib.h>
#include <string.h>
extern void *__VERIFIER_nondet_pointer(void);
extern long __VERIFIER_nondet_long(void);
extern int __VERIFIER_nondet_int(void);
`;

/** No program here has pointers from outside; some of the checks cover its mistake. */
const PROGRAMS: readonly (readonly [name: string, body: string, unasked: readonly string[]])[] = [
  ["free of a variable without a value", "char *p; free(p);", ["access,undefined"]],
  ["free of any pointer", "free(__VERIFIER_nondet_pointer());", ["access,undefined"]],
  ["free of any number", "free((void *)__VERIFIER_nondet_long());", ["access,undefined"]],
  [
    "free of any pointer beside a block",
    "char *a = malloc(4), *b; if (__VERIFIER_nondet_int()) b = a; free(b); if (a != b) free(a);",
    ["access,undefined"],
  ],
  ["a write through any pointer", "*(char *)__VERIFIER_nondet_pointer() = 1;", ["free,division"]],
  ["a read through any number", "return *(int *)__VERIFIER_nondet_long();", ["free,division"]],
  ["a copy to any place", "memset(__VERIFIER_nondet_pointer(), 0, 4);", ["free,division"]],
  [
    "realloc of any pointer",
    "free(realloc(__VERIFIER_nondet_pointer(), 4));",
    ["access,undefined"],
  ],
];
const CONFIGURATIONS = ["default", "bmc", "induction", "symbolic-execution", "value-analysis"];
const SECONDS = 1;

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

describe.each(PROGRAMS)("%s", { timeout: 120_000 }, (_name, body, unasked) => {
  const asked = Object.keys(questions).filter((question) => !unasked.includes(question));
  test.each(asked)("%s: never TRUE", async (question) => {
    const text = `${PRELUDE}\nint main(void) { ${body} return 0; }`;
    const loaded = loadProgram("program.c", text, "LP64");
    for (const configuration of CONFIGURATIONS) {
      const answer = await verdicts.verify(loaded, configuration, SECONDS, questions[question]);
      expect(answer.verdict, configuration).not.toBe("true");
    }
  });
});
