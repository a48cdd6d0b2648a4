/**
 * Random recursive functions of one or two numbers that take few values: every input is tried, so
 * that the truth is known. Bodies may have effects that a table cannot represent: use globals,
 * inputs and pointers, stop, violate the property, or have undefined behaviour.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

const PRELUDE = `extern void reach_error(void); extern void abort(void); extern void exit(int);
extern int __VERIFIER_nondet_int(void);
static int memory;
static void check(int c) { if (!c) reach_error(); }
`;

export function randomTableTask(seed: number): RandomTask {
  const below = randomIntegers(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (outOf: number): boolean => below(outOf) === 0;
  const types = ["int", "int", "unsigned", "short", "unsigned char", "signed char", "long long"];
  const [first, second, result] = [pick(types), pick(types), pick(types)];
  const number = (): string => `${below(9) - 2}`;
  const extra = (): string =>
    chance(3)
      ? pick([
          "check(n < 7);",
          "check(m != 3 || n > 1);",
          "memory++;",
          "memory = n;",
          "t += memory;",
          "int *p = &t; *p = n;",
          "if (n == 4) exit(0);",
          "if (m > 5) abort();",
          "if (n == 5) return __VERIFIER_nondet_int();",
          "if (n > 3) reach_error();",
          "int u; if (m > 2) u = n; t += n > 4 ? u : 1;",
          "if (n / m == 77) return 0;",
          "if (2147483643 + m * 2 < n) return 1;",
          "for (int i = 0; i < n; i++) t += i;",
          "static int s; s += n; t += s;",
          "while (n == 6 && m == 2) { }",
        ])
      : "";
  const argument = (): string =>
    pick([
      ...["n - 1, m", "n - 1, m", "n - 1, m + 1", "n - 2, n", "n / 2, m", "n - 1, m - n"],
      ...["n - 1, f(n - 1, m) & 7", "n - 1, -m", "m - 1, n - 1"],
    ]);
  const value = (): string =>
    pick([
      ...[
        "f(ARGS)",
        "f(ARGS) + 1",
        "n + f(ARGS)",
        "f(ARGS) + f(ARGS)",
        "m * f(ARGS)",
        "f(ARGS) * 3 + t",
      ],
      ...["f(ARGS) % 5", "-f(ARGS)", "f(ARGS) - m", "(f(ARGS) & 1) + 100 * n", "t"],
    ]).replaceAll("ARGS", argument);
  const limits = { x: [below(4) - 2, 1 + below(9)], y: [below(4) - 2, 1 + below(4)] } as const;
  const [claimed, other] = [
    "f(x, y)",
    pick(["f(x, y)", "f(y, x)", "f(x - 1, y)", "x", "y", number()]),
  ];
  const claim = pick([
    `${claimed} == ${other}`,
    `${claimed} >= ${other}`,
    `${claimed} <= ${number()} + 40`,
    `${claimed} >= ${number()} - 20`,
    `${claimed} != ${below(60) - 3}`,
    `${claimed} % 2 == 0 || x > 1`,
  ]);
  const text = `${PRELUDE}${result} f(${first} n, ${second} m) {
  int t = ${number()};
  if (${pick(["n <= 0", "n < 1", "n < 2", "n <= 0 || m < -9", "n == 0"])}) return ${pick(["m", "n", "1", "0", "t", "m + 1"])};
  ${extra()}
  ${chance(2) ? `if (${pick(["n == 3", "m > 1", "n & 1", "n > m"])}) return ${value()};` : ""}
  return ${value()};
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < ${limits.x[0]} || x > ${limits.x[1]} || y < ${limits.y[0]} || y > ${limits.y[1]}) return 0;
  ${pick(["", "", "if (x > y) return 0;", "if (x + y == 4) return 0;"])}
  check(${claim});
  return 0;
}
`;
  const domain = ([low, high]: readonly [number, number]): number[] =>
    Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return {
    text,
    domains: [domain(limits.x), domain(limits.y), [-3, 0, 7]],
    dataModel: chance(2) ? "LP64" : "ILP32",
  };
}
