/**
 * Random recursive functions that change variables of static storage by amounts that depend on
 * their arguments, return values that grow like a power, or are called with larger and larger
 * arguments, with mistakes that change them for some arguments. Inputs are few.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

const PRELUDE = `extern void reach_error(void); extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static void check(int c) { if (!c) reach_error(); }
`;
const INPUTS = [-1, 0, 1, 2, 3, 5, 8, 10];
const OTHERS = [0, 1, 3];

export function randomEffectTask(seed: number, variant: number): RandomTask {
  const below = randomIntegers(seed);
  const claims = randomIntegers(seed * 64 + variant);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (outOf: number): boolean => below(outOf) === 0;
  const counted = pick(["int", "int", "unsigned", "short", "long long", "unsigned char"]);
  const type = pick(["int", "int", "unsigned", "short"]);
  const result = pick(["void", "int", "unsigned"]);
  const first = pick(["0", "0", "1", "5", "-3"]);
  const base = pick(["n <= 0", "n <= 0", "n < 2", "n == 0"]);
  const change = (): string =>
    pick([
      "c++;",
      "c++;",
      "c++;",
      "c += 2;",
      "c--;",
      "c += n;",
      "d++;",
      "d = c;",
      "d += m;",
      "",
      "",
    ]);
  const slip = (): string =>
    chance(4)
      ? `if (${pick(["n == 3", "n > 6", "c == 4", "m == 3"])}) ${pick(["c++;", "c = 0;", "n--;", "d = 1;"])}`
      : "";
  const called = (): string => {
    const reduced = pick(["n - 1", "n - 1", "n - 1", "n - 1", "n / 2"]);
    return `f(${reduced}, ${pick(["m", "m", "m + 1", "d", "c"])})`;
  };
  const made = called();
  const other = chance(2) ? made : called();
  const recursion =
    result === "void"
      ? pick([`${made};`, `${made}; ${change()} ${other};`, `${made}; ${other};`])
      : pick([
          `return 2 * ${made} + 1;`,
          `return ${made} + ${made};`,
          `return 2 * ${made};`,
          `return ${made} + ${pick(["1", "n", "m"])};`,
          `${result} r = ${made}; ${change()} return r + ${other};`,
        ]);
  const end = result === "void" ? "return;" : `return ${pick(["0", "1", "1", "m", "n"])};`;
  const nested = pick([
    "if (n == 0) return m + 1; if (m == 0) return g(n - 1, 1); return g(n - 1, g(n, m - 1));",
    "if (n == 0) return m + 2; if (m == 0) return g(n - 1, 1); return g(n - 1, g(n, m - 1));",
    "if (n <= 0) return m + 1; return g(n - 1, g(n - 1, m));",
    "if (n <= 0) return 2 * m; return g(n - 1, m + 1);",
    `if (n == 0) return m + 1; if (m == ${pick(["0", "4"])}) return g(n - 1, 1); return g(n - 1, g(n, m - 1));`,
  ]);
  const about = [
    "c == start + x",
    "c == start + 2 * x",
    "c == start + (1 << x) - 1",
    "c == start + (1 << x)",
    "c == start",
    "c >= start",
    "d == 0",
    "d == x",
    "d <= c",
    "c - start <= x",
    "g(small, y) > y",
    "g(small, y) == (8 << y) - 3",
    "g(small, y) <= 70",
    "c != start + 7",
    ...(result === "void"
      ? []
      : ["r == (1 << x)", "r == (1 << x) - 1", "r >= x", "r == x", "r <= c", "r == 2 * x"]),
  ];
  const claim = about[claims(about.length)] as string;
  const text = `${PRELUDE}static ${counted} c = ${first}; static int d;
${result} f(${type} n, int m) { if (${base}) { ${chance(2) ? "" : change()} ${end} } ${slip()} ${change()} ${recursion} }
int g(int n, int m) { ${slip().includes("n--") ? "if (m == 7) return 1;" : ""} ${nested} }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), small = y > 3 ? 3 : y;
  if (x < ${pick(["0", "0", "1", "-1"])} || x > ${pick(["10", "10", "10", "20", "31"])} || y < 0 || y > ${pick(["3", "3", "20"])}) return 0;
  ${chance(3) ? `c = ${pick(["y", "3"])};` : ""}
  ${counted} start = c;
  ${result === "void" ? "" : `${result} r = `}f(x, ${pick(["1", "y", "x"])});
  check(${claim});
  return 0;
}
`;
  return { text, domains: [INPUTS, OTHERS], dataModel: chance(2) ? "LP64" : "ILP32" };
}
