import { expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

const HEAD = `
  #include <pthread.h>
  #include <semaphore.h>
  void __VERIFIER_atomic_begin(void);
  void __VERIFIER_atomic_end(void);
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  pthread_barrier_t b; pthread_once_t o = PTHREAD_ONCE_INIT; pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; sem_t s;
  int x, y, z, a[4], *p; _Atomic int k; _Thread_local int l;
`;
const TWO = "pthread_t t, r; pthread_create(&t, 0, f, 0); pthread_create(&r, 0, g, 0);";
const BOTH = "pthread_join(t, 0); pthread_join(r, 0);";

function ask(body: string, property: "unreach-call" | "no-overflow" = "unreach-call") {
  const question = { seconds: 20, dataModel: "LP64", property } as const;
  return askConfiguration("sequentialise", HEAD + body, question);
}

test.each([
  [
    "sections under one lock",
    `void *f(void *q) { pthread_mutex_lock(&m); int v = x; x = v + 1; pthread_mutex_unlock(&m); return 0; }
     void *g(void *q) { return f(q); } int main(void) { ${TWO} ${BOTH} check(x == 2); }`,
  ],
  [
    "inputs with many values",
    `void *f(void *q) { pthread_mutex_lock(&m); x = __VERIFIER_nondet_int(); y = x; pthread_mutex_unlock(&m); return 0; }
     void *g(void *q) { pthread_mutex_lock(&m); check(x == y); pthread_mutex_unlock(&m); return 0; }
     int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "what a thread gets and gives",
    `void *f(void *q) { *(int *)q += 5; return q; }
     int main(void) { pthread_t t; int v = __VERIFIER_nondet_uchar(), old = v; void *back; pthread_create(&t, 0, f, &v);
     pthread_join(t, &back); check(*(int *)back == old + 5); }`,
  ],
  [
    "a semaphore",
    `void *f(void *q) { x = 3; sem_post(&s); return 0; } void *g(void *q) { sem_wait(&s); check(x == 3); return 0; }
     int main(void) { sem_init(&s, 0, 0); ${TWO} ${BOTH} }`,
  ],
  [
    "a barrier",
    `void *f(void *q) { x = 1; pthread_barrier_wait(&b); check(y == 1); return 0; }
     void *g(void *q) { y = 1; pthread_barrier_wait(&b); check(x == 1); return 0; }
     int main(void) { pthread_barrier_init(&b, 0, 2); ${TWO} ${BOTH} }`,
  ],
  [
    "what happens once",
    `void h(void) { x++; } void *f(void *q) { pthread_once(&o, h); check(x == 1); return 0; }
     void *g(void *q) { return f(q); } int main(void) { ${TWO} ${BOTH} check(x == 1); }`,
  ],
  [
    "readers and a writer",
    `void *f(void *q) { pthread_rwlock_wrlock(&w); x = 1; x = 0; pthread_rwlock_unlock(&w); return 0; }
     void *g(void *q) { pthread_rwlock_rdlock(&w); check(x == 0); pthread_rwlock_unlock(&w); return 0; }
     int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "atomic blocks and atomic objects",
    `void *f(void *q) { __VERIFIER_atomic_begin(); x = 1; y = 1; __VERIFIER_atomic_end(); k++; return 0; }
     void *g(void *q) { __VERIFIER_atomic_begin(); check(x == y); __VERIFIER_atomic_end(); k++; return 0; }
     int main(void) { ${TWO} ${BOTH} check(k == 2); }`,
  ],
  [
    "accesses that race",
    `void *f(void *q) { x = x + 1; return 0; } void *g(void *q) { x = x + 2; return 0; }
     int main(void) { ${TWO} ${BOTH} check(x >= 1 && x <= 3); }`,
  ],
  [
    "store buffering under sequential consistency",
    `int u, v; void *f(void *q) { x = 1; u = y; return 0; } void *g(void *q) { y = 1; v = x; return 0; }
     int main(void) { ${TWO} ${BOTH} check(u == 1 || v == 1); }`,
  ],
  [
    "locks in the opposite order, which only end in a deadlock",
    `void *f(void *q) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }
     void *g(void *q) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0; }
     int main(void) { ${TWO} ${BOTH} check(x == 2); }`,
  ],
  [
    "a mutex that is locked twice",
    `void *f(void *q) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); reach_error(); return 0; }
     int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); reach_error(); }`,
  ],
  [
    "memory of its own for every thread",
    `void *f(void *q) { l = 1; return 0; } void *g(void *q) { check(l == 0); l = 2; return 0; }
     int main(void) { l = 5; ${TWO} ${BOTH} check(l == 5); }`,
  ],
  [
    "what ends all threads",
    `void *f(void *q) { x = 1; assume(0); return 0; } void *g(void *q) { return 0; }
     int main(void) { ${TWO} pthread_join(t, 0); reach_error(); }`,
  ],
  [
    "the end of the program before that of a thread",
    `void *f(void *q) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }
     int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); check(x == 0 || x == 1);
     pthread_mutex_unlock(&m); return 0; }`,
  ],
] as const)("%s: TRUE", (_, body) => {
  expect(ask(body).verdict).toBe("true");
});

test.each([
  [
    "a switch between the read and the write of an expression",
    `void *f(void *q) { x++; return 0; } void *g(void *q) { x++; return 0; }
     int main(void) { ${TWO} ${BOTH} check(x == 2); }`,
  ],
  [
    "a value that only an input has",
    `void *f(void *q) { x = __VERIFIER_nondet_int(); return 0; } void *g(void *q) { check(x != 12345678); return 0; }
     int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "a condition that is awaited without a loop: it may wake at any time",
    `void *f(void *q) { pthread_mutex_lock(&m); if (!x) pthread_cond_wait(&c, &m); check(x == 1); pthread_mutex_unlock(&m); return 0; }
     void *g(void *q) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
     int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "what is seen before another thread ends the program",
    `void *f(void *q) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); abort(); return 0; }
     void *g(void *q) { pthread_mutex_lock(&m); check(x == 0); pthread_mutex_unlock(&m); return 0; }
     int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "what is seen before main returns",
    `void *f(void *q) { pthread_mutex_lock(&m); check(x == 0); pthread_mutex_unlock(&m); return 0; }
     int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }`,
  ],
  [
    "a thread that goes on after main has left",
    `void *f(void *q) { pthread_mutex_lock(&m); check(x == 0); pthread_mutex_unlock(&m); return 0; }
     int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; pthread_exit(0); }`,
  ],
  [
    "half of a lock",
    `void *f(void *q) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); return 0; }
     void *g(void *q) { check(x == 0); return 0; } int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "a trylock that fails",
    `void *f(void *q) { if (pthread_mutex_trylock(&m)) reach_error(); x = 1; pthread_mutex_unlock(&m); return 0; }
     void *g(void *q) { return f(q); } int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "a semaphore that lets both in",
    `void *f(void *q) { sem_wait(&s); int v = x; x = v + 1; sem_post(&s); return 0; } void *g(void *q) { return f(q); }
     int main(void) { sem_init(&s, 0, 2); ${TWO} ${BOTH} check(x == 2); }`,
  ],
  [
    "a thread that a thread creates",
    `void *g(void *q) { x = 2; return 0; } void *f(void *q) { pthread_t r; pthread_create(&r, 0, g, 0); x = 1; return 0; }
     int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); check(x == 1); }`,
  ],
] as const)("%s: FALSE", (_, body) => {
  expect(ask(body).verdict).toBe("false");
});

test.each([
  [
    "loops that nothing ends",
    `void *f(void *q) { while (x == 0) { y = !y; } return 0; } void *g(void *q) { return 0; }
     int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "any number of threads",
    "void *f(void *q) { return 0; } int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }",
  ],
  [
    "undefined behaviour: who unlocks does not hold the lock",
    `void *f(void *q) { pthread_mutex_unlock(&m); return 0; } void *g(void *q) { return 0; } int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "records that threads race for",
    `struct S { int i[3]; } u, v; void *f(void *q) { u = v; return 0; } void *g(void *q) { v = u; return 0; }
     int main(void) { ${TWO} ${BOTH} }`,
  ],
  [
    "several threads that join",
    `pthread_t h; void *e(void *q) { return 0; } void *f(void *q) { pthread_join(h, 0); return 0; }
     void *g(void *q) { pthread_join(h, 0); return 0; }
     int main(void) { pthread_create(&h, 0, e, 0); ${TWO} ${BOTH} }`,
  ],
  [
    "an object that may end before another thread accesses it",
    `sem_t u; void *f(void *q) { int v = 1; p = &v; sem_post(&u); sem_wait(&s); return 0; }
     void *g(void *q) { sem_wait(&u); sem_post(&s); check(*p == 1); return 0; }
     int main(void) { sem_init(&s, 0, 0); sem_init(&u, 0, 0); ${TWO} ${BOTH} }`,
  ],
  [
    "a pointer to what has ended",
    `void *f(void *q) { int v = 1; p = &v; return 0; } void *g(void *q) { return 0; }
     int main(void) { ${TWO} ${BOTH} check(*p == 1); }`,
  ],
] as const)("%s: UNKNOWN with a reason", (_, body) => {
  const answer = askConfiguration("sequentialise", HEAD + body, { seconds: 3, dataModel: "LP64" });
  expect(answer.verdict).toBe("unknown");
  if (answer.verdict === "unknown") expect(answer.reason).not.toBe("");
});

test("overflows", () => {
  const sum = `void *f(void *q) { pthread_mutex_lock(&m); x += 2147483647; pthread_mutex_unlock(&m); return 0; }`;
  const other =
    "void *g(void *q) { pthread_mutex_lock(&m); x = K; pthread_mutex_unlock(&m); return 0; }";
  const main = `int main(void) { ${TWO} ${BOTH} }`;
  expect(ask(`${sum}${other.replace("K", "1")}${main}`, "no-overflow").verdict).toBe("false");
  expect(ask(`${sum}${other.replace("K", "0")}${main}`, "no-overflow").verdict).toBe("true");
});
