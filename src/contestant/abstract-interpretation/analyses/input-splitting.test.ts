import { describe, expect, test } from "vitest";
import { loadProgram } from "../../../../test/regression/verdicts.ts";
import { specificationOf } from "../../specification/index.ts";
import { interpretAbstractly } from "./abstract-interpretation.ts";
import { proveBySplitting } from "./input-splitting.ts";

const PRELUDE = `extern void reach_error(void); extern void abort(void);
extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
`;

const REACH_ERROR = specificationOf({
  formulas: [{ kind: "unreach-call", functionName: "reach_error" }],
});

function isProved(body: string, seconds = 1): boolean {
  const text = `${PRELUDE}int main(void) { ${body} return 0; }`;
  const { program } = loadProgram("floats.c", text, "LP64");
  const end = performance.now() + seconds * 1000;
  const answer = proveBySplitting(program, {
    specification: REACH_ERROR,
    remainingSeconds: () => (end - performance.now()) / 1000,
  });
  return answer.kind === "true";
}

const FLOAT = "float x = __VERIFIER_nondet_float();";
const SMALL = `${FLOAT} if (!(x > -2.0f && x < 3.0f)) abort();`;

describe("proofs by splitting", () => {
  test.each([
    ["a polynomial", `${SMALL} if (!(x * x - x < 6.5f)) reach_error();`],
    ["a square is not negative", `${SMALL} if (x * x < 0.0f) reach_error();`],
    ["a quotient", `${SMALL} if (!(x / (x * x + 1.0f) <= 0.6f)) reach_error();`],
    ["not a number", `${FLOAT} if (x != x) abort(); if (x > 1.0f && x < 1.0f) reach_error();`],
    [
      "double and integer",
      `double d = __VERIFIER_nondet_double(); if (!(d > 0.5 && d < 99.5)) abort();
       int i = (int)(d * 2.0); if (i < 1 || i > 199) reach_error();`,
    ],
    [
      "two inputs",
      `${SMALL} float y = __VERIFIER_nondet_float(); if (!(y > 0.0f && y < 1.0f)) abort();
       if (x + y * y > 4.5f) reach_error();`,
    ],
    [
      "a loop",
      `${SMALL} float s = 0.0f; for (int i = 0; i < 4; i++) s = s / 2.0f + x;
       if (!(s < 6.5f && s > -4.5f)) reach_error();`,
    ],
  ])("%s", (_, body) => expect(isProved(body)).toBe(true));

  test.each([
    ["the largest value", `${SMALL} if (x * x - x > 5.9f) reach_error();`],
    ["NaN", `${FLOAT} if (x != x) reach_error();`],
    ["NaN of infinities", `${FLOAT} float y = x - x; if (y != y) reach_error();`],
    ["infinity", `${FLOAT} if (x > 1e38f && x > 3.41e38) reach_error();`],
    ["one point", `${FLOAT} if (x == 0.1f) reach_error();`],
    ["the sign of zero", `${FLOAT} if (x == 0.0f && 1.0f / x < 0.0f) reach_error();`],
    ["division by zero", `${SMALL} if (!(1.0f / x < 1e30f)) reach_error();`],
    ["overflow of a float", `${SMALL} float y = x * 3e38f; if (y > 3.41e38) reach_error();`],
    [
      "the input of a loop",
      `float s = 0.0f; for (int i = 0; i < 2; i++) {
         float x = __VERIFIER_nondet_float(); if (i == 0) s = x; else if (s != x) reach_error(); }`,
    ],
    ["a conversion out of range", `${SMALL} unsigned char c = (unsigned char)(x * 100.0f);`],
    ["integers", `int i = __VERIFIER_nondet_int(); if (i == 7) reach_error();`],
  ])("no proof: %s", (_, body) => expect(isProved(body, 0.3)).toBe(false));

  test("integers as floats keep their range", () => {
    const text = `${PRELUDE}int main(void) { int i = __VERIFIER_nondet_int();
      if (i < 0 || i > 100) abort(); float f = i; if (f * 0.5f > 50.0f) reach_error(); return 0; }`;
    const answer = interpretAbstractly(loadProgram("i.c", text, "LP64").program, {
      specification: REACH_ERROR,
      remainingSeconds: () => 1,
      confirm: () => false,
    });
    expect(answer.kind).toBe("true");
  });
});
