/**
 * Random loops that were written as functions which call themselves last and change variables of
 * their callers through pointers, with variations that prevent the conversion to a loop: pointers
 * to one variable, pointers that change places, variables of an activation that the next one
 * reaches, results, calls behind the call. Inputs are few.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

const PRELUDE = `extern void reach_error(void); extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static int memory;
static void check(int c) { if (!c) { reach_error(); } }
static int bounded(void) { int x = __VERIFIER_nondet_int(); if (x < -2 || x > 13) abort(); return x; }
`;
const INPUTS = Array.from({ length: 16 }, (_, index) => index - 2);
/** Distance of seeds in programs. */
const VARIANTS = 16;

/** @param variant - another program for the same seed */
export function randomPointedLoopTask(seed: number, variant = 0): RandomTask {
  const below = randomIntegers(seed * VARIANTS + variant);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (outOf: number): boolean => below(outOf) === 0;
  const type = pick(["int", "int", "unsigned", "short", "long long"]);

  const value = (names: readonly string[]): string =>
    pick([
      pick(names),
      `${pick(names)} + 1`,
      `${pick(names)} + 2`,
      `${pick(names)} + ${pick(names)}`,
      `${pick(names)} - ${pick(names)}`,
      `${below(9)}`,
      "memory",
    ]);
  const statement = (names: readonly string[]): string =>
    pick([
      `${pick(names)} = ${value(names)};`,
      `${pick(names)} += 1;`,
      `(${pick(names)})--;`,
      `if (${pick(names)} > ${value(names)}) ${pick(names)} = ${value(names)};`,
      `{ ${type} t = ${value(names)}; ${pick(names)} = t; }`,
      "memory++;",
      `memory = ${pick(names)};`,
      `check(${pick(names)} != ${below(40)});`,
      "",
    ]);
  /** A loop from *p to *n; `inner` is called in every iteration. */
  const loop = (name: string, inner: string | undefined): string => {
    const hasResult = chance(3);
    const names = ["*p", "*n", "*s", "k"];
    const own = inner !== undefined || chance(3) ? `${type} j = ${value(["*p", "*n", "k"])};` : "";
    const known = own === "" ? names : [...names, "j"];
    const call =
      inner === undefined
        ? ""
        : `${inner}(${pick(["&j, n, s", "&j, n, s", "&j, n, &j", "s, n, s", "&j, &k, s"])}, ${pick(["k", "0", "*p"])});`;
    const passed = pick([
      "p, n, s",
      "p, n, s",
      "p, n, s",
      "p, n, s",
      "p, s, n",
      "p, n, p",
      ...(own === "" ? [] : ["&j, n, s"]),
    ]);
    const again = `${name}(${passed}, ${pick(["k", "k", "k + 1", "*s"])})`;
    const last = hasResult
      ? pick([`return ${again};`, `return ${again};`, `return ${again} + 1;`])
      : pick([`${again};`, `${again};`, `${again}; return;`, `${again}; memory++;`]);
    return `${hasResult ? type : "void"} ${name}(${type} *p, ${type} *n, ${type} *s, ${type} k) {
  if (${pick(["*p < *n", "*p < *n", "*p < *n", "*p <= *n", "*p != *n", "1"])}) {
    ${own}
    ${statement(names)}
    ${call}
    ${statement(known)}
    ${chance(4) ? `if (${pick(known)} > ${below(20)}) return${hasResult ? ` ${pick(known)}` : ""};` : ""}
    *p = *p + ${pick(["1", "1", "1", "2"])};
    ${last}
  } else { ${chance(4) ? statement(["*p", "*n", "*s"]) : ""} }
  ${hasResult ? `return ${pick(["*p", "*s", "k", "0"])};` : ""}
}
`;
  };
  const isNested = chance(3);
  const inner = isNested ? loop("g", undefined) : "";
  const outer = loop("f", isNested ? "g" : undefined);
  const target = (): string =>
    pick(["&i, &n, &s", "&i, &n, &s", "&i, &n, &s", "&i, &n, &i", "&s, &n, &i", "&i, &n, &global"]);
  const claim = pick([
    "i == n",
    "i >= n",
    "i <= n",
    "s == i",
    "s >= 0",
    "s <= n",
    "memory == 0",
    "s != 7",
    "s + i <= 90",
    "global == 0",
  ]);
  const text = `${PRELUDE}static ${type} global;
${inner}${outer}int main(void) {
  ${type} i = ${pick(["0", "0", "1", "-2"])}, n = bounded(), s = ${pick(["0", "0", "i", "bounded()"])};
  ${pick(["", "if (n < 0) return 0;", "if (n < i) return 0;"])}
  f(${target()}, ${pick(["0", "n", "i", "7"])});
  ${chance(4) ? `i = 0; f(${target()}, 1);` : ""}
  check(${claim});
  return (int)(i + s + global) & 63;
}
`;
  const asked = text.split("bounded()").length - 1;
  const domains = Array.from({ length: asked }, () => INPUTS);
  return { text, domains, dataModel: chance(2) ? "LP64" : "ILP32" };
}
