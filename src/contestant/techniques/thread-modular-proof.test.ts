import { expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

const HEAD = `
  typedef unsigned long pthread_t;
  typedef union { char size[40]; long align; } pthread_mutex_t;
  int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
  int pthread_join(pthread_t, void **);
  void pthread_exit(void *);
  pthread_t pthread_self(void);
  int pthread_key_create(unsigned *, void (*)(void *));
  int pthread_setspecific(unsigned, const void *);
  int pthread_mutex_init(pthread_mutex_t *, const void *);
  int pthread_mutex_lock(pthread_mutex_t *);
  int pthread_mutex_trylock(pthread_mutex_t *);
  int pthread_mutex_unlock(pthread_mutex_t *);
  void __VERIFIER_atomic_begin(void);
  void __VERIFIER_atomic_end(void);
  pthread_mutex_t m, n;
  int x, y, a[4], big[100]; unsigned u, v; int *p; struct { int f, g; unsigned b : 3, c : 5; } s;
`;
const MANY = "int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }";
const TWO = `int main(void) { pthread_t t, r; pthread_create(&t, 0, f, 0); pthread_create(&r, 0, g, 0);`;

function ask(body: string, property: "unreach-call" | "no-overflow" = "unreach-call") {
  const question = { seconds: 10, dataModel: "LP64", property } as const;
  return askConfiguration("thread-modular", HEAD + body, question);
}

test.each([
  [
    "a spin lock",
    `void __VERIFIER_atomic_take(void) { assume(y == 0); y = 1; }
     void *f(void *q) { __VERIFIER_atomic_take(); x = 1; x = 0; check(x == 0); y = 0; return 0; } ${MANY}`,
  ],
  [
    "a mutex",
    `void *f(void *q) { pthread_mutex_lock(&m); x = 1; x = 0; check(x == 0); pthread_mutex_unlock(&m); return 0; } ${MANY}`,
  ],
  [
    "tickets",
    `void *f(void *q) { unsigned l; __VERIFIER_atomic_begin(); assume(v != -1); l = v; v = v + 1; __VERIFIER_atomic_end();
     while (u != l) ; x = 1; check(x == 1); x = 0; u++; return 0; } ${MANY}`,
  ],
  [
    "what grows",
    `void *f(void *q) { int l; __VERIFIER_atomic_begin(); assume(x < 1000); l = x; x = x + 1; __VERIFIER_atomic_end();
     check(x > l); return 0; } ${MANY}`,
  ],
  [
    "threads that begin once",
    `void *f(void *q) { x = 1; check(x == 1); return 0; }
     void *g(void *q) { y = x; check(y >= 0 && y <= 1); return 0; } ${TWO} return 0; }`,
  ],
  [
    "main before its threads",
    `void *f(void *q) { check(x == 5 && y == 6); return 0; }
     int main(void) { pthread_t t; x = 7; x = 5; y = 6; pthread_create(&t, 0, f, 0); check(x == 5); return 0; }`,
  ],
  [
    "what every thread has",
    `__thread int l; void *f(void *q) { check(l == 0); l++; check(l == 1); return 0; } ${MANY}`,
  ],
])("proved: %s", (_, body) => {
  expect(ask(body)).toMatchObject({ verdict: "true" });
});

test.each([
  [
    "a lock that is looked at before it is taken",
    `void *f(void *q) { while (y) ; y = 1; x = 1; x = 0; check(x == 0); y = 0; return 0; } ${MANY}`,
  ],
  [
    "two locks",
    `void *f(void *q) { pthread_mutex_lock(&m); x = 1; x = 0; check(x == 0); pthread_mutex_unlock(&m); return 0; }
     void *g(void *q) { pthread_mutex_lock(&n); x = 1; x = 0; pthread_mutex_unlock(&n); return 0; } ${TWO} return 0; }`,
  ],
  [
    "a lock that is released by another thread",
    `void *f(void *q) { pthread_mutex_lock(&m); x = 1; x = 0; check(x == 0); pthread_mutex_unlock(&m); return 0; }
     void *g(void *q) { pthread_mutex_unlock(&m); return 0; } ${TWO} return 0; }`,
  ],
  [
    "a lock that is made again",
    `void *f(void *q) { pthread_mutex_lock(&m); x = 1; x = 0; check(x == 0); pthread_mutex_unlock(&m); return 0; }
     int main(void) { pthread_t t; while (1) { pthread_mutex_init(&m, 0); pthread_create(&t, 0, f, 0); } }`,
  ],
  [
    "a lock whose memory is written",
    `void *f(void *q) { pthread_mutex_lock(&m); x = 1; x = 0; check(x == 0); pthread_mutex_unlock(&m); return 0; }
     void *g(void *q) { m.align = 0; return 0; } ${TWO} return 0; }`,
  ],
  [
    "tickets that two may get",
    `void *f(void *q) { unsigned l; l = v; v = v + 1;
     while (u != l) ; x = 1; check(x == 1); x = 0; u++; return 0; } ${MANY}`,
  ],
  [
    "tickets that come again",
    `unsigned char w, z; void *f(void *q) { unsigned char l; __VERIFIER_atomic_begin(); l = w; w = w + 1; __VERIFIER_atomic_end();
     while (z != l) ; x = 1; check(x == 1); x = 0; z++; return 0; } ${MANY}`,
  ],
  [
    "main after its threads have begun",
    `void *f(void *q) { check(x == 0); return 0; }
     int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; return 0; }`,
  ],
  [
    "a thread that is begun twice",
    `void *f(void *q) { x = x + 1; check(x <= 1); return 0; }
     int main(void) { pthread_t t, r; pthread_create(&t, 0, f, 0); pthread_create(&r, 0, f, 0); return 0; }`,
  ],
  [
    "a thread that a function begins, which is called twice",
    `void *f(void *q) { x = x + 1; check(x <= 1); return 0; }
     void start(void) { pthread_t t; pthread_create(&t, 0, f, 0); } int main(void) { start(); start(); return 0; }`,
  ],
  [
    "a thread that begins in an atomic block",
    `void *f(void *q) { check(x == 0); return 0; }
     int main(void) { pthread_t t; __VERIFIER_atomic_begin(); pthread_create(&t, 0, f, 0); __VERIFIER_atomic_end(); x = 1; return 0; }`,
  ],
  [
    "a local behind a pointer",
    `void *f(void *q) { if (p) *p = 1; return 0; }
     int main(void) { pthread_t t; int l = 0; p = &l; pthread_create(&t, 0, f, 0); check(x == 0); check(l == 0); return 0; }`,
  ],
  [
    "a local as the argument",
    `void *f(void *q) { *(int *)q = 1; return 0; }
     int main(void) { pthread_t t; int l = 0; pthread_create(&t, 0, f, &l); check(x == 0); check(l == 0); return 0; }`,
  ],
  [
    "a thread's own variable behind a pointer",
    `__thread int l; void *f(void *q) { *p = 1; return 0; }
     int main(void) { pthread_t t; p = &l; pthread_create(&t, 0, f, 0); check(x == 0); check(l == 0); return 0; }`,
  ],
  [
    "a static variable of a function",
    `int next(void) { static int c; c = c + 1; return c; }
     void *f(void *q) { check(next() <= 1); return 0; } ${MANY}`,
  ],
  ["an element", `void *f(void *q) { a[x & 3] = 1; check(a[0] == 0); return 0; } ${MANY}`],
  ["an element of many", `void *f(void *q) { big[y] = 1; check(big[1] == 0); return 0; } ${MANY}`],
  [
    "a member",
    `void *f(void *q) { s.f = s.f + 1; s.g = s.f; check(s.f == s.g); return 0; } ${MANY}`,
  ],
  ["bits", `void *f(void *q) { s.b = 1; s.c = 2; check(s.b == 1); s.b = 0; return 0; } ${MANY}`],
  [
    "two reads of one expression",
    `void *f(void *q) { check(x - x == 0); x = 1; return 0; } ${MANY}`,
  ],
  [
    "an order of reads that C leaves open",
    `void *f(void *q) { __VERIFIER_atomic_begin(); assume(x < 9); x = x + 1; __VERIFIER_atomic_end();
      __VERIFIER_atomic_begin(); assume(y < x); y = y + 1; __VERIFIER_atomic_end(); check(y <= x); return 0; } ${MANY}`,
  ],
  [
    "an update in several steps",
    `void *f(void *q) { x = x - 1; return 0; } void *g(void *q) { int l = x; x = x + 1; check(x != l); return 0; } ${TWO} return 0; }`,
  ],
  [
    "an atomic block that ends for the caller",
    `void end(void) { __VERIFIER_atomic_end(); }
     void *f(void *q) { __VERIFIER_atomic_begin(); x = 1; end(); check(x == 1); __VERIFIER_atomic_begin(); x = 0; end(); return 0; } ${MANY}`,
  ],
  [
    "an atomic block under a condition",
    `void *f(void *q) { int l = y; if (l) __VERIFIER_atomic_begin(); x = 1; check(x == 1); x = 0; if (l) __VERIFIER_atomic_end(); return 0; } ${MANY}`,
  ],
  ["the number of a thread", `void *f(void *q) { check(pthread_self() == 1); return 0; } ${MANY}`],
  [
    "a lock that is tried",
    `void *f(void *q) { pthread_mutex_trylock(&m); x = 1; x = 0; check(x == 0); pthread_mutex_unlock(&m); return 0; } ${MANY}`,
  ],
  [
    "what is called when a thread ends",
    `unsigned k; void d(void *q) { x = 1; } void *f(void *q) { pthread_setspecific(k, &x); check(x == 0); return 0; }
     int main(void) { pthread_t t; pthread_key_create(&k, d); while (1) pthread_create(&t, 0, f, 0); }`,
  ],
  [
    "a function behind a pointer",
    `void h(void) { x = 1; } void (*w)(void) = h; void *f(void *q) { w(); check(x == 0); return 0; } ${MANY}`,
  ],
  [
    "threads of threads",
    `void *g(void *q) { x = 1; return 0; } void *f(void *q) { pthread_t t; pthread_create(&t, 0, g, 0); check(x == 0); return 0; } ${MANY}`,
  ],
  [
    "main that ends before its threads",
    `void *f(void *q) { y = 1; check(x == 0); return 0; }
     int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (y) x = 1; pthread_exit(0); }`,
  ],
  [
    "a function of a thread that main calls, too",
    `void *f(void *q) { x = 1; x = 0; check(x == 0); return 0; }
     int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); return 0; }`,
  ],
  [
    "a thread that ends the program",
    `void *f(void *q) { x = 1; abort(); return 0; } void *g(void *q) { check(x == 0); return 0; } ${TWO} return 0; }`,
  ],
  [
    "a thread that ends the program after its atomic block",
    `__thread int l; void *f(void *q) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); assume(l); return 0; }
     void *g(void *q) { check(x == 0); return 0; } ${TWO} return 0; }`,
  ],
  ["undefined behaviour", `void *f(void *q) { y = 1 / x; return 0; } ${MANY}`],
  ["memory without a known object", `void *f(void *q) { int *l = p; *l = 1; return 0; } ${MANY}`],
])("not proved: %s", (_, body) => {
  expect(ask(body).verdict).not.toBe("true");
});

test("sums that fit", () => {
  const body = (limit: string) =>
    `void *f(void *q) { __VERIFIER_atomic_begin(); if (x < ${limit}) x = x + 1; __VERIFIER_atomic_end(); return 0; } ${MANY}`;
  expect(ask(body("1000"), "no-overflow")).toMatchObject({ verdict: "true" });
  const unlocked = `void *f(void *q) { if (x < 2147483647) x = x + 1; return 0; } ${MANY}`;
  expect(ask(unlocked, "no-overflow").verdict).not.toBe("true");
});
