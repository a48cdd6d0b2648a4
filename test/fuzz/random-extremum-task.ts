/**
 * Random tasks about the largest or smallest element of an array, or of a copy of it that is moved
 * or made from it, and about single elements. The claim is the property that the program was built
 * for, or a slightly changed one.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

const PRELUDE = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int c) { if (!c) reach_error(); }
`;

const INPUTS = [-3, -1, 0, 1, 2, 5, 9];

export function randomExtremumTask(seed: number): RandomTask {
  const below = randomIntegers(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const size = pick([60, 70, 90]);
  const type = pick(["int", "int", "short", "long long"]);
  const fill = pick([
    "x",
    "x",
    "i",
    "x - i",
    "i * x",
    "(i & 3) + x",
    `i == ${below(9)} ? y : x`,
    "y",
  ]);
  const shift = pick([0, 0, 1, 2]);
  const made = pick([
    "a[@]",
    "a[@]",
    "2 * a[@]",
    "a[@] + 3",
    "a[@] - i",
    "-a[@]",
    "b[i]",
    "b[i] + a[@]",
  ]);
  const copy = `b[i] = ${made.replace("@", shift === 0 ? "i" : `i + ${shift}`)};`;
  const seen = pick(["a", "b", "b"]);
  const order = pick(["<", "<=", ">"]);
  const first = pick([0, 0, 0, 1]);
  const from = pick([0, 0, 1, 1, 2]);
  const least = pick([0, 0, 0, 1]);
  const last = size - pick([0, 0, 0, 1]);
  const others = pick([seen, "a", "b"]);
  const bound = order === ">" ? ">=" : "<=";
  const claims = [
    `for (i = ${least}; i < ${size - shift}; i++) check(${others}[i] ${bound} m);`,
    `for (i = ${least}; i < ${size - shift}; i++) check(a[i + ${shift}] ${bound} m);`,
    `for (i = ${least}; i < ${size - shift}; i++) check(2 * a[i] ${bound} m);`,
    `check(${seen}[${pick([0, 0, 1, 5, size - 1])}] ${bound} m);`,
    `check(${seen}[${pick([0, 1, 4])}] ${pick(["==", ">=", "<="])} ${fill.replaceAll("i", pick(["0", "1"]))});`,
    `check(m ${pick(["<=", ">=", "!="])} ${below(20) - 8});`,
  ];
  const parts = [
    `for (i = ${pick([0, 0, 0, 1])}; i < ${size}; i++) a[i] = ${fill};`,
    below(2) === 0 ? `for (i = 0; i < ${last}; i++) ${copy}` : "",
    `m = ${seen}[${first}];`,
    below(3) > 0
      ? `for (i = ${from}; i < ${last}; i++) if (m ${order} ${seen}[i]) m = ${seen}[i];`
      : "",
    below(4) === 0 ? `${seen}[x & 3] = 7;` : "",
    pick(claims),
  ];
  const text = `${type} a[${size + 4}], b[${size + 4}], m;
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < -3 || x > 9 || y < -3 || y > 9) return 0;
  int i;
  ${parts.filter((part) => part !== "").join("\n  ")}
  return 0;
}
`;
  const dataModel = below(2) === 0 ? "LP64" : "ILP32";
  return { text: PRELUDE + text, domains: [INPUTS, INPUTS], dataModel };
}
