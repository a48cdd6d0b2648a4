/**
 * Random recursive functions that mostly call themselves last, with variations that distinguish a
 * call from a jump: variables that start without a value in every activation, addresses of
 * variables, arguments that exchange parameters, results that are converted, static storage. Inputs
 * are few.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

const PRELUDE = `extern void reach_error(void); extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static int memory, a[8];
static void check(int c) { if (!c) reach_error(); }
`;
const INPUTS = [-1, 0, 1, 2, 3, 5, 7, 300];

export function randomTailTask(seed: number): RandomTask {
  const below = randomIntegers(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (outOf: number): boolean => below(outOf) === 0;
  const types = ["int", "int", "unsigned", "short", "signed char", "long long"];
  const [first, second] = [pick(types), pick(types)];
  const result = pick([first, second, "int", "void", "void"]);
  const local = pick(["int", "short", "long long", second]);
  const value = (): string =>
    pick(["n", "m", "m + 1", "m - n", "u", "7", "memory", "n + m", "m + 2"]);
  const args = (): string => {
    const reduced = pick(["n - 1", "n - 1", "n - 1", "n - 2", "n / 2"]);
    return `${reduced}, ${pick(["m", "m + n", "m + 1", "m - 1", "n", "u", "m ^ n", "n - m", "m + 2"])}${chance(6) ? " + (memory & 1)" : ""}`;
  };
  const leave = (): string => {
    if (result === "void") return pick(["return;", `{ memory = ${value()}; return; }`]);
    return `return ${value()};`;
  };
  const call = (): string => {
    const made = `f(${args()})`;
    if (result === "void")
      return pick([`${made};`, `{ ${made}; return; }`, `{ ${made}; return; }`]);
    return pick([
      `return ${made};`,
      `return ${made};`,
      `return ${made};`,
      `{ ${result} r = ${made}; return r; }`,
      `{ signed char r = ${made}; return r; }`,
      `{ ${local} k = ${value()}; memory ^= k; return ${made}; }`,
      chance(3) ? `return ${made} + 1;` : `return n > m ? ${made} : f(n - 1, m);`,
    ]);
  };
  const extra = (): string =>
    pick([
      "",
      "",
      "",
      `u = ${pick(["n", "m", "n * 2", "3"])};`,
      `if (${pick(["n & 1", "m > 2", "n == 3"])}) u = m;`,
      "memory += m;",
      "memory++;",
      "a[n & 7] = m;",
      "m += a[m & 7];",
      "static int s; s += n; memory += s;",
      "int *p = &u; *p = m;",
      "if (n < 3) goto inner; { int v = 4; memory = v; inner: m += v; }",
      "for (int i = 0; i < (n & 3); i++) memory += i;",
      "if (m == 3) check(n != 1);",
      "n--;",
    ]);
  const firstExtra = extra();
  const otherExtra = extra();
  const claim = pick([
    "memory <= 40",
    "memory != 3",
    "a[1] == 0",
    "a[2] <= 9",
    "memory >= -5",
    ...(result === "void" ? [] : ["r <= x + y + 20", "r != 2", "r >= y", "r == x + y", "r == y"]),
  ]);
  const end = pick(["n <= 0", "n <= 0", "n < 2", "n < 1 || m > 90", "n == 0"]);
  const text = `${PRELUDE}${result} f(${first} n, ${second} m) {
  ${local} u${chance(4) ? " = 1" : ""};
  if (${end}) ${leave()}
  ${firstExtra}
  ${otherExtra === firstExtra ? "" : otherExtra}
  ${chance(2) ? `if (${pick(["n == 3", "m > 4", "n & 1", "n > m"])}) ${call()}` : ""}
  ${call()}
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  ${pick(["", "if (x < 0) return 0;", "if (x < 0 || y < 0) return 0;", "if (x < -1 || x > 300) return 0;"])}
  ${result === "void" ? "" : "int r = "}f(x, y);
  ${chance(5) ? `${result === "void" ? "" : "r = "}f(y, x);` : ""}
  check(${claim});
  return ${result === "void" ? "memory" : "r ^ memory"} & 63;
}
`;
  return { text, domains: [INPUTS, INPUTS], dataModel: chance(2) ? "LP64" : "ILP32" };
}
