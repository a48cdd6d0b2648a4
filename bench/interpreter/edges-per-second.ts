/**
 * CFA edges per second of the interpreter on programs of different kinds, with every undefined
 * behaviour detected (signed overflow ends a run, heap blocks are tracked for leaks):
 *
 *     npx tsx bench/interpreter/edges-per-second.ts [--seed 1] [--only WORD] [--runs 3]
 *     [--observed] [--races] [--provenance]
 *
 * `--observed` calls an observer before every edge (as validation does), `--races` detects data
 * races, `--provenance` tracks the objects that pointers come from (as for memory safety). Rates
 * are of processor time, the best of the runs. A seed gives the same edges in every run, which is
 * checked.
 */
import { parseArgs } from "node:util";
import { buildCfa } from "../../src/contestant/cfa/index.ts";
import { MACHINE_MODELS, parseC } from "../../src/contestant/cfront/index.ts";
import { compileProgram } from "../../src/contestant/interpreter/index.ts";
import { describeOutcome } from "../../test/support/run-c.ts";

const PROGRAMS: Readonly<Record<string, string>> = {
  "int loop": `
    int main(void) {
      unsigned x = 1; unsigned s = 0;
      for (int i = 0; i < 30000000; i++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; if (x & 1) s += i; else s ^= x; }
      return s & 127;
    }`,
  "state machine over globals": `
    int state = 0, a = 1, b = 0, count = 0;
    extern int __VERIFIER_nondet_int(void);
    void step(int in) {
      if (state == 0 && in == 1) { state = 1; a = 2; } else if (state == 1 && in == 2) { state = 2; b = a; }
      else if (state == 2 && in == 3) { state = 3; count++; } else if (state == 3) { state = 0; } else { a = b + 1; }
    }
    int main(void) { for (int i = 0; i < 5000000; i++) step(__VERIFIER_nondet_int() & 3); return count & 127; }`,
  "array and pointers": `
    int a[1000];
    int main(void) {
      int s = 0;
      for (int r = 0; r < 10000; r++) { int *p = a; for (int i = 0; i < 1000; i++) { p[i] += i; s += *(p + i) & 7; } }
      return s & 127;
    }`,
  "64-bit hash": `
    int main(void) {
      unsigned long long h = 14695981039346656037ULL;
      for (long long i = 0; i < 5000000; i++) { h ^= i & 255; h *= 1099511628211ULL; }
      return h & 127;
    }`,
  recursion: `
    int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    int main(void) { return fib(32) & 127; }`,
  "linked list": `
    extern void *malloc(__SIZE_TYPE__); extern void free(void *);
    struct node { int value; struct node *next; };
    int main(void) {
      unsigned s = 0;
      for (int r = 0; r < 300; r++) {
        struct node *head = 0;
        for (int i = 0; i < 1000; i++) { struct node *n = malloc(sizeof *n); n->value = i; n->next = head; head = n; }
        while (head) { struct node *n = head; s += n->value; head = n->next; free(n); }
      }
      return s & 127;
    }`,
  floats: `
    int main(void) {
      double x = 0.5; float f = 1.0f; int n = 0;
      for (int i = 0; i < 10000000; i++) { x = 3.7 * x * (1.0 - x); f = f * 0.99f + (float)x; if (x > 0.5) n++; }
      return n & 127;
    }`,
  "strings and library": `
    extern __SIZE_TYPE__ strlen(const char *); extern void *memcpy(void *, const void *, __SIZE_TYPE__);
    extern int strcmp(const char *, const char *);
    int main(void) {
      char text[40] = "the quick brown fox", copy[40]; int n = 0;
      for (int i = 0; i < 300000; i++) { text[i % 19] = 'a' + i % 26; memcpy(copy, text, 40); n += strlen(copy) & 3; n += strcmp(copy, "the") > 0; }
      return n & 127;
    }`,
  "records and unions": `
    struct point { short x, y; unsigned flags : 5; int weight : 20; }; union word { unsigned u; unsigned char b[4]; };
    int main(void) {
      struct point p[16] = { { 1, 2, 3, 4 } }; union word w = { 7 }; int n = 0;
      for (int i = 0; i < 3000000; i++) {
        struct point *q = &p[i & 15]; q->x = (short)(q->x + i); q->flags++; q->weight = n & 1023;
        w.u += i; n += w.b[i & 3] & 1; if (q->flags == 9) n++;
      }
      return n & 127;
    }`,
  "two threads": `
    typedef unsigned long pthread_t; typedef struct { int x[16]; } pthread_mutex_t;
    extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
    extern int pthread_join(pthread_t, void **);
    extern int pthread_mutex_lock(pthread_mutex_t *); extern int pthread_mutex_unlock(pthread_mutex_t *);
    pthread_mutex_t m; int shared;
    void *work(void *a) { for (int i = 0; i < 300000; i++) { pthread_mutex_lock(&m); shared++; pthread_mutex_unlock(&m); } return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); work(0); pthread_join(t, 0); return shared & 127; }`,
};

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    runs: { type: "string", default: "3" },
    observed: { type: "boolean", default: false },
    races: { type: "boolean", default: false },
    provenance: { type: "boolean", default: false },
  },
});

/** Inputs of a linear congruential generator. */
function inputs(): { nondet: () => bigint; nondet32: () => number } {
  let state = Number(values.seed);
  const nondet32 = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    return state >>> 16;
  };
  return { nondet: () => BigInt(nondet32()), nondet32 };
}

interface Measurement {
  readonly steps: number;
  readonly outcome: string;
  /** Millions of edges in a second of processor time, the best run. */
  readonly rate: number;
}

function measure(name: string, text: string, model: "ILP32" | "LP64"): Measurement {
  const machine = MACHINE_MODELS[model];
  const program = buildCfa(parseC(`${name}.c`, text, machine), machine);
  const compiled = compileProgram(program, {
    errorFunctions: new Set(["reach_error"]),
    overflow: "stop",
    tracksBlocks: true,
    detectsRaces: values.races,
    followsProvenance: values.provenance,
    ...(values.observed ? { observer: { onEdge: () => undefined } } : {}),
  });
  const results = Array.from({ length: Number(values.runs) }, (): Measurement => {
    const start = process.cpuUsage();
    const outcome = describeOutcome(compiled.run(inputs()));
    const { user, system } = process.cpuUsage(start);
    return { steps: compiled.steps, outcome, rate: compiled.steps / (user + system) };
  });
  const [first] = results as [Measurement];
  if (results.some(({ steps, outcome }) => steps !== first.steps || outcome !== first.outcome)) {
    throw new Error(`${name}: the same seed gave different runs: ${JSON.stringify(results)}`);
  }
  return { ...first, rate: Math.max(...results.map(({ rate }) => rate)) };
}

console.log("| program | model | edges | outcome | million edges a second |");
console.log("|---|---|--:|---|--:|");
for (const [name, text] of Object.entries(PROGRAMS)) {
  if (!name.includes(values.only)) continue;
  for (const model of ["ILP32", "LP64"] as const) {
    const { steps, outcome, rate } = measure(name, text, model);
    console.log(
      `| ${name} | ${model} | ${steps.toLocaleString("en")} | ${outcome} | ${rate.toFixed(0)} |`,
    );
  }
}
