import { expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import { executor, samplePrograms } from "../../../../test/support/same-executions.ts";
import { randomIntegers } from "../../../ground/util/pseudo-random.ts";
import { formatFunction } from "../model/format.ts";
import { withoutIdleLoops } from "./idle-loops.ts";

const PRELUDE = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int g[10]; int global;`;

const isLean = (body: string): boolean => {
  const program = buildProgram(`${PRELUDE} int main(void) { ${body} }`, "LP64");
  return withoutIdleLoops(program) !== program;
};

test.each([
  ["counts", "int i; for (i = 0; i < 100; i++) ; return 0;"],
  ["counts down", "for (int i = 99; i >= 0; i -= 3) ; return 0;"],
  [
    "counts to any number",
    "int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) ; return n;",
  ],
  ["reads an array", "int s = 0; for (int i = 0; i <= 9; i++) s ^= g[i]; return 0;"],
  [
    "assigns the value that is there",
    "int r = 1; for (int i = 0; i < 10 && r; i++) if (g[i]) r = 1; return r;",
  ],
  [
    "scans pairs",
    "int r; for (int i = 1; i < 10; i++) for (int j = i - 1; j >= 0; j--) if (g[i] == g[j]) r = 0; return 0;",
  ],
  [
    "is within one that calls",
    "for (int k = 0; k < 3; k++) { int s = 0; for (int i = 0; i < 10; i++) s |= g[i]; global += __VERIFIER_nondet_int(); } return 0;",
  ],
])("a loop has no effect that %s", (_, body) => {
  expect(isLean(body)).toBe(true);
});

test.each([
  ["a counter is read later", "int i; for (i = 0; i < 100; i++) ; return i;"],
  ["a global is written", "for (int i = 0; i < 10; i++) global = i; return 0;"],
  ["an array is written", "for (int i = 0; i < 10; i++) g[i] = i; return 0;"],
  ["it reads beyond the array", "int s = 0; for (int i = 0; i <= 10; i++) s ^= g[i]; return 0;"],
  ["the sum may overflow", "int s = 0; for (int i = 0; i < 10; i++) s += g[i]; return 0;"],
  ["the counter overflows", "for (int i = 0; i <= 2147483647; i++) ; return 0;"],
  ["the counter wraps around", "for (unsigned i = 9; i >= 0; i--) ; return 0;"],
  ["it may go on for ever", "int i = 0; while (i < 10) { if (g[3]) i++; } return 0;"],
  ["it divides", "int s; for (int i = 0; i < 10; i++) s = 1 / g[i]; return 0;"],
  ["it ends in two places", "for (int i = 0; i < 10; i++) if (g[i]) reach_error(); return 0;"],
  [
    "a variable is read when it starts again",
    "int r = 0; for (int k = 0; k < 9; k++) { if (r) reach_error(); for (int i = 0; i < 9; i++) r = g[i]; } return 0;",
  ],
  ["the counter is volatile", "volatile int i; for (i = 0; i < 9; i++) ; return 0;"],
])("a loop stays when %s", (_, body) => {
  expect(isLean(body)).toBe(false);
});

test("what stands behind the loop is kept", () => {
  const program = buildProgram(
    `${PRELUDE} int main(void) { int i; for (i = 0; i < 10; i++) ; i = 3; return i; }`,
    "LP64",
  );
  const text = formatFunction(withoutIdleLoops(program).main);
  expect(text).toContain("skip");
  expect(text).not.toContain("i < 10");
  expect(text).toContain("return 3");
});

/** Nests of loops with ends, steps, reads, writes and tests that are correct or slightly wrong. */
function randomNest(seed: number): string {
  const random = randomIntegers(seed);
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const variables = ["i", "j", "k"];
  const term = (): string => pick([...variables, "x", "s", "9", "1", "0", "n"]);
  const index = (): string => `${pick(variables)}${pick(["", "", "", " + 1", " - 1", " * 2"])}`;
  const simple = (): string =>
    pick([
      () => `s = ${term()};`,
      () => `s = ${term()} ${pick(["+", "-", "*", "&", "/"])} ${term()};`,
      () => `x = g[${index()}];`,
      () =>
        `if (g[${index()}] ${pick(["==", "<", "!="])} ${term()}) ${pick(["r", "x", "s"])} = ${term()};`,
      () => `if (${term()} < ${term()}) ${pick(["break", "continue", "r = 1", "s = 2"])};`,
      () => `${pick(["global", "g[2]", "r"])} = ${pick(["1", term()])};`,
      () => `${pick(variables)}${pick(["++", "--", " += 2"])};`,
      () => ";",
    ])();
  const loop = (depth: number): string => {
    const v = variables[depth] as string;
    const isUp = random(3) > 0;
    const from = pick(["0", "1", "9", `${pick(variables)} - 1`, `${pick(variables)} + 1`, "n & 7"]);
    const bound = pick(["10", "9", "0", "n", pick(variables), "n & 15"]);
    const test = isUp ? pick(["<", "<", "<=", "!="]) : pick([">", ">=", ">="]);
    const step = `${v} ${isUp ? "+=" : "-="} ${pick([1, 1, 1, 2, 3])}`;
    const also = random(4) === 0 ? ` && ${pick(["r", "x", "s < 5"])}` : "";
    const body = Array.from({ length: random(3) }, () =>
      random(8) === 0 ? `global += __VERIFIER_nondet_int() & 1;` : simple(),
    );
    if (depth < 2 && random(2) === 0) body.splice(random(2), 0, loop(depth + 1));
    const init = random(5) === 0 ? "" : `${v} = ${from}`;
    return `for (${init}; ${v} ${test} ${bound}${also}; ${step}) { ${body.join(" ")} }`;
  };
  const type = pick(["int", "int", "unsigned", "signed char"]);
  const after = pick([
    "",
    "if (s == 2) reach_error();",
    "if (i > 3) reach_error();",
    "global += x;",
  ]);
  return `${PRELUDE} int main(void) {
    ${type} i = 0, j = 0; int k = 0, x = 0, s = 0, r = ${random(2)}, n = __VERIFIER_nondet_int();
    for (int m = 0; m < 10; m++) g[m] = __VERIFIER_nondet_int() & 7;
    ${loop(0)} ${after} ${loop(random(2))}
    if (g[0] == 3) reach_error(); return (global + r) & 127; }`;
}

test("programs behave as before without idle loops", { timeout: 120_000 }, () => {
  let changed = 0;
  let compared = 0;
  const random = Array.from({ length: 800 }, (_, seed) => {
    const text = randomNest(seed);
    return { name: text, program: buildProgram(text, "LP64") };
  });
  for (const { name, program } of [...samplePrograms(60), ...random]) {
    const lean = withoutIdleLoops(program);
    if (lean === program) continue;
    changed++;
    const [before, after] = [executor(program), executor(lean)];
    for (let seed = 0; seed < 8; seed++) {
      const expected = before(seed);
      if (expected === undefined) continue;
      compared++;
      expect(after(seed), `${name}, inputs ${seed}`).toBe(expected);
    }
  }
  expect(changed).toBeGreaterThan(100);
  expect(compared).toBeGreaterThan(500);
});
