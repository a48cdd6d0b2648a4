/** Whether two programs behave alike on the same inputs. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CfaEdge, type CfaProgram, formatEdge } from "../../src/contestant/cfa/index.ts";
import { compileProgram, type InputSource } from "../../src/contestant/interpreter/index.ts";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { randomProgram } from "./random-c-program.ts";
import { buildProgram, describeOutcome } from "./run-c.ts";

/** Random inputs, the same for the same seed; small ones are frequent. */
function randomInputs(seed: number): InputSource {
  const random = randomIntegers(seed);
  return {
    nondet: () => (random(2) === 0 ? BigInt(random(12) - 3) : BigInt(random(2 ** 32))),
  };
}

/** Random inputs, the same for the n-th execution of the same call in the program. */
export function inputsByPlace(seed: number): InputSource {
  const counts = new Map<string, number>();
  return {
    nondet: (edge) => {
      const place = placeOf(edge);
      const count = (counts.get(place) ?? 0) + 1;
      counts.set(place, count);
      let hash = seed * 7919 + count * 104_729;
      for (const character of place) hash = (hash * 31 + character.charCodeAt(0)) % 2 ** 32;
      const random = randomIntegers(hash);
      return random(2) === 0 ? BigInt(random(12) - 3) : BigInt(random(2 ** 32));
    },
  };
}

/**
 * Runs the program on random inputs from a seed: returns how and where it ended, equal for
 * executions with equal ends; undefined when it did not end soon.
 */
export function executor(
  program: CfaProgram,
  inputsOf: (seed: number) => InputSource = randomInputs,
): (seed: number) => string | undefined {
  const compiled = compileProgram(program, {
    errorFunctions: new Set(["reach_error"]),
    overflow: "stop",
    maxSteps: 100_000,
    maxMemoryBytes: 2 ** 20,
  });
  return (seed) => {
    const outcome = compiled.run(inputsOf(seed));
    if (outcome.kind === "limit") return undefined;
    const edge = "edge" in outcome ? ` at ${placeOf(outcome.edge)}` : "";
    return `${describeOutcome(outcome)}${edge}`;
  };
}

function placeOf({ source, range, kind }: CfaEdge): string {
  return `${source.functionName} ${range.start} ${kind}`;
}

/** Programs with branches on inputs and constants, pointers, calls of all kinds, loops and faults. */
const OWN: readonly string[] = [
  `int mode = 2; static int never; int table[4] = { 1, 2, 3, 4 };
   int pick(int i) { if (mode == 3) return never; if (never) reach_error(); return table[i & 3]; }
   int main(void) {
     int k = 7, n = nondet(), sum = 0;
     if (k > 9) reach_error();
     for (int i = 0; i < n && i < 20; i++) { sum += pick(i) * k; if (sum > 100) break; }
     if (sum == 70) reach_error();
     return sum; }`,
  `int twice(int x) { return 2 * x; } int thrice(int x) { return 3 * x; } int unused(int x) { return x; }
   int apply(int (*f)(int), int x) { return f(x); }
   int main(void) {
     int (*f)(int) = nondet() > 4 ? twice : thrice;
     int y = apply(f, nondet() & 15);
     if (y == 15) reach_error();
     return y; }`,
  `int even(unsigned n); int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
   int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
   int main(void) { unsigned n = nondet() & 63; int zero = 0; if (even(n) == odd(n)) reach_error();
     if (n == 5) return 1 / zero; return even(n); }`,
  `struct S { int a; struct S *next; };
   int main(void) {
     struct S one = { 1, 0 }, two = { 2, &one }; struct S *p = &two; int limit = 3, x = nondet();
     while (p) { x += p->a; p = p->next; }
     switch (x) { case 4: reach_error(); case 5: limit = 9; break; default: limit = limit; }
     int *q = &limit; *q += 1; if (limit == 10) abort();
     int y = 5; if (x > 7) y = 5; else y = 5; if (y != 5) reach_error();
     return limit + (2147483647 > x ? x / y : 0); }`,
  `int x; int *p = &x; void set(int v) { *p = v; }
   int main(void) { int c = 0; set(3); if (x == 3) c = 1; if (c) { assume(nondet() > 2); }
     int i = 0; do { i++; if (i == nondet()) goto out; } while (i < 8);
     if (x != 3) reach_error();
     out: if (i == 4 && nondet() == 1) reach_error(); return i + 2147483640 + nondet(); }`,
  `unsigned char b = 250; const short s = -3; double d = 0.1; float f; volatile int v = 1;
   int main(void) { unsigned char c = b; int up = c + 10; c = c + 10; float g = d; f = 3;
     if (up != 260 || c != 4) reach_error(); if (v) v = 0; if (s >> 1 != -2) reach_error();
     int sh = 33; if (nondet() == 3) return 1 << sh; unsigned u = -1; long l = u; if (l < 0) reach_error();
     return (int)(g * 10) + (int)f + (s < 0) + (u > 5); }`,
];
const PRELUDE = `extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
extern void abort(void); extern void reach_error(void);
static int nondet(void) { return __VERIFIER_nondet_int(); }
static void assume(int c) { __VERIFIER_assume(c); }
`;

/** Test programs of this project, generated ones, and those of the examples. */
export function samplePrograms(generated: number): { name: string; program: CfaProgram }[] {
  const own = OWN.map((text, index) => ({ name: `own ${index}`, text: PRELUDE + text }));
  const random = Array.from({ length: generated }, (_, index) => {
    const seed = 7000 + index;
    const text = randomProgram({ seed, prefix: "p_", bits: 64 });
    return { name: `random ${seed}`, text: `${text}\nint main(void) { return p_run() % 251; }` };
  });
  const folder = "examples/mini";
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
    : [];
  const examples = files
    .filter((name) => name.endsWith(".c"))
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
  return [...own, ...random, ...examples].map(({ name, text }) => ({
    name,
    program: buildProgram(text, "LP64"),
  }));
}

/** All edges of a program as text, for comparisons. */
export function edgeTexts({ functions }: CfaProgram): string[] {
  return [...functions.values()].flatMap(({ nodes }) =>
    nodes.flatMap(({ leaving }) => leaving.map(formatEdge)),
  );
}
