/**
 * Random programs whose threads add shared variables to each other, and fail where one exceeds a
 * bound: among states that differ in these the greatest are followed, and readers wait for larger
 * ones; a search of all states must give the same answer. AGON_THREAD_PROGRAMS (10) and
 * AGON_FUZZ_SEED (1) choose more and others.
 */

import { expect, test } from "vitest";
import type { MemoryObject } from "../../src/contestant/cfa/index.ts";
import { startExploration } from "../../src/contestant/interpreter/index.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { risingObjects } from "../../src/contestant/techniques/search/rising-values.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";

const COUNT = Number(process.env.AGON_THREAD_PROGRAMS ?? 10);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 1);
const MINUTE = 60_000;
const MAX_STATES = 20_000;

const specification = specificationOf(
  parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp"),
);

function randomProgram(seed: number): string {
  const below = randomIntegers(seed);
  const variable = (): string => `x${below(3)}`;
  const statement = (): string => {
    switch (below(9)) {
      case 0:
        return `${variable()} = ${below(4)};`;
      case 1:
        return `${variable()} = ${variable()} + ${below(3)};`;
      case 2:
        return `if (${variable()} > ${2 + below(9)}) reach_error();`;
      case 3:
        return `pthread_mutex_lock(&m); ${variable()} += ${variable()}; ${variable()} += ${variable()}; pthread_mutex_unlock(&m);`;
      case 4:
        return `a${below(2)} = ${below(2)};`;
      case 5:
        return `if (a${below(2)}) ${variable()} += ${variable()};`;
      case 6:
        return `for (int k = 0; k < 2; k++) ${variable()} += ${variable()};`;
      default:
        return `${variable()} += ${variable()};`;
    }
  };
  const body = (most: number): string =>
    Array.from({ length: 1 + below(most) }, statement).join(" ");
  const count = 2 + below(2);
  const threads = Array.from({ length: count }, (_, index) => index);
  return `#include <pthread.h>
extern void abort(void); void reach_error(void) { abort(); }
int x0 = 1, x1 = 1, x2; _Atomic int a0, a1; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
${threads.map((index) => `void *f${index}(void *p) { ${body(count === 2 ? 4 : 3)} return 0; }`).join("\n")}
int main(void) { pthread_t ${threads.map((index) => `t${index}`).join(", ")};
${threads.map((index) => `pthread_create(&t${index}, 0, f${index}, 0);`).join("\n")}
${body(2)}
${threads.map((index) => (below(3) > 0 ? `pthread_join(t${index}, 0);` : "")).join("\n")}
if (${variable()} > ${4 + below(30)}) reach_error();
return 0; }
`;
}

function explore(text: string, rises: boolean): { readonly kind: string; readonly states: number } {
  const { program } = loadProgram("p.c", text, "LP64");
  const none: ReadonlySet<MemoryObject> = new Set();
  const { execution } = specification;
  const rising = rises ? risingObjects(program, execution.errorFunctions) : none;
  if (rises && rising.size === 0) return { kind: "none", states: 0 };
  return startExploration(program, {
    ...(rises ? { rising } : {}),
    rules: { ...execution, maxSteps: 100_000, overflow: "stop" },
    valuesOf: () => undefined,
    violates: (run, outcome) => specification.observe(run, outcome) !== undefined,
    doubts: specification.doubts,
    isShown: () => true,
    showsAtEnd: "nothing",
    maxStates: MAX_STATES,
  }).continue(() => false);
}

test(`the greatest states of ${COUNT} programs from seed ${SEED}`, { timeout: 20 * MINUTE }, () => {
  const counts = { complete: 0, violation: 0, open: 0, none: 0 };
  const states = { greatest: 0, all: 0 };
  for (let i = 0; i < COUNT; i++) {
    const text = randomProgram(SEED * 100_000 + i);
    const greatest = explore(text, true);
    const all = explore(text, false);
    counts[greatest.kind as keyof typeof counts]++;
    if (greatest.kind === "none" || all.kind === "open") continue;
    states.greatest += greatest.states;
    states.all += all.states;
    expect(greatest.kind, `seed ${SEED * 100_000 + i}\n${text}`).toBe(all.kind);
  }
  process.stdout.write(`${JSON.stringify({ ...counts, states })}\n`);
  expect(counts.complete).toBeGreaterThan(0);
  expect(counts.violation).toBeGreaterThan(0);
});
