import { describe, expect, test } from "vitest";
import { loadProgram } from "../../../../test/regression/verdicts.ts";
import { specificationOf } from "../../specification/index.ts";
import { interpretAbstractly } from "./abstract-interpretation.ts";

const REACH_ERROR = specificationOf({
  formulas: [{ kind: "unreach-call", functionName: "reach_error" }],
});

const PRELUDE = `extern void reach_error(void); extern void abort(void);
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
`;

const COPY = `extern void *memcpy(void *, const void *, unsigned long);
int main(void) { char a[20000] = { 0 }; int x = 0; `;

function interpreted(text: string, remainingSeconds: () => number) {
  const { program } = loadProgram("p.c", PRELUDE + text, "LP64");
  const confirm = (): boolean => false;
  return interpretAbstractly(program, {
    specification: REACH_ERROR,
    remainingSeconds,
    confirm,
  });
}

function answer(text: string): string {
  return interpreted(text, () => 1).kind;
}

describe("abstract interpretation", () => {
  test.each([
    [
      "an even counter",
      `int main(void) { unsigned n = __VERIFIER_nondet_uint(), x = 0;
       while (x < n) x += 2; if (x % 2 != 0) reach_error(); return 0; }`,
    ],
    [
      "the parity in a condition",
      `int main(void) { int x = __VERIFIER_nondet_int(); if (x % 2 == 0) abort();
       unsigned y = (unsigned)x + 1u; if (y & 1u) reach_error(); return 0; }`,
    ],
    [
      "parity that is asked for in an argument",
      `static void check(int holds) { if (!holds) reach_error(); }
       int main(void) { unsigned n = __VERIFIER_nondet_uint(), x = 0;
       while (x < n) x += 2; check(!(x % 2)); return 0; }`,
    ],
    [
      "low bits through calls and globals",
      `static unsigned steps; static unsigned next(unsigned x) { steps += 4; return x * 2 + 1; }
       int main(void) { unsigned x = 1; while (__VERIFIER_nondet_int()) x = next(x);
       if (x % 2 == 0 || steps % 4 != 0) reach_error(); return 0; }`,
    ],
    [
      "a pointer that goes through an array",
      `int main(void) { int a[64], *p = a, i = 0; while (i < 64) { p++; i++; }
       if (i != 64) reach_error(); return 0; }`,
    ],
    [
      "a copy between ranges of an array that stay apart",
      `${COPY}int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
       if (i < 0 || i > 4996 || j < 5000 || j > 9000) abort(); memcpy(a + i, a + j, 4); if (x) reach_error(); return 0; }`,
    ],
  ])("proves %s", (_, text) => expect(answer(text)).toBe("true"));

  test.each([
    [
      "an odd step",
      `int main(void) { unsigned n = __VERIFIER_nondet_uint(), x = 0;
       while (x < n) x += 3; if (x % 2 != 0) reach_error(); return 0; }`,
    ],
    [
      "a variable that a pointer changes",
      `static void store(int *p) { *p = 3; } int main(void) { int x = 2; store(&x);
       if (__VERIFIER_nondet_int()) x = 4; if (x % 2 != 0) reach_error(); return 0; }`,
    ],
    [
      "a rest that is negative",
      `int main(void) { int x = __VERIFIER_nondet_int(); if (x % 4 == 3) abort();
       if (x % 2 != 0 && x < 0) reach_error(); return 0; }`,
    ],
    [
      "a copy between ranges of an array that may overlap (C11 7.24.2.1p2)",
      `${COPY}int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
       if (i < 0 || i > 4997 || j < 5000 || j > 9000) abort(); memcpy(a + i, a + j, 4); if (x) reach_error(); return 0; }`,
    ],
  ])("does not prove %s", (_, text) => expect(answer(text)).not.toBe("true"));

  test("says whether more time would change anything", () => {
    const many = "x = 1; x = 2; ".repeat(5000);
    const text = `int main(void) { int x; ${many} if (__VERIFIER_nondet_int()) reach_error(); return x; }`;
    expect(interpreted(text, () => 1)).toMatchObject({ kind: "unknown", isLasting: true });
    expect(interpreted(text, () => 0)).not.toHaveProperty("isLasting");
  });
});

test("the time is looked at before a long program has been followed once", () => {
  const assignments = Array.from({ length: 400 }, (_, i) => `int v${i} = __VERIFIER_nondet_int();`);
  const long = `int main(void) { ${assignments.join("\n")} return 0; }`;
  expect(interpreted(long, () => 0)).toMatchObject({ kind: "unknown" });
  expect(interpreted(long, () => 1).kind).toBe("true");
});
