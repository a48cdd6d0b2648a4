import { expect, test } from "vitest";
import { defined } from "../../ground/util/defined.ts";
import { Budget, CpuClock } from "../call/index.ts";
import { loadSources } from "../program/index.ts";
import {
  formulasOfChecks,
  PROGRAM_CHECKS,
  specificationOf,
  withoutVacuous,
} from "../specification/index.ts";
import { createTrace, explainViolation } from "../story/index.ts";
import { searchViolation } from "../techniques/index.ts";
import { programAnswer } from "./program-answer.ts";

/** The report of the first violation that an execution of the program shows. */
function headlines(...texts: readonly string[]): string {
  const files = texts.map((text, index) => ({ fileName: `${"abc"[index]}.c`, text }));
  const loaded = loadSources(files, "LP64");
  const ids = PROGRAM_CHECKS.map(({ id }) => id);
  const formulas = withoutVacuous(formulasOfChecks(ids), loaded.program, false);
  const specification = specificationOf({ formulas });
  const budget = new Budget(30, new CpuClock());
  const found = searchViolation(loaded.program, specification, budget, 1);
  if (found.kind !== "violation") return found.kind;
  const explanation = explainViolation(loaded, specification, found);
  const trace = createTrace(loaded.program, specification, found.choices);
  const witness = { kind: "violation", segments: [] } as const;
  const report = {
    ...({ verdict: "false", techniques: [], witness, subproperty: found.subproperty } as const),
    ...defined({ explanation, trace }),
  };
  const [finding] = programAnswer(report, ids).findings;
  if (finding === undefined) return "nothing";
  const remarks = finding.remarks.map(({ text, place }) => `${text}: ${place.line}`);
  const { file, line } = finding.place;
  return [`${file}:${line} [${finding.check}] ${finding.headline}`, ...remarks].join("; ");
}

test.each([
  [
    "assert",
    "#include <assert.h>\nint main(void) { int n = 3; assert(n > 3); }",
    "a.c:2 [assert] the assertion `n > 3` fails",
  ],
  [
    "reach_error",
    "void reach_error(void);\nint main(void) { reach_error(); }",
    "a.c:2 [reach-error] `reach_error()` is called",
  ],
  [
    "end of an array",
    "int a[10];\nint main(void) { int i = 10; return a[i]; }",
    "a.c:2 [access] `a[i]` reads past the end of `a` (10 elements) (i = 10)",
  ],
  [
    "start of an array",
    "int main(void) { int a[4], i = -1; a[i] = 1; }",
    "a.c:1 [access] `a[i]` writes before the start of `a` (4 elements) (i = -1)",
  ],
  [
    "pointer into an array",
    "int main(void) { int a[4] = {0}, *p = a; p += 4; return *p; }",
    "a.c:1 [access] `*p` reads past the end of `a` (4 elements)",
  ],
  [
    "null",
    "struct s { int x; };\nint main(void) { struct s *p = 0; return p->x; }",
    "a.c:2 [access] `p->x` reads through a null pointer",
  ],
  [
    "freed",
    "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4);\n free(p);\n *p = 1; }",
    "a.c:5 [access] `*p` writes memory that was freed; allocated here: 3; freed here: 4",
  ],
  [
    "block",
    "#include <stdlib.h>\nint main(void) {\n char *p = malloc(4);\n p[4] = 1; }",
    "a.c:4 [access] `p[4]` writes past the end of a block of 4 bytes; allocated here: 3",
  ],
  [
    "free twice",
    "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4);\n free(p);\n free(p); }",
    "a.c:5 [free] `free(p)` frees a block that was freed already; allocated here: 3; freed here for the first time: 4",
  ],
  [
    "free of a local",
    "#include <stdlib.h>\nint main(void) { int x; free(&x); }",
    "a.c:2 [free] `free(&x)` frees `x`, which no allocation made",
  ],
  [
    "overflow",
    "int main(void) { int x = 2147483647; return x + 1; }",
    "a.c:1 [overflow] `x + 1` overflows: 2147483647 + 1 does not fit `int` (x = 2147483647)",
  ],
  [
    "assertion for ESBMC",
    'int main(void) { unsigned char x; __ESBMC_assume(x > 253); __ESBMC_assert(x == 255, "most"); }',
    'a.c:1 [assert] `__ESBMC_assert(x == 255, "most")` fails when x = 254',
  ],
  [
    "assertion for CBMC",
    'int main(void) { unsigned char x; __CPROVER_assume(x > 253); __CPROVER_assert(x, "set"); assert(x < 255); }',
    "a.c:1 [assert] the assertion `x < 255` fails when x = 255",
  ],
  [
    "division",
    "int main(void) { int x = 0; return 5 / x; }",
    "a.c:1 [division] `5 / x` divides by zero (x = 0)",
  ],
  [
    "shift",
    "int main(void) { int x = 40; return 1 << x; }",
    "a.c:1 [undefined] `1 << x` shifts by 40, which is negative or not less than the width of `int` (x = 40)",
  ],
  [
    "constant",
    "int main(void) { char *s = \"abc\"; s[0] = 'x'; }",
    "a.c:1 [undefined] `s[0] = 'x'` writes to a constant",
  ],
  [
    "library",
    '#include <string.h>\nint main(void) { char b[4]; strcpy(b, "too long"); }',
    'a.c:2 [access] `strcpy(b, "too long")` writes in `strcpy` past the end of `b` (4 elements)',
  ],
  [
    "bytes that are set",
    "#include <string.h>\nint main(void) { char b[4]; memset(b, 0, 5); }",
    "a.c:2 [access] `memset(b, 0, 5)` writes beyond the end of `b` (4 elements)",
  ],
  [
    "leak",
    "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4);\n p = 0; }",
    "a.c:3 [leak] 4 bytes of `int *p = malloc(4)` are never freed, and no pointer leads to them when the program ends; the last pointer is lost by `p = 0`: until here, `p` led to it: 4",
  ],
])("%s", (_name, text, expected) => {
  expect(headlines(text)).toBe(expected);
});

test("a violation in another file is reported there", () => {
  const a = "int half(int);\nint main(void) { return half(0); }";
  const b = "static int x;\n\nint half(int n) { return (100 + x) / n; }";
  expect(headlines(a, b)).toBe("b.c:3 [division] `(100 + x) / n` divides by zero (x = 0, n = 0)");
});

test("internal names of several files stay apart", () => {
  const a =
    "static int f(void) { return 0; }\nint g(void);\nint main(void) { return 1 / g() + f(); }";
  const b = "static int f(void) { return 1; }\nint g(void) { return f() - 1; }";
  expect(headlines(a, b)).toBe("a.c:3 [division] `1 / g()` divides by zero");
});
