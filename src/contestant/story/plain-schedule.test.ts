import { describe, expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import { compileProgram, RandomScheduler, ReplayScheduler } from "../interpreter/index.ts";
import { loadProgram } from "../program/load-program.ts";
import { specificationOf } from "../specification/index.ts";
import { RecordingInputs, ReplayInputs } from "../techniques/index.ts";
import { plainSchedule } from "./plain-schedule.ts";

const HEAD = `#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int i, j, k;
`;
const TWO = `pthread_t a, b;
  pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);
  pthread_join(a, 0); pthread_join(b, 0);`;

/** Random executions that violate the property, with the numbers of switches before and after. */
function shortened(text: string, formula: string, most: number): { before: number; after: number } {
  const { program } = loadProgram("p.c", HEAD + text, "LP64");
  const specification = specificationOf(
    parseProperty(`CHECK( init(main()), LTL(${formula}) )`, "p.prp"),
  );
  const compiled = compileProgram(program, { ...specification.execution, maxSteps: 100_000 });
  const sum = { before: 0, after: 0 };
  let found = 0;
  for (let seed = 0; found < 10; seed++) {
    expect(seed, "violations are found").toBeLessThan(2000);
    const inputs = new RecordingInputs({ nondet: () => BigInt(seed) });
    const first = specification.observe(compiled, compiled.run(inputs, new RandomScheduler(seed)));
    if (first === undefined || compiled.turns.length < 4) continue;
    found++;
    const execution = { choices: inputs.choices, turns: compiled.turns };
    const turns = plainSchedule(program, specification, execution);
    const outcome = compiled.run(new ReplayInputs(inputs.choices), new ReplayScheduler(turns));
    const again = specification.observe(compiled, outcome);
    expect(again?.subproperty).toBe(first.subproperty);
    const edges = (violation: typeof first): unknown[] =>
      (violation.race?.map(({ edge }) => edge.id) ?? [violation.edge?.id ?? -1]).toSorted();
    expect(again && edges(again)).toEqual(edges(first));
    expect(turns.length).toBeLessThanOrEqual(execution.turns.length);
    expect(turns.length, "as few as there can be").toBeLessThanOrEqual(most);
    sum.before += execution.turns.length;
    sum.after += turns.length;
  }
  return sum;
}

describe("as few switches as there can be", () => {
  test.each([
    [
      "a race behind loops that do not matter",
      `void *f(void *p) { for (int n = 0; n < 5; n++) { pthread_mutex_lock(&m); i++; pthread_mutex_unlock(&m); } k = 1; return 0; }
       void *g(void *p) { for (int n = 0; n < 5; n++) { pthread_mutex_lock(&m); i++; pthread_mutex_unlock(&m); } k = 2; return 0; }
       int main(void) { ${TWO} return 0; }`,
      "G ! data-race",
      3,
    ],
    [
      "an update that is lost",
      `void *f(void *p) { for (int n = 0; n < 5; n++) { int t = i; i = t + 1; } return 0; }
       void *g(void *p) { for (int n = 0; n < 5; n++) { int t = i; i = t + 1; } return 0; }
       int main(void) { ${TWO} if (i < 10) reach_error(); return 0; }`,
      "G ! call(reach_error())",
      5,
    ],
    [
      "a block that is lost",
      `int *q;
       void *f(void *p) { if (!q) q = malloc(4); return 0; }
       void *g(void *p) { for (int n = 0; n < 5; n++) j++; if (!q) q = malloc(4); return 0; }
       int main(void) { ${TWO} free(q); return 0; }`,
      "G valid-memtrack",
      6,
    ],
    [
      "locks in opposite order",
      `pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
       void *f(void *p) { i = 1; pthread_mutex_lock(&m); j = 1; pthread_mutex_lock(&n); k = 1; return 0; }
       void *g(void *p) { i = 2; pthread_mutex_lock(&n); j = 2; pthread_mutex_lock(&m); k = 2; return 0; }
       int main(void) { ${TWO} return 0; }`,
      "G ! deadlock",
      5,
    ],
  ] as const)("%s", (_, text, formula, most) => {
    const { before, after } = shortened(text, formula, most);
    expect(after).toBeLessThan(before);
  });
});
