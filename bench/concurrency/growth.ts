/**
 * How exploration grows: `npx tsx bench/concurrency/growth.ts SECONDS`. A line a program: the family, threads,
 * iterations, states, executions, CPU seconds, and how it ended. A family ends at its first program that is open.
 */
import { explore } from "../../src/interpreter/index.ts";
import { parseProperty } from "../../src/properties/index.ts";
import { specificationOf } from "../../src/specification/index.ts";
import { inputValuesOf } from "../../src/techniques/search/input-values.ts";
import { loadProgram } from "../../src/verifier/load-program.ts";

const SECONDS = Number(process.argv[2] ?? 20);

/** What every thread does `k` times, the type of the shared variable, and what holds of it in the end. */
const FAMILIES = {
  "one lock": ["int", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "x == N * K"],
  "own data": ["int", "own[i]++;", "own[0] == K"],
  atomics: ["_Atomic int", "x++;", "x == N * K"],
  races: ["int", "x = x + 1;", "x <= N * K"],
} as const;

const specification = specificationOf(
  parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp"),
);

function textOf(
  [type, body, end]: readonly [string, string, string],
  n: number,
  k: number,
): string {
  return `#include <pthread.h>
extern void abort(void); void reach_error(void) { abort(); }
#define N ${n}
#define K ${k}
${type} x; int own[N]; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { int i = (int)(long)p; for (int j = 0; j < K; j++) { ${body} } return 0; }
int main(void) { pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, f, (void *)(long)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  if (!(${end})) reach_error();
  return 0; }`;
}

for (const [name, family] of Object.entries(FAMILIES)) {
  for (const [steps, sizes] of [
    ["threads", [2, 3, 4, 5, 6].map((n) => [n, 2] as const)],
    ["iterations", [5, 20, 80, 320, 800].map((k) => [2, k] as const)],
  ] as const) {
    for (const [n, k] of sizes) {
      const { program } = loadProgram("p.c", textOf(family, n, k), "LP64");
      const start = process.cpuUsage();
      const used = (): number => {
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1e6;
      };
      const found = explore(program, {
        rules: { ...specification.execution, maxSteps: 1_000_000 },
        valuesOf: inputValuesOf(program),
        violates: (run, outcome) => specification.observe(run, outcome) !== undefined,
        maxStates: 8_000_000,
        isExhausted: () => used() > SECONDS,
      });
      const cells = [name, steps, n, k, found.states, found.executions, used().toFixed(1)];
      console.log(`${cells.join("\t")}\t${found.kind === "open" ? found.reason : found.kind}`);
      if (found.kind === "open") break;
    }
  }
}
