/**
 * Random tasks about arrays that several loops change one after the other, and about values that
 * loops gather from them. The claim is the property that the program was built for, or a slightly
 * changed one.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

const PRELUDE = `extern void reach_error(void); extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static void check(int c) { if (!c) reach_error(); }
`;

const INPUTS = [-3, -1, 0, 1, 2, 5, 9];
const LENGTHS = [0, 1, 2, 3, 5, 9, 17, 40];

/** The content of an element, as an expression in `i`. */
interface Contents {
  a: string;
  b: string;
}

interface Random {
  pick<T>(list: readonly T[]): T;
  chance(outOf: number): boolean;
  below(limit: number): number;
}

function randomOf(seed: number): Random {
  const below = randomIntegers(seed);
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    chance: (outOf) => below(outOf) === 0,
  };
}

/**
 * Elements that are made, and then computed from their old values: the claim composes all steps.
 */
export function randomUpdateTask(seed: number): RandomTask {
  const random = randomOf(seed);
  const isFixed = random.chance(2);
  const element = random.pick(["int", "int", "int", "long long", "short", "unsigned char"]);
  const counter = random.pick(["int", "int", "int", "long long", "unsigned"]);
  const contents: Contents = { a: "0", b: "0" };
  const fill = (name: "a" | "b"): string => {
    const made = madeOf(random, random.pick(["i", "i", "x", `${random.below(9)}`]));
    contents[name] = converted(element, made);
    return `${name}[i] = ${made};`;
  };
  const head = headOf(random);
  const loops = [`${head} { ${fill("a")} ${fill("b")} }`];
  for (let more = 1 + random.below(2); more > 0; more--) {
    loops.push(`${head} { ${updateOf(random, element, contents)} }`);
  }
  const name = random.pick(["a", "b"] as const);
  const expected = contents[name];
  const claim = random.chance(3)
    ? `${name}[i] == ${random.pick([`${expected} + 1`, contents.a, contents.b, `${random.below(5)}`])}`
    : `${name}[i] == ${expected}`;
  const length = isFixed
    ? `int n = ${random.pick([70, 90])};`
    : "int n = __VERIFIER_nondet_int(); if (n < 1) abort();";
  const size = isFixed ? "100" : "n";
  const last = random.pick(["n", "n", "n", "n", "n - 1", isFixed ? "n + 1" : "n"]);
  const text = `int main(void) {
  ${length}
  int x = __VERIFIER_nondet_int();
  ${element} a[${size}], b[${size}], t;
  ${counter} i;
  ${isFixed ? `for (i = 0; i < ${size}; i++) { a[i] = 0; b[i] = 0; }` : ""}
  ${loops.join("\n  ")}
  for (i = 0; i < ${last}; i++) check(${claim});
  return 0;
}
`;
  const domains = isFixed ? [INPUTS] : [LENGTHS, INPUTS];
  return { text: PRELUDE + text, domains, dataModel: random.chance(2) ? "LP64" : "ILP32" };
}

function headOf(random: Random): string {
  return random.pick([
    "for (i = 0; i < n; i++)",
    "for (i = 0; i < n; i++)",
    "for (i = 0; i < n; i++)",
    "for (i = n - 1; i + 1 > 0; i--)",
    "for (i = 1; i < n; i++)",
    "for (i = 0; i < n; i += 2)",
  ]);
}

function madeOf(random: Random, from: string): string {
  const constant = 1 + random.below(6);
  return random.pick([
    from,
    `${from} + ${constant}`,
    `${from} - i`,
    `${from} * ${constant}`,
    `${from} * i`,
    `(${from} - ${constant}) * (i + 1)`,
    `-(${from})`,
    `${from} + x`,
  ]);
}

function updateOf(random: Random, element: string, contents: Contents): string {
  const { a, b } = contents;
  switch (random.below(5)) {
    case 0:
      [contents.a, contents.b] = [b, a];
      return "t = a[i]; a[i] = b[i]; b[i] = t;";
    case 1: {
      const update = madeOf(random, "a[i]");
      contents.b = converted(element, update.replaceAll("a[i]", a));
      return `b[i] = ${update};`;
    }
    case 2: {
      const constant = random.below(6);
      contents.a = converted(element, `i > ${constant} ? ${a} + 1 : ${a}`);
      return `if (i > ${constant}) a[i]++;`;
    }
    case 3:
      contents.a = converted(element, `${a} + ${b}`);
      return "a[i] = a[i] + b[i];";
    default: {
      const update = madeOf(random, "a[i]");
      contents.a = converted(element, update.replaceAll("a[i]", a));
      return `a[i] = ${update};`;
    }
  }
}

function converted(type: string, expression: string): string {
  return `(${type})(${expression})`;
}

/**
 * Variables that gather values that loops add to them, from arrays or counters, and bounds for
 * them.
 */
export function randomGatherTask(seed: number): RandomTask {
  const random = randomOf(seed);
  const sum = random.pick(["int", "int", "long long", "unsigned", "short"]);
  const counter = random.pick(["int", "int", "long long", "unsigned"]);
  const most = 1 + random.below(9);
  const fill = random.pick([
    { code: `${most}`, low: most, high: most },
    { code: `x < 0 ? 0 : x > ${most} ? ${most} : x`, low: 0, high: most },
    { code: `i > 4 ? ${most} : -1`, low: -1, high: most },
    { code: `(x & 3) - ${most}`, low: -most, high: 3 - most },
    { code: "x", low: -3, high: 9 },
  ]);
  const shift = random.below(4) - 1;
  const added = random.pick([
    { code: "s += a[i];", low: fill.low, high: fill.high },
    { code: "s += a[i];", low: fill.low, high: fill.high },
    { code: `s = s + a[i] + ${shift};`, low: fill.low + shift, high: fill.high + shift },
    { code: "s -= a[i];", low: -fill.high, high: -fill.low },
    { code: "if (a[i] > x) s++;", low: 0, high: 1 },
    { code: `s += a[i] == x ? ${most} : 1;`, low: 1, high: most },
    { code: "s = s + a[i] + i % 3;", low: fill.low, high: fill.high + 2 },
    { code: `if (i == ${most}) s = 0; s += a[i];`, low: fill.low, high: fill.high },
  ]);
  const start = random.pick([0, 0, 0, 0, 5, -7]);
  const head = random.pick([
    "for (i = 0; i < n; i++)",
    "for (i = 0; i < n; i++)",
    "for (i = 0; i < n; i++)",
    "for (i = n - 1; i + 1 > 0; i--)",
    "for (i = 1; i < n; i++)",
    "for (i = 0; i < n; i += 2)",
  ]);
  const offset = start === 0 ? "" : ` + ${start}`;
  const off = random.chance(3) ? random.pick([1, -1, 2]) : 0;
  const claim = random.pick([
    `s <= n * ${added.high + off}${offset}`,
    `s >= n * ${added.low + off}${offset}`,
    `s == n * ${added.high + off}${offset}`,
    `s >= ${start + off}`,
    `s <= ${start + 40 * Math.max(0, added.high)}`,
  ]);
  const text = `int main(void) {
  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  if (n < 0 || n > 40 || x < -3 || x > 9) abort();
  int a[100];
  ${sum} s = ${start};
  ${counter} i;
  for (i = 0; i < 100; i++) a[i] = ${fill.code};
  ${head} { ${added.code} }
  check(${claim});
  return 0;
}
`;
  const dataModel = random.chance(2) ? "LP64" : "ILP32";
  return { text: PRELUDE + text, domains: [LENGTHS, INPUTS], dataModel };
}
