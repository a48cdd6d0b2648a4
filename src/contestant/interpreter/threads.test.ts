import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gccWorks } from "../../../test/support/gcc-checksums.ts";
import { buildProgram, describeOutcome, ZEROS } from "../../../test/support/run-c.ts";
import {
  type CompiledProgram,
  compileProgram,
  formatSchedule,
  type InterpreterOptions,
  type Outcome,
  parseSchedule,
  RandomScheduler,
  ReplayScheduler,
} from "./index.ts";

function compile(text: string, options: Partial<InterpreterOptions> = {}): CompiledProgram {
  return compileProgram(buildProgram(text, "LP64"), {
    errorFunctions: new Set(["reach_error"]),
    overflow: "wrap",
    maxSteps: 100_000,
    detectsRaces: true,
    ...options,
  });
}

/** The number of occurrences of each outcome under so many random schedules. */
function outcomes(text: string, seeds: number): Record<string, number> {
  const compiled = compile(text);
  const counts: Record<string, number> = {};
  for (let seed = 0; seed < seeds; seed++) {
    const name = describeOutcome(compiled.run(ZEROS, new RandomScheduler(seed)));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const HEAD = `
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <errno.h>
void reach_error(void) {}
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x, y;
`;

/** Starts two threads and waits for them. */
const TWO = `
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
`;

/** Programs without a race whose exit code no schedule changes. */
const DETERMINISTIC: readonly (readonly [string, string, number])[] = [
  [
    "a counter with a lock",
    `void *first(void *p) { for (int i = 0; i < 5; i++) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); } return 0; }
     void *second(void *p) { return first(p); }${TWO} return x; }`,
    10,
  ],
  [
    "results of threads, arguments, pthread_self, pthread_exit of a called function",
    `void leave(void *p) { pthread_exit((char *)p + 2); }
     void *first(void *p) { leave(p); return 0; }
     int main(void) { pthread_t t; void *r; pthread_create(&t, 0, first, (void *)40);
       int same = pthread_equal(pthread_self(), t); pthread_join(t, &r); return (int)(long)r + same; }`,
    42,
  ],
  [
    "a condition variable",
    `void *first(void *p) { pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m); y = x + 1; pthread_mutex_unlock(&m); return 0; }
     void *second(void *p) { pthread_mutex_lock(&m); x = 4; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }${TWO} return y; }`,
    5,
  ],
  [
    "a barrier: one thread gets the result for the last one",
    `pthread_barrier_t w; int last[2], seen[2];
     void *run(int i) { (i ? &y : &x)[0] = 3; last[i] = pthread_barrier_wait(&w) == PTHREAD_BARRIER_SERIAL_THREAD; seen[i] = x + y; return 0; }
     void *first(void *p) { return run(0); }
     void *second(void *p) { return run(1); }
     int main(void) { pthread_t a, b; pthread_barrier_init(&w, 0, 2); pthread_create(&a, 0, first, 0); pthread_create(&b, 0, second, 0);
       pthread_join(a, 0); pthread_join(b, 0); return seen[0] + seen[1] + last[0] + last[1]; }`,
    13,
  ],
  [
    "semaphores hand over",
    `sem_t s, t;
     void *first(void *p) { for (int i = 0; i < 3; i++) { sem_wait(&s); x = 2 * x + 1; sem_post(&t); } return 0; }
     void *second(void *p) { for (int i = 0; i < 3; i++) { sem_wait(&t); x = 3 * x; sem_post(&s); } return 0; }
     int main(void) { pthread_t a, b; sem_init(&s, 0, 1); sem_init(&t, 0, 0);
       pthread_create(&a, 0, first, 0); pthread_create(&b, 0, second, 0); pthread_join(a, 0); pthread_join(b, 0); return x; }`,
    129,
  ],
  [
    "readers and writers",
    `pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
     void *first(void *p) { for (int i = 0; i < 3; i++) { pthread_rwlock_wrlock(&l); x++; y++; pthread_rwlock_unlock(&l); } return 0; }
     void *second(void *p) { for (int i = 0; i < 3; i++) { pthread_rwlock_rdlock(&l); if (x != y) reach_error(); pthread_rwlock_unlock(&l); } return 0; }${TWO} return x + y; }`,
    6,
  ],
  [
    "a spin lock and trylock",
    `pthread_spinlock_t l;
     void *first(void *p) { pthread_spin_lock(&l); x += 2; pthread_spin_unlock(&l); return 0; }
     void *second(void *p) { while (pthread_spin_trylock(&l) == EBUSY) ; x += 3; pthread_spin_unlock(&l); return 0; }
     int main(void) { pthread_t a, b; pthread_spin_init(&l, 0); pthread_create(&a, 0, first, 0); pthread_create(&b, 0, second, 0);
       pthread_join(a, 0); pthread_join(b, 0); return x; }`,
    5,
  ],
  [
    "once, and thread-specific data with a destructor",
    `pthread_once_t o = PTHREAD_ONCE_INIT; pthread_key_t k;
     void drop(void *p) { pthread_mutex_lock(&m); y += *(int *)p; pthread_mutex_unlock(&m); }
     void start(void) { x++; pthread_key_create(&k, drop); }
     int five = 5, six = 6;
     void *first(void *p) { pthread_once(&o, start); pthread_setspecific(k, &five); return 0; }
     void *second(void *p) { pthread_once(&o, start); pthread_setspecific(k, &six); if (*(int *)pthread_getspecific(k) != 6) reach_error(); return 0; }${TWO} return x * 20 + y; }`,
    31,
  ],
  [
    "thread-local objects",
    `_Thread_local int own = 7; __thread int *to;
     void *first(void *p) { to = &own; own += 1; x = *to; return 0; }
     void *second(void *p) { own += 2; y = own; return 0; }${TWO} return x * 10 + y + own; }`,
    96,
  ],
  [
    "atomic objects and operations",
    `_Atomic int k; atomic_long l; int g;
     void *first(void *p) { for (int i = 0; i < 4; i++) { k++; atomic_fetch_add(&l, 2); __sync_fetch_and_add(&g, 1); } return 0; }
     void *second(void *p) { for (int i = 0; i < 4; i++) { k += 1; l += 2; __atomic_add_fetch(&g, 1, __ATOMIC_RELAXED); } return 0; }${TWO} return k * 10 + l + g; }`,
    104,
  ],
  [
    "an atomic flag publishes",
    `atomic_int ready;
     void *first(void *p) { x = 6; atomic_store(&ready, 1); return 0; }
     void *second(void *p) { while (!atomic_load(&ready)) ; y = x; return 0; }${TWO} return y; }`,
    6,
  ],
  [
    "a recursive and an error-checking mutex",
    `void *first(void *p) { return 0; }
     int main(void) { pthread_t t; pthread_mutexattr_t a; pthread_mutex_t r, e; int code = 0;
       pthread_create(&t, 0, first, 0);
       pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&r, &a);
       pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&e, &a);
       code += pthread_mutex_lock(&r) == 0; code += pthread_mutex_lock(&r) == 0; code += pthread_mutex_trylock(&r) == 0;
       code += pthread_mutex_unlock(&r) == 0; code += pthread_mutex_unlock(&r) == 0; code += pthread_mutex_unlock(&r) == 0;
       code += pthread_mutex_unlock(&r) == EPERM;
       code += pthread_mutex_lock(&e) == 0; code += pthread_mutex_lock(&e) == EDEADLK; code += pthread_mutex_trylock(&e) == EBUSY;
       code += pthread_mutex_unlock(&e) == 0; code += pthread_mutex_unlock(&e) == EPERM;
       pthread_join(t, 0); return code; }`,
    12,
  ],
  [
    "C11 threads",
    `#include <threads.h>
     mtx_t l; cnd_t w; once_flag o = ONCE_FLAG_INIT; tss_t k; int queue[4], head, tail, calls;
     void once(void) { calls++; }
     int produce(void *p) { call_once(&o, once); for (int i = 1; i <= 4; i++) { mtx_lock(&l); queue[tail++ % 4] = i; cnd_signal(&w); mtx_unlock(&l); } return 3; }
     int consume(void *p) { int s = 0; call_once(&o, once); for (int i = 0; i < 4; i++) { mtx_lock(&l); while (head == tail) cnd_wait(&w, &l); s = s * 2 + queue[head++ % 4]; mtx_unlock(&l); } thrd_exit(s); }
     int main(void) { thrd_t a, b; int r, s; mtx_init(&l, mtx_plain); cnd_init(&w);
       if (thrd_create(&a, consume, 0) != thrd_success || thrd_create(&b, produce, 0) != thrd_success) return 1;
       thrd_join(a, &s); thrd_join(b, &r); return s * 2 + r + calls; }`,
    56,
  ],
  [
    "a detached thread, and main that ends by pthread_exit",
    `void *first(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }
     int main(void) { pthread_t t; pthread_create(&t, 0, first, 0); pthread_detach(t); pthread_exit(0); }`,
    0,
  ],
];

describe("programs without races", () => {
  test.each(DETERMINISTIC)("%s", (_, text, code) => {
    expect(outcomes(HEAD + text, 200)).toEqual({ [`exit ${code}`]: 200 });
  });

  test.skipIf(!gccWorks(64))(
    "end as what gcc makes of them (skipped without gcc)",
    { timeout: 120_000 },
    () => {
      const folder = mkdtempSync(join(tmpdir(), "agon-threads-"));
      try {
        for (const [name, text, code] of DETERMINISTIC) {
          const [source, binary] = [join(folder, "p.c"), join(folder, "p")];
          writeFileSync(source, `#define _GNU_SOURCE\n${HEAD}${text}`);
          const built = spawnSync("gcc", ["-std=gnu11", "-w", "-pthread", "-o", binary, source]);
          expect(`${name}: ${built.stderr}`).toBe(`${name}: `);
          expect(`${name}: ${spawnSync(binary, { timeout: 10_000 }).status}`).toBe(
            `${name}: ${code}`,
          );
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe("data races", () => {
  test.each([
    ["a counter without a lock", "x++;", "x++;"],
    [
      "different locks",
      "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&n); x = 2; pthread_mutex_unlock(&n);",
    ],
    ["a read beside a write", "y = x;", "x = 1;"],
    ["neighbouring bytes that overlap", "((char *)&x)[1] = 1;", "x = 0;"],
    ["a copy beside a write", "__builtin_memcpy(&y, &x, 4);", "((char *)&x)[3] = 1;"],
    [
      "a read lock for writing",
      "pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l);",
      "pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l);",
    ],
    ["atomic beside plain", "__atomic_fetch_add(&x, 1, 5);", "x = 1;"],
    [
      "an atomic block beside plain",
      "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
      "x = 1;",
    ],
  ])("%s", (_, one, two) => {
    const text = `${HEAD}void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
      pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
      void *first(void *p) { ${one} return 0; } void *second(void *p) { ${two} return 0; }${TWO} return 0; }`;
    expect(outcomes(text, 50)["data-race"]).toBeGreaterThan(0);
  });

  test.each([
    ["other bytes", "((char *)&x)[1] = 1;", "((char *)&x)[2] = 1;"],
    ["two reads", "int i = x;", "int i = x;"],
    ["two atomic operations", "__atomic_fetch_add(&x, 1, 5);", "__sync_lock_test_and_set(&x, 1);"],
    [
      "two atomic blocks",
      "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
      "__VERIFIER_atomic_begin(); x--; __VERIFIER_atomic_end();",
    ],
    ["an atomic function", "__VERIFIER_atomic_both();", "__VERIFIER_atomic_both();"],
    ["objects of their own", "int i = 0; int *q = &i; (*q)++;", "int i = 0; int *q = &i; (*q)++;"],
  ])("none: %s", (_, one, two) => {
    const text = `${HEAD}void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
      void __VERIFIER_atomic_both(void) { x++; if (y != x - 1) reach_error(); y++; }
      void *first(void *p) { ${one} return 0; } void *second(void *p) { ${two} return 0; }${TWO} return 0; }`;
    expect(outcomes(text, 200)).toEqual({ "exit 0": 200 });
  });

  test("both accesses are named, those of library functions by their call", () => {
    const text = `${HEAD}#include <string.h>
char s[8] = "abc";
void *first(void *p) {
  return (void *)strlen(s);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  s[1] = 'x';
}
`;
    const compiled = compile(text);
    const outcome = compiled.run(ZEROS, new ReplayScheduler([{ thread: 1, points: 50 }]));
    if (outcome.kind !== "data-race") throw new Error(describeOutcome(outcome));
    const line = (at: number): string => text.slice(at, text.indexOf("\n", at));
    const told = [outcome.first, outcome.second].map(
      ({ thread, isWrite, edge }) => `${thread} ${isWrite} ${line(edge.range.start)}`,
    );
    expect(told).toEqual(["1 false return (void *)strlen(s);", "0 true s[1] = 'x';"]);
  });
});

describe("schedules", () => {
  const UNLUCKY = `${HEAD}void *first(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }
    void *second(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0; }${TWO} return 0; }`;

  test("a deadlock is found, with what each thread waits for", () => {
    const compiled = compile(UNLUCKY);
    const found: Outcome[] = [];
    for (let seed = 0; seed < 200; seed++) {
      const outcome = compiled.run(ZEROS, new RandomScheduler(seed));
      if (outcome.kind === "deadlock") found.push(outcome);
      else expect(describeOutcome(outcome)).toBe("exit 0");
    }
    expect(found.length).toBeGreaterThan(0);
    const [first] = found;
    expect(first?.kind === "deadlock" && first.threads.map(({ thread }) => thread)).toEqual([
      0, 1, 2,
    ]);
  });

  test("a program without threads that waits is in a deadlock", () => {
    const text = `${HEAD}int main(void) { pthread_mutex_lock(&m); return pthread_mutex_lock(&m); }`;
    expect(outcomes(text, 1)).toEqual({ deadlock: 1 });
  });

  test("a lost update needs a switch inside of a statement", () => {
    const text = `${HEAD}void *first(void *p) { x++; return 0; } void *second(void *p) { x++; return 0; }${TWO} if (x != 2) reach_error(); return 0; }`;
    const compiled = compile(text, { detectsRaces: false });
    const kinds = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const outcome = compiled.run(ZEROS, new RandomScheduler(seed));
      const { steps, turns } = compiled;
      kinds.add(describeOutcome(outcome));
      const written = parseSchedule(formatSchedule(turns), "schedule");
      const again = compiled.run(ZEROS, new ReplayScheduler(written));
      expect([describeOutcome(again), compiled.steps]).toEqual([describeOutcome(outcome), steps]);
      expect(compiled.turns).toEqual(turns);
    }
    expect([...kinds].sort()).toEqual(["error-reached", "exit 0"]);
  });

  test("a value that is assigned is not read again", () => {
    const text = `${HEAD}void *first(void *p) { int i = (x = 5); if (i != 5) reach_error(); if ((x = 6) != 6) reach_error(); return 0; }
      void *second(void *p) { x = 7; return 0; }${TWO} return 0; }`;
    const compiled = compile(text, { detectsRaces: false });
    for (let seed = 0; seed < 200; seed++) {
      expect(describeOutcome(compiled.run(ZEROS, new RandomScheduler(seed)))).toBe("exit 0");
    }
  });

  test("a schedule of other threads does not fit", () => {
    const compiled = compile(UNLUCKY);
    const outcome = compiled.run(ZEROS, new ReplayScheduler([{ thread: 7, points: 1 }]));
    expect(outcome.kind).toBe("diverted");
    expect(() => parseSchedule("0:1\nx:2", "s")).toThrow(/'x:2' is no turn/);
  });

  test.each([
    ["unlocking what another thread holds", "pthread_mutex_unlock(&m);", "pthread_mutex_unlock"],
    ["joining twice", "pthread_join(t, 0); pthread_join(t, 0);", "pthread_join"],
    [
      "destroying a locked mutex",
      "pthread_mutex_lock(&m); pthread_mutex_destroy(&m);",
      "pthread_mutex_destroy",
    ],
  ])("undefined: %s", (_, statement) => {
    const text = `${HEAD}void *first(void *p) { return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, first, 0); ${statement} return 0; }`;
    expect(Object.keys(outcomes(text, 1))).toEqual([
      expect.stringMatching(/^library-argument POSIX/),
    ]);
  });

  test("an address of a thread's object is invalid when the thread has ended", () => {
    const text = `${HEAD}int *q; void *first(void *p) { int i = 1; q = &i; pthread_exit(0); } int main(void) { pthread_t t; pthread_create(&t, 0, first, 0); pthread_join(t, 0); return *q; }`;
    expect(outcomes(text, 5)).toEqual({ "invalid-dereference 6.5.3.2p4": 5 });
  });
});
