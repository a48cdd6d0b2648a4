/**
 * Random recursive functions that subtract or divide with remainder, like functions for common
 * divisors, with mistakes that change them for some arguments, and claims about divisibility. The
 * two inputs have few values, so that all executions can be tried.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

const PRELUDE = `extern void reach_error(void); extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static void check(int c) { if (!c) reach_error(); }
`;
const CLAIMS = [
  "x % r == 0",
  "y % r == 0",
  "r == 0 || (x % r == 0 && y % r == 0)",
  "(x + y) % r == 0",
  "g(r, x) == 1",
  "g(r, x) != 0",
  "g(r, x + y) == 1",
  "g(x, y) == (y % x == 0)",
  "g(x, y) == y % x",
  "g(x, y) % x == 0",
  "r <= x",
  "r > 0",
];
const INPUTS = [0, 1, 2, 3, 4, 6, 7, 9, 12, 35, 60];

/** @param variant - chooses the claim; the program is that of the seed */
export function randomDivisorTask(seed: number, variant: number): RandomTask {
  const below = randomIntegers(seed);
  const claims = randomIntegers(seed * 64 + variant);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (outOf: number): boolean => below(outOf) === 0;
  const type = pick(["int", "int", "unsigned", "short"]);
  const slip = (): string =>
    chance(4)
      ? `if (${pick(["a == 5", "b > 40", "a == b + 1", "a % 2 && b % 2", "b == 7"])}) return ${pick(["a", "b", "1", "2"])};`
      : "";
  const guard = pick(["", "", "if (a <= 0 || b <= 0) return 0;", "if (a == 0 || b == 0) abort();"]);
  const common = pick([
    `if (a == b) return a; if (a > b) return f(a - b, b); return f(a, b - a);`,
    `if (a == b) return ${pick(["a", "b"])}; if (a > b) return f(b, a - b); return f(b - a, a);`,
    `if (b == 0) return a; return f(b, a % b);`,
    `if (a == 0) return b; if (a > b) return f(b, a); return f(a, b - a);`,
    `if (a < b) return f(b, a); if (b == ${pick(["0", "1"])}) return a; return f(a - b, b);`,
  ]);
  const divided = pick([
    `if (b == 0) return 1; if (a > b) return 0; return g(a, b - a);`,
    `if (b < a) return b == 0; return g(a, b - a);`,
    `if (b < a) return b; return g(a, b - a);`,
    `if (b ${pick(["<=", "<"])} 0) return 0; return a + g(a, b - ${pick(["1", "1", "a"])});`,
  ]);
  const claim = CLAIMS[claims(CLAIMS.length)] as string;
  const text = `${PRELUDE}${type} f(${type} a, ${type} b) { ${guard} ${slip()} ${common} }
${type} g(${type} a, ${type} b) { ${slip()} ${divided} }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x <= 0 || y <= 0 || x > ${pick(["100", "1000", "2000000000"])} || y > 1000) return 0;
  int r = f(x, y);
  ${chance(3) ? "if (r == 0) return 0;" : ""}
  check(${claim});
  return 0;
}
`;
  return { text, domains: [INPUTS, INPUTS], dataModel: chance(2) ? "LP64" : "ILP32" };
}
