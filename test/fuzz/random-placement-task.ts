/**
 * Random tasks about positions of elements: stored and searched, divided among two arrays that are
 * counted, or copied in another order. Some claims hold, most are slightly changed.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

const PRELUDE = `extern void reach_error(void); extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static void check(int c) { if (!c) reach_error(); }
`;
const LENGTHS = [1, 2, 3, 4, 7, 12, 33];
const INPUTS = [-2, -1, 0, 1, 2, 3, 6];

type Pick = <T>(list: readonly T[]) => T;

export function randomPlacementTask(seed: number): RandomTask {
  const below = randomIntegers(seed);
  const pick: Pick = (list) => list[below(list.length)] as (typeof list)[number];
  const body = pick([searchFor, searchFor, division, division, reordered])(pick);
  const element = pick(["int", "int", "short", "long long"]);
  const text = `int main(void) {
  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  if (n < 1 || n > 40) abort();
  ${element} a[n], b[n], c[n], d = 0;
  ${pick(["int", "int", "unsigned", "long long"])} i, j = 0, p = 0, q = 0;
  ${body}
  return 0;
}
`;
  const dataModel = below(2) === 0 ? "LP64" : "ILP32";
  return { text: PRELUDE + text, domains: [LENGTHS, INPUTS], dataModel };
}

/** A loop that searches for the value of an element, perhaps replaced or skipped. */
function searchFor(pick: Pick): string {
  const places = ["n / 2", "0", "n - 1", "(x & 15) % n", "n / 3"];
  const put = pick(["3", "x", "-1"]);
  const fill = pick(["x", "i", "0", "i - x", "7"]);
  const looked = pick([put, put, put, "4"]);
  const more = pick(["", "", `a[${pick(places)}] = ${pick([put, "5"])};`]);
  const step = pick(["j++", "j++", "j++", "j += 2"]);
  const found = pick(["j < n", "j < n", "j <= n / 2", "a[j] == x", "j < n - 1"]);
  return `for (i = 0; i < n; i++) a[i] = ${fill};
  a[${pick(places)}] = ${put}; ${more}
  for (j = ${pick(["0", "0", "0", "1"])}; j < n && a[j] != ${looked}; ${step}) ;
  check(${found});`;
}

/** Elements that go to one of two arrays, or to none. */
function division(pick: Pick): string {
  const test = pick(["a[i] >= 0", "a[i] > x", "i < x", "(i & 1) == 0"]);
  const rest = pick(["else", "else", "else", "else if (a[i] != 2)"]);
  const start = pick(["0", "0", "0", "1"]);
  const steps = pick([
    ["p++", "q++"],
    ["p++", "q++"],
    ["p++", "q += 2"],
  ]);
  const claim = pick([
    "check(p + q == n);",
    "check(p + q == n);",
    "check(p <= n && q <= n);",
    "check(p + q < n);",
    "for (i = 0; i < p; i++) check(b[i] >= 0);",
    "for (i = 0; i < q; i++) check(c[i] < 0);",
    "for (i = 0; i < q; i++) check(c[i] <= x);",
  ]);
  return `for (i = 0; i < n; i++) a[i] = ${pick(["i - x", "x - i", "(i & 3) - 1", "i"])};
  for (i = ${start}; i < n; i++) { if (${test}) { b[p] = a[i]; ${steps[0]}; } ${rest} { if (q < n) c[q] = a[i]; ${steps[1]}; } }
  ${claim}`;
}

/** A copy in reverse order, or one that is shifted, and perhaps one back. */
function reordered(pick: Pick): string {
  const from = pick(["n - 1 - i", "n - 1 - i", "i", "n - i"]);
  const back = pick(["n - 1 - i", "i"]);
  const claim = pick([
    `b[i] == a[${from}]`,
    "b[n - 1 - i] == a[i]",
    "c[i] == a[i]",
    "c[i] == b[i]",
  ]);
  return `for (i = 0; i < n; i++) { a[i] = ${pick(["x + i", "x * i", "i", "(i & 1) + x"])}; b[i] = 0; }
  for (i = ${pick(["0", "0", "1"])}; i < n; i++) b[i] = a[${from}];
  for (i = 0; i < n; i++) c[i] = b[${back}];
  for (i = 0; i < n; i++) check(${claim});`;
}
