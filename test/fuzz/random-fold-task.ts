/**
 * Random tasks about loops that fold an array twice: sums, counts, greatest elements, from either
 * end, of it or of a copy, with changes between. The claim is an equation between folds that holds
 * for an unchanged program; most programs have a mistake.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

const PRELUDE = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int c) { if (!c) reach_error(); }
`;

const INPUTS = [-2, 0, 1, 3, 60];

export function randomFoldTask(seed: number): RandomTask {
  const below = randomIntegers(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const size = pick([60, 70, 90]);
  const element = pick(["int", "int", "short", "unsigned char", "unsigned"]);
  const folded = pick(["unsigned", "unsigned", "unsigned short", "unsigned long long", "int"]);
  const counter = pick(["int", "int", "int", "unsigned char", "short"]);
  const fill = pick(["x", "i", "x - i", "i * x", "(i & 3) + x", `i == ${below(9)} ? y : x`, "y"]);
  const step = pick([
    "@ += #",
    "@ += #",
    "if (# > x) @++",
    "if (# > @) @ = #",
    "@ = # - @",
    "@ ^= #",
  ]);
  const opposite = pick([step, step, "@ -= #", "if (# <= x) @++", "@ += # + 1"]);
  const limit = pick([`${size}`, `${size}`, "n"]);
  const fold = (variable: string, statement: string): string => {
    const array = pick(["a", "a", "a", "a", "a", "b"]);
    const index = pick(["i", "i", "i", "i", "i", "i + 1"]);
    const made = statement.replaceAll("@", variable).replaceAll("#", `${array}[${index}]`);
    const leave = below(8) === 0 ? ` if (${array}[i] == 3) break;` : "";
    const from = pick([0, 0, 0, 0, 1]);
    const to = `${limit}${pick(["", "", "", " - 1"])}`;
    const head =
      below(3) === 0 && counter !== "unsigned char"
        ? `for (i = ${to} - 1; i >= ${from}; i--)`
        : `for (i = ${from}; i < ${to}; i++)`;
    return `${head} {${leave} ${made}; }`;
  };
  const folds = [
    fold("s", step),
    below(6) === 0 ? `${pick(["a", "b"])}[x & 3] = 7;` : "",
    fold("t", opposite),
    below(8) === 0 ? fold("t", "@ += #") : "",
  ];
  const isCopied = folds.some((loop) => loop.includes("b["));
  const claims = [
    ...["s == t", "s == t", "s + t == n", `s + t == ${size}`, "t - s == n"],
    ...[`t == s + ${size}`, "s + t == 0", "t <= s"],
  ];
  const parts = [
    `for (i = 0; i < ${size}; i++) a[i] = ${fill};`,
    isCopied ? `for (i = 0; i < ${size}; i++) b[i] = a[i]${pick(["", "", " + 1"])};` : "",
    ...folds,
    `check(${pick(claims)});`,
  ];
  const text = `${element} a[${size + 4}], b[${size + 4}];
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), y = 2;
  if (x < -3 || x > 60 || n < -3 || n > 60) return 0;
  ${folded} s = ${pick([0, 0, 5])}, t = ${pick([0, 0, 0, "s", 5])};
  ${counter} i;
  ${parts.filter((part) => part !== "").join("\n  ")}
  return 0;
}
`;
  const dataModel = below(2) === 0 ? "LP64" : "ILP32";
  return { text: PRELUDE + text, domains: [INPUTS, INPUTS], dataModel };
}
