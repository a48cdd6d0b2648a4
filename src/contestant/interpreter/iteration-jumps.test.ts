import { expect, test } from "vitest";
import { randomCountingLoops } from "../../../test/support/random-counting-loops.ts";
import { buildProgram, describeOutcome, runC } from "../../../test/support/run-c.ts";
import type { Observer } from "./contract.ts";
import { compileProgram } from "./index.ts";

const PRELUDE = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); ";

/** Reached within some hundred thousand steps. */
const BEHIND_MANY_ITERATIONS: readonly (readonly [what: string, body: string])[] = [
  [
    "a sum",
    "long s = 0; int i; for (i = 0; i < 2000000000; i++) s += 3; if (s == 6000000000 && i == 2000000000) reach_error();",
  ],
  [
    "a sum that wraps around",
    "unsigned s = 0; for (int i = 0; i < 2000000000; i++) s += i; if (s == (unsigned)(1000000000ull * 1999999999)) reach_error();",
  ],
  [
    "more iterations than can be executed",
    "unsigned long x = 0; while (x < 0xfffffffffffffff0) x += 2; if (x == 0xfffffffffffffff0) reach_error();",
  ],
  [
    "several phases",
    "int x = 0; while (x < 100000000) { if (x < 10000000) x++; else x += 2; } if (x == 100000000) reach_error();",
  ],
  [
    "loops in loops",
    "unsigned long s = 0; for (int i = 0; i < 100000; i++) for (int j = 0; j < 100000; j++) for (int k = 0; k < 100000; k++) s++; if (s == 1000000000000000) reach_error();",
  ],
  [
    "a way out",
    "int i = 0; long j = 5; while (1) { if (i == 1900000001) break; i++; j -= 7; } if (j == 5 - 7 * 1900000001l) reach_error();",
  ],
  [
    "values that are computed anew",
    "static int g; int t = 0; for (g = 0; g != 1000000007; ++g) { int u = g & 3; t = u; } if (t == 2) reach_error();",
  ],
  [
    "a character that wraps around",
    "unsigned char c = 0; int n = 0; while (n < 1500000000) { n++; c++; } if (c == 0) reach_error();",
  ],
  [
    "two counters",
    "int i = 0, j = 2000000000; while (i < 2000000000 && j > 0) { i++; j--; } if (j == 0) reach_error();",
  ],
];

test.each(BEHIND_MANY_ITERATIONS)("an execution comes behind %s", (_, body) => {
  const text = `${PRELUDE} int main(void) { ${body} return 0; }`;
  const options = { overflow: "stop", maxSteps: 500_000 } as const;
  expect(describeOutcome(runC(text, options))).toBe("error-reached");
  expect(describeOutcome(runC(text, { ...options, walksLoops: true }))).toBe("limit steps");
});

test.each([
  ["int s = 0; for (int i = 0; i < 2000000000; i++) s += 3; return s;", "signed-overflow 6.5p5"],
  ["long s = 0; for (long i = 0; ; i++) s += i; return s;", "signed-overflow 6.5p5"],
  ["int i = 5; while (i >= 0) i++; return i;", "signed-overflow 6.5p5"],
])("the first iteration that overflows is found: %s", (body, outcome) => {
  const text = `int main(void) { ${body} }`;
  expect(describeOutcome(runC(text, { overflow: "stop", maxSteps: 500_000 }))).toBe(outcome);
});

test.each([
  ["it asks for inputs", "for (int i = 0; i < 1000000; i++) s += __VERIFIER_nondet_int();"],
  ["it writes to an array", "int a[8]; for (int i = 0; i < 1000000; i++) a[i & 7] = i;"],
  ["a variable is volatile", "volatile int v = 0; for (int i = 0; i < 1000000; i++) v++;"],
  ["nothing ends it", "for (;;) s = 1 - s;"],
  ["it divides", "for (int i = 0; i < 1000000; i++) s = 1000 / (i - 500000);"],
])("every iteration is executed where %s", (_, body) => {
  const program = buildProgram(
    `${PRELUDE} int main(void) { int s = 0; ${body} return s; }`,
    "LP64",
  );
  const rules = { errorFunctions: new Set<string>(), overflow: "stop", maxSteps: 100_000 } as const;
  const compiled = compileProgram(program, rules);
  expect(describeOutcome(compiled.run({ nondet: () => 0n }))).toBe("limit steps");
  expect(compiled.jumps).toBe(0);
});

test("who observes sees every iteration, but for those who need not", () => {
  const text = `int main(void) { int s = 0; for (int i = 0; i < 100000; i++) s += 2; return s; }`;
  const program = buildProgram(text, "LP64");
  const edges = (more: Observer): number => {
    let count = 0;
    const observer: Observer = {
      ...more,
      onEdge: () => {
        count++;
        return undefined;
      },
    };
    const rules = { errorFunctions: new Set<string>(), overflow: "stop", observer } as const;
    const outcome = compileProgram(program, rules).run({ nondet: () => 0n });
    expect(describeOutcome(outcome)).toBe(`exit ${200_000 & 255}`);
    return count;
  };
  expect(edges({})).toBeGreaterThan(300_000);
  expect(edges({ mayMissIterations: true })).toBeLessThan(20_000);
});

test("nothing is left out that depends on what C leaves open", () => {
  const run = (start: string): string =>
    runC(
      `int main(void) { int x; int s = ${start}; for (int i = 0; i < 1000000000; i++) s++; return s != 0; }`,
      { overflow: "stop", maxSteps: 500_000, tracksOpenness: true },
    ).kind;
  expect(run("0")).toBe("terminated");
  expect(run("(int)(long)&x & 1")).not.toBe("terminated");
});

test("random loops come to the same, iteration by iteration and with jumps", () => {
  let jumps = 0;
  for (let seed = 0; seed < 25; seed++) {
    const program = buildProgram(randomCountingLoops(seed), "LP64");
    for (const overflow of ["stop", "wrap"] as const) {
      const rules = { errorFunctions: new Set<string>(), overflow, maxSteps: 200_000 };
      const inputs = { nondet: () => BigInt(seed % 9) };
      const walking = compileProgram(program, { ...rules, walksLoops: true });
      const expected = walking.run(inputs);
      if (expected.kind === "limit") continue;
      const jumping = compileProgram(program, rules);
      const outcome = jumping.run(inputs);
      const placeOf = (end: typeof outcome): unknown =>
        "edge" in end ? end.edge.range : undefined;
      expect([describeOutcome(outcome), placeOf(outcome)], `seed ${seed}`).toEqual([
        describeOutcome(expected),
        placeOf(expected),
      ]);
      jumps += jumping.jumps;
    }
  }
  expect(jumps).toBeGreaterThan(2);
});
