import { expect, test } from "vitest";
import { loadProgram } from "../../test/regression/verdicts.ts";
import { specificationOf } from "../specification/index.ts";
import { locationAnalysis } from "./location-analysis.ts";
import type { TechniqueContext } from "./technique.ts";

const REACH = specificationOf({
  formulas: [{ kind: "unreach-call", functionName: "reach_error" }],
});
const DECLARED = `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
extern void unknown(void (*)(void)); extern void qsort(void *, unsigned long, unsigned long,
  int (*)(const void *, const void *));
`;

test.each([
  ["no mention at all", "int main(void) { return 0; }", "true"],
  [
    "a branch that a constant excludes",
    "int main(void) { if (0) reach_error(); return 0; }",
    "true",
  ],
  [
    "a function that nobody calls",
    "void f(void) { reach_error(); } int main(void) { return 0; }",
    "true",
  ],
  ["a call", "int main(void) { if (__VERIFIER_nondet_int()) reach_error(); return 0; }", "unknown"],
  [
    "a call in a function that is called",
    "void f(void) { reach_error(); } int main(void) { f(); return 0; }",
    "unknown",
  ],
  ["a pointer", "void (*p)(void) = reach_error; int main(void) { p(); return 0; }", "unknown"],
  [
    "a pointer to a function that calls it",
    "void f(void) { reach_error(); } int main(void) { void (*p)(void) = f; p(); return 0; }",
    "unknown",
  ],
  [
    "a callback of the library",
    "int c(const void *a, const void *b) { reach_error(); return 0; } int main(void) { int a[2]; qsort(a, 2, 4, c); return 0; }",
    "unknown",
  ],
  [
    "assembly without a model",
    'int main(void) { __asm__ volatile("call reach_error"); return 0; }',
    "unknown",
  ],
  [
    "a function that nobody defines and that may call back",
    "void f(void) {} int main(void) { unknown(f); return 0; }",
    "unknown",
  ],
] as const)("%s", (_name, text, kind) => {
  const { program } = loadProgram("p.c", DECLARED + text, "LP64");
  const context = {} as TechniqueContext;
  const result = locationAnalysis.run({ program, specification: REACH }, context);
  expect(result.kind).toBe(kind);
});

test("overflows are not its business", () => {
  const specification = specificationOf({ formulas: [{ kind: "no-overflow" }] });
  const facts = { createsThreads: false, hasOneThread: true };
  expect(locationAnalysis.supports(specification, facts)).toBe("property no-overflow");
});
