/**
 * Programs with threads, and whether they race. `race-free`: the proof by locks and the order of
 * threads must succeed; `free, unproved`: race-free for reasons outside of the proof; `race`:
 * random schedules must show one; `undefined`: no answer is allowed, for any schedule.
 */
export type Truth = "race-free" | "free, unproved" | "race" | "undefined";

export const HEAD = `#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
int x, y;
#define LOCK(l) pthread_mutex_lock(&l)
#define UNLOCK(l) pthread_mutex_unlock(&l)
`;

/** `f` runs twice beside `main`. */
const two = (f: string, before = "", after = "", other = "0"): string =>
  `${before} void *f(void *p) { ${f} return 0; }
   int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0);
     ${after} return ${other}; }`;

/** `f` runs once, beside the rest of `main`. */
const one = (f: string, rest: string, before = "", first = ""): string =>
  `${before} void *f(void *p) { ${f} return 0; }
   int main(void) { pthread_t a; ${first} pthread_create(&a, 0, f, 0); ${rest} return 0; }`;

const JOIN = "pthread_join(a, 0);";
const LOCKED = "LOCK(m); x++; UNLOCK(m);";

export const RACE_PROGRAMS: readonly (readonly [string, Truth, string])[] = [
  // ------------------------------------------------------------------ locks
  ["an increment, twice", "race", two("x++;")],
  ["one lock", "race-free", two(LOCKED)],
  ["two locks", "race", one(LOCKED, "LOCK(n); x++; UNLOCK(n);")],
  ["readers only", "race-free", two("int i = x; y == i;", "", "int i = x;")],
  [
    "lock in a callee, unlock in the caller",
    "race-free",
    two("take(); x++; UNLOCK(m);", "void take(void) { LOCK(m); }"),
  ],
  ["return without unlock", "race-free", two("LOCK(m); if (x == 3) return 0; x++; UNLOCK(m);")],
  ["unlock on one path only", "race", two("LOCK(m); if (__VERIFIER_nondet_int()) UNLOCK(m); x++;")],
  [
    "unlock missing on one path, then an access",
    "race",
    two("if (__VERIFIER_nondet_int()) LOCK(m); x++; UNLOCK(n);"),
  ],
  [
    "lock and unlock under one condition",
    "race-free",
    two("int i = __VERIFIER_nondet_int(); if (i) LOCK(m); if (i) x++; if (i) UNLOCK(m);"),
  ],
  [
    "another condition",
    "race",
    two("int i = __VERIFIER_nondet_int(); if (i) LOCK(m); if (i != 1) x++; if (i) UNLOCK(m);"),
  ],
  [
    "a condition that changes in between",
    "race",
    two(
      "int i = __VERIFIER_nondet_int(); if (i) LOCK(m); i = __VERIFIER_nondet_int(); if (i) x++;",
    ),
  ],
  ["released in a loop", "race", two("LOCK(m); for (int i = 0; i < 2; i++) { x++; UNLOCK(m); }")],
  [
    "locked in every round",
    "race-free",
    two("for (int i = 0; i < 9; i++) { LOCK(m); x++; UNLOCK(m); }"),
  ],
  [
    "trylock: success branch",
    "race-free",
    two("if (pthread_mutex_trylock(&m) == 0) { x++; UNLOCK(m); }"),
  ],
  [
    "trylock: the wrong branch",
    "race",
    two("if (pthread_mutex_trylock(&m)) { x++; } else UNLOCK(m);", "", "LOCK(m);"),
  ],
  ["trylock: not tested", "race", two("pthread_mutex_trylock(&m); x++;")],
  [
    "trylock: tested later",
    "race-free",
    two("int r = pthread_mutex_trylock(&m); y == 0; if (!r) { x++; UNLOCK(m); }"),
  ],
  [
    "trylock: another variable tested",
    "race",
    two(
      "int r = pthread_mutex_trylock(&m), q = __VERIFIER_nondet_int(); if (!q) { x++; } if (!r) UNLOCK(m);",
    ),
  ],
  [
    "trylock: overwritten result",
    "race",
    two("int r = pthread_mutex_trylock(&m); if (r) r = 0; if (!r) x++;"),
  ],
  [
    "spin lock",
    "race-free",
    two("pthread_spin_lock(&s); x++; pthread_spin_unlock(&s);", "pthread_spinlock_t s;"),
  ],
  [
    "a mutex and a spin lock at one address",
    "undefined",
    two("if (__VERIFIER_nondet_int()) pthread_spin_lock((void *)&m); else LOCK(m); x++;"),
  ],
  [
    "read lock and write",
    "race",
    two("pthread_rwlock_rdlock(&rw); x++; pthread_rwlock_unlock(&rw);"),
  ],
  ["write lock", "race-free", two("pthread_rwlock_wrlock(&rw); x++; pthread_rwlock_unlock(&rw);")],
  [
    "readers and a writer",
    "race-free",
    one(
      "pthread_rwlock_wrlock(&rw); x++; pthread_rwlock_unlock(&rw);",
      "pthread_rwlock_rdlock(&rw); int i = x; pthread_rwlock_unlock(&rw);",
    ),
  ],
  [
    "a writer that reads and releases once",
    "race",
    two("pthread_rwlock_wrlock(&rw); pthread_rwlock_rdlock(&rw); pthread_rwlock_unlock(&rw); x++;"),
  ],
  [
    "recursive mutex",
    "race-free",
    one(
      "LOCK(r); LOCK(r); UNLOCK(r); x++; UNLOCK(r);",
      "LOCK(r); x++; UNLOCK(r);",
      "pthread_mutex_t r; ",
      "pthread_mutexattr_t q; pthread_mutexattr_init(&q); pthread_mutexattr_settype(&q, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&r, &q);",
    ),
  ],
  [
    "recursive mutex, released as often",
    "race",
    one(
      "LOCK(r); LOCK(r); UNLOCK(r); UNLOCK(r); x++;",
      "LOCK(r); x++; UNLOCK(r);",
      "pthread_mutex_t r; ",
      "pthread_mutexattr_t q; pthread_mutexattr_init(&q); pthread_mutexattr_settype(&q, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&r, &q);",
    ),
  ],
  [
    "error-checking mutex, locked twice and released once",
    "race",
    one(
      "LOCK(r); LOCK(r); UNLOCK(r); x++;",
      "LOCK(r); x++; UNLOCK(r);",
      "pthread_mutex_t r; ",
      "pthread_mutexattr_t q; pthread_mutexattr_init(&q); pthread_mutexattr_settype(&q, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&r, &q);",
    ),
  ],
  [
    "cond_wait keeps the lock",
    "race-free",
    two(
      "LOCK(m); while (!y) pthread_cond_wait(&c, &m); x++; UNLOCK(m);",
      "pthread_cond_t c;",
      "LOCK(m); y = 1; pthread_cond_broadcast(&c); UNLOCK(m);",
    ),
  ],
  [
    "cond_wait under another lock",
    "race",
    two(
      "LOCK(m); LOCK(n); pthread_cond_timedwait(&c, &m, 0); UNLOCK(m); UNLOCK(n); x++;",
      "pthread_cond_t c;",
    ),
  ],
  [
    "a lock behind a pointer",
    "race-free",
    two("pthread_mutex_lock(l); x++; pthread_mutex_unlock(l);", "pthread_mutex_t *l = &m;"),
  ],
  [
    "a lock behind a pointer that changes",
    "race",
    one(
      "pthread_mutex_lock(l); x++; pthread_mutex_unlock(l);",
      "l = &n; LOCK(n); x++; UNLOCK(n);",
      "pthread_mutex_t *l = &m;",
    ),
  ],
  [
    "one of two locks",
    "race",
    two(
      "pthread_mutex_t *l = __VERIFIER_nondet_int() ? &m : &n; pthread_mutex_lock(l); x++; pthread_mutex_unlock(l);",
    ),
  ],
  [
    "released by another name",
    "race",
    two("pthread_mutex_t *l = &m; LOCK(m); pthread_mutex_unlock(l); x++;"),
  ],
  [
    "locks in an array",
    "race-free",
    two("pthread_mutex_lock(&ls[1]); x++; pthread_mutex_unlock(&ls[1]);", "pthread_mutex_t ls[3];"),
  ],
  [
    "another lock of the array",
    "race",
    one(
      "pthread_mutex_lock(&ls[1]); x++; pthread_mutex_unlock(&ls[1]);",
      "pthread_mutex_lock(&ls[2]); x++;",
      "pthread_mutex_t ls[3];",
    ),
  ],
  [
    "any lock of the array",
    "race",
    two(
      "int i = __VERIFIER_nondet_int(); if (i < 0 || i > 2) return 0; pthread_mutex_lock(&ls[i]); x++; pthread_mutex_unlock(&ls[i]);",
      "pthread_mutex_t ls[3];",
    ),
  ],
  [
    "a lock and its element",
    "race-free",
    two(
      "int i = __VERIFIER_nondet_int(); if (i < 0 || i > 2) return 0; pthread_mutex_lock(&as[i].l); as[i].v++; pthread_mutex_unlock(&as[i].l);",
      "struct { pthread_mutex_t l; int v; } as[3];",
    ),
  ],
  [
    "a lock and the next element",
    "race",
    two(
      "int i = __VERIFIER_nondet_int(); if (i < 0 || i > 1) return 0; pthread_mutex_lock(&as[i].l); as[i + p0].v++; pthread_mutex_unlock(&as[i].l);",
      "struct { pthread_mutex_t l; int v; } as[3]; int p0 = 1;",
      "pthread_mutex_lock(&as[1].l); as[1].v++;",
    ),
  ],
  [
    "an index that changes while the lock is held",
    "race",
    two(
      "int i = __VERIFIER_nondet_int(); if (i < 0 || i > 1) return 0; pthread_mutex_lock(&as[i].l); i++; as[i].v++;",
      "struct { pthread_mutex_t l; int v; } as[3];",
      "pthread_mutex_lock(&as[1].l); as[1].v++;",
    ),
  ],
  [
    "a record with its lock, on the heap",
    "race-free",
    two(
      "struct s *q = g; pthread_mutex_lock(&q->l); q->v++; pthread_mutex_unlock(&q->l);",
      "struct s { pthread_mutex_t l; int v; } *g; __attribute__((unused)) static int z;",
    ).replace(
      "pthread_t a, b;",
      "pthread_t a, b; g = malloc(sizeof *g); pthread_mutex_init(&g->l, 0);",
    ),
  ],
  [
    "locks of two records",
    "race",
    `struct s { pthread_mutex_t l; int *v; } *g[2];
    void *f(void *p) { struct s *q = g[__VERIFIER_nondet_int() != 0]; pthread_mutex_lock(&q->l); ++*q->v; pthread_mutex_unlock(&q->l); return 0; }
    int main(void) { pthread_t a, b; for (int i = 0; i < 2; i++) { g[i] = malloc(sizeof *g[i]); pthread_mutex_init(&g[i]->l, 0); g[i]->v = &x; }
      pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); }`,
  ],
  [
    "records in a list, each with its lock",
    "race-free",
    `struct s { pthread_mutex_t l; int v; struct s *next; } *g;
    void *f(void *p) { for (struct s *q = g; q; q = q->next) { pthread_mutex_lock(&q->l); q->v++; pthread_mutex_unlock(&q->l); } return 0; }
    int main(void) { pthread_t a, b; for (int i = 0; i < 3; i++) { struct s *q = malloc(sizeof *q); pthread_mutex_init(&q->l, 0); q->v = 0; q->next = g; g = q; }
      pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); }`,
  ],
  [
    "the lock of the record before",
    "race",
    `struct s { pthread_mutex_t l; int v; struct s *next; } *g;
    void *f(void *p) { struct s *q = g; while (q->next) { pthread_mutex_lock(&q->l); q = q->next; q->v++; } return 0; }
    void *h(void *p) { for (struct s *q = g; q; q = q->next) { pthread_mutex_lock(&q->l); q->v++; pthread_mutex_unlock(&q->l); } return 0; }
    int main(void) { pthread_t a, b; for (int i = 0; i < 3; i++) { struct s *q = malloc(sizeof *q); pthread_mutex_init(&q->l, 0); q->v = 0; q->next = g; g = q; }
      pthread_create(&a, 0, f, 0); pthread_create(&b, 0, h, 0); }`,
  ],
  [
    "a lock that is one a thread has for itself",
    "race",
    two(
      "pthread_mutex_t own; pthread_mutex_init(&own, 0); pthread_mutex_lock(&own); x++; pthread_mutex_unlock(&own);",
    ),
  ],
  [
    "a lock on the heap for each",
    "race",
    two(
      "pthread_mutex_t *own = malloc(sizeof *own); pthread_mutex_init(own, 0); pthread_mutex_lock(own); x++; pthread_mutex_unlock(own);",
    ),
  ],
  [
    "a lock that is made again",
    "undefined",
    two("pthread_mutex_init(&m, 0); LOCK(m); x++; UNLOCK(m);"),
  ],
  [
    "a lock that is overwritten",
    "undefined",
    one("LOCK(m); x++; UNLOCK(m);", "memset(&m, 0, sizeof m); LOCK(m); x++; UNLOCK(m);"),
  ],
  [
    "a lock that is overwritten with another",
    "undefined",
    one("LOCK(m); x++; UNLOCK(m);", "m = n; LOCK(m); x++; UNLOCK(m);"),
  ],
  ["locks held when the thread is created", "race", one("x++;", "x++; UNLOCK(m);", "", "LOCK(m);")],
  [
    "a lock taken by the function that a pointer designates",
    "race-free",
    two("g(); x++; UNLOCK(m);", "void take(void) { LOCK(m); } void (*g)(void) = take;"),
  ],
  [
    "one of two functions takes it",
    "race",
    two(
      "g[__VERIFIER_nondet_int() != 0](); x++;",
      "void take(void) { LOCK(m); } void leave(void) { } void (*g[2])(void) = { take, leave };",
    ),
  ],
  [
    "a condition on the low half",
    "race",
    two(
      "long v = wide(); if ((int)v) LOCK(m); if (v) x++; if ((int)v) UNLOCK(m);",
      "long wide(void) { return __VERIFIER_nondet_int() ? 1L << 32 : 1; }",
    ),
  ],
  [
    "a condition on both",
    "race-free",
    two(
      "long v = wide(); if (v) LOCK(m); if (v) x++; if (v) UNLOCK(m);",
      "long wide(void) { return __VERIFIER_nondet_int() ? 1L << 32 : 1; }",
    ),
  ],
  // ------------------------------------------------------- order of threads
  ["before the creation", "race-free", one("x++;", "", "", "x = 3;")],
  ["after the join", "race-free", one("x++;", `${JOIN} x++;`)],
  ["after the creation", "race", one("x++;", "x++;")],
  ["join of one of two", "race", two("x++;", "", "pthread_join(a, 0); x++;")],
  [
    "one after the other",
    "race-free",
    `void *f(void *p) { x++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); ${JOIN} pthread_create(&a, 0, f, 0); ${JOIN} x++; }`,
  ],
  [
    "an id that is overwritten before the join",
    "race",
    `void *f(void *p) { x++; return 0; } void *h(void *p) { return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_create(&a, 0, h, 0); ${JOIN} x++; }`,
  ],
  ["an id that is copied", "race-free", one("x++;", "pthread_t b = a; pthread_join(b, 0); x++;")],
  [
    "an id that is chosen",
    "race",
    two("x++;", "", "pthread_join(__VERIFIER_nondet_int() ? a : b, 0); x++;"),
  ],
  [
    "an id that a pointer overwrites",
    "race",
    `pthread_t *q; void *f(void *p) { x++; return 0; } void *h(void *p) { return 0; } int main(void) { pthread_t a; q = &a; pthread_create(&a, 0, f, 0); pthread_create(q, 0, h, 0); ${JOIN} x++; }`,
  ],
  ["a join on one path", "race", one("x++;", `if (__VERIFIER_nondet_int()) ${JOIN} x++;`)],
  [
    "writes after a first creation",
    "race",
    `void *f(void *p) { return (void *)(long)x; } void *h(void *p) { return 0; } int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); x = 1; pthread_create(&b, 0, h, 0); }`,
  ],
  [
    "writes between creations, of what the second one reads",
    "race-free",
    `void *f(void *p) { return (void *)(long)x; } void *h(void *p) { return 0; } int main(void) { pthread_t a, b; pthread_create(&b, 0, h, 0); x = 1; pthread_create(&a, 0, f, 0); }`,
  ],
  [
    "a loop of creations, one lock",
    "race-free",
    `void *f(void *p) { ${LOCKED} return 0; } int main(void) { pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0); }`,
  ],
  [
    "a loop of creations",
    "race",
    `void *f(void *p) { x++; return 0; } int main(void) { pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0); }`,
  ],
  [
    "a loop of creations and joins",
    "race-free",
    `void *f(void *p) { ${LOCKED} return 0; } int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); x++; }`,
  ],
  [
    "a loop that joins one too few",
    "race",
    `void *f(void *p) { ${LOCKED} return 0; } int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); x++; }`,
  ],
  [
    "a loop that joins the same one",
    "undefined",
    `void *f(void *p) { ${LOCKED} return 0; } int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 4; i++) pthread_join(t[0], 0); x++; }`,
  ],
  [
    "a loop that may end early",
    "race",
    `void *f(void *p) { ${LOCKED} return 0; } int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 4; i++) { if (__VERIFIER_nondet_int()) break; pthread_join(t[i], 0); } x++; }`,
  ],
  [
    "a thread for each element",
    "race-free",
    `int as[4]; void *f(void *p) { as[(long)p]++; return 0; } int main(void) { pthread_t t[4]; for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, f, (void *)i); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); as[2]++; }`,
  ],
  [
    "a thread for two elements",
    "race",
    `int as[4]; void *f(void *p) { as[(long)p / 2]++; return 0; } int main(void) { pthread_t t[4]; for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, f, (void *)i); }`,
  ],
  [
    "the address of the counter is passed",
    "race",
    `int as[4]; void *f(void *p) { as[*(int *)p]++; return 0; } int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, &i); }`,
  ],
  [
    "a creation twice in a function",
    "race",
    `void *f(void *p) { x++; return 0; } void start(void) { pthread_t t; pthread_create(&t, 0, f, 0); } int main(void) { start(); start(); }`,
  ],
  [
    "a creation in a function, once",
    "race-free",
    `void *f(void *p) { x++; return 0; } void start(pthread_t *t) { pthread_create(t, 0, f, 0); } int main(void) { pthread_t a; start(&a); ${JOIN} x++; }`,
  ],
  [
    "a thread that creates itself",
    "race",
    `void *f(void *p) { pthread_t t; if (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0); x++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); }`,
  ],
  [
    "a child of the joined thread",
    "race",
    `void *g(void *p) { x++; return 0; } void *f(void *p) { pthread_t t; pthread_create(&t, 0, g, 0); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); ${JOIN} x++; }`,
  ],
  [
    "a joined child of the joined thread",
    "race-free",
    `void *g(void *p) { x++; return 0; } void *f(void *p) { pthread_t t; pthread_create(&t, 0, g, 0); pthread_join(t, 0); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); ${JOIN} x++; }`,
  ],
  [
    "a child that is joined on one path",
    "race",
    `void *g(void *p) { x++; return 0; } void *f(void *p) { pthread_t t; pthread_create(&t, 0, g, 0); if (__VERIFIER_nondet_int()) pthread_exit(0); pthread_join(t, 0); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); ${JOIN} x++; }`,
  ],
  ["a detached thread and main", "race", one("x++;", "pthread_detach(a); x++;")],
  ["main leaves by pthread_exit", "race", two("x++;", "", "pthread_exit(0);")],
  [
    "a thread that never ends is joined",
    "race-free",
    one("for (;;) { LOCK(m); UNLOCK(m); } x++;", `${JOIN} x++;`),
  ],
  [
    "siblings, the first one joined before the second begins",
    "race-free",
    `void *f(void *p) { x++; return 0; } void *h(void *p) { x++; return 0; } int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); ${JOIN} pthread_create(&b, 0, h, 0); }`,
  ],
  [
    "unrelated siblings",
    "race",
    `void *f(void *p) { x++; return 0; } void *h(void *p) { x++; return 0; } int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, h, 0); ${JOIN} }`,
  ],
  [
    "a race behind an abort",
    "free, unproved",
    one("LOCK(m); int i = y; UNLOCK(m); if (i != 1) abort(); x++;", "x++;"),
  ],
  [
    "a race only where no abort is",
    "race",
    one("LOCK(m); int i = y; UNLOCK(m); if (i == 1) abort(); x++;", "x++;"),
  ],
  // ------------------------------------------------------------------ memory
  [
    "an own element each",
    "race-free",
    `int as[2]; void *f(void *p) { as[0]++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); as[1]++; }`,
  ],
  [
    "members of a record",
    "race-free",
    `struct { int a, b; } s; void *f(void *p) { s.a++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); s.b++; }`,
  ],
  [
    "a copy of the whole record",
    "race",
    `struct { int a, b; } s, t; void *f(void *p) { s.a++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); t = s; }`,
  ],
  [
    "memset of the whole record",
    "race",
    `struct { int a, b; } s; void *f(void *p) { s.b++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); memset(&s, 0, sizeof s); }`,
  ],
  [
    "memcpy of a part",
    "race-free",
    `int s[4], t[4]; void *f(void *p) { s[3]++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); memcpy(t, s, 3 * sizeof *s); }`,
  ],
  [
    "memcpy of one more",
    "race",
    `int s[4], t[4]; void *f(void *p) { s[3]++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); memcpy(t, s, 4 * sizeof *s); }`,
  ],
  [
    "bit-fields of one unit",
    "race",
    `struct { int a : 4, b : 4; } s; void *f(void *p) { s.a++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); s.b++; }`,
  ],
  [
    "a union",
    "race",
    `union { int a; char b[4]; } s; void *f(void *p) { s.a++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); s.b[2]++; }`,
  ],
  ["a static local", "race", two("static int z; z++;")],
  ["locals", "race-free", two("int z = 0; int *q = &z; ++*q;")],
  [
    "a local whose address is published",
    "race",
    one(
      "int z = 0; LOCK(m); q = &z; UNLOCK(m); z++; pthread_exit(0);",
      "int *r; LOCK(m); r = q; UNLOCK(m); if (r) ++*r;",
      "int *q;",
    ),
  ],
  [
    "a local of main",
    "race",
    `void *f(void *p) { ++*(int *)p; return 0; } int main(void) { int z = 0; pthread_t a; pthread_create(&a, 0, f, &z); z++; ${JOIN} }`,
  ],
  [
    "a local of main, before and after",
    "race-free",
    `void *f(void *p) { ++*(int *)p; return 0; } int main(void) { int z = 0; pthread_t a; z = 2; pthread_create(&a, 0, f, &z); ${JOIN} z++; }`,
  ],
  ["a thread-local object", "race-free", two("z++;", "_Thread_local int z;", "z++;")],
  [
    "a thread-local object whose address is published",
    "race",
    `_Thread_local int z; int *q; void *f(void *p) { ++*q; return 0; } int main(void) { pthread_t a; q = &z; pthread_create(&a, 0, f, 0); z++; }`,
  ],
  [
    "heap, handed over",
    "race-free",
    `void *f(void *p) { ++*(int *)p; free(p); return 0; } int main(void) { pthread_t a; int *q = malloc(4); *q = 1; pthread_create(&a, 0, f, q); ${JOIN} }`,
  ],
  [
    "heap, used after it was handed over",
    "race",
    `void *f(void *p) { ++*(int *)p; return 0; } int main(void) { pthread_t a; int *q = malloc(4); *q = 1; pthread_create(&a, 0, f, q); *q = 2; }`,
  ],
  [
    "heap, published under a lock when it is complete",
    "race-free",
    `int *g; void *f(void *p) { int *q = malloc(4); *q = 1; LOCK(m); g = q; UNLOCK(m); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); LOCK(m); if (g) ++*g; UNLOCK(m); }`,
  ],
  [
    "heap, written once more after it was published",
    "race",
    `int *g; void *f(void *p) { int *q = malloc(4); *q = 1; LOCK(m); g = q; UNLOCK(m); *q = 2; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); LOCK(m); if (g) ++*g; UNLOCK(m); }`,
  ],
  [
    "heap, published through a record",
    "race",
    `struct s { int *v; } *g; void *f(void *p) { struct s *r = malloc(sizeof *r); int *q = malloc(4); r->v = q; LOCK(m); g = r; UNLOCK(m); *q = 2; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); LOCK(m); if (g) ++*g->v; UNLOCK(m); }`,
  ],
  [
    "heap, published by its parameter's address",
    "race",
    `int *g; void tell(int *v) { int **w = &v; LOCK(m); g = *w; UNLOCK(m); } void *f(void *p) { int *q = malloc(4); *q = 1; tell(q); *q = 2; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); LOCK(m); if (g) ++*g; UNLOCK(m); }`,
  ],
  [
    "the older of two blocks",
    "race",
    `int *g; void *f(void *p) { int *o = 0; for (int i = 0; i < 2; i++) { int *q = malloc(4); if (o) *o = 2; LOCK(m); g = q; UNLOCK(m); o = q; } return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); LOCK(m); if (g) ++*g; UNLOCK(m); }`,
  ],
  [
    "a pointer that is copied bytewise",
    "race",
    `int *g; void *f(void *p) { ++*g; return 0; } int main(void) { pthread_t a; int *q = &x; unsigned char *from = (void *)&q, *to = (void *)&g; for (int i = 0; i < 8; i++) to[i] = from[i]; pthread_create(&a, 0, f, 0); x++; }`,
  ],
  [
    "a pointer in an integer",
    "race",
    `unsigned long g; void *f(void *p) { ++*(int *)(g ^ 77); return 0; } int main(void) { pthread_t a; g = (unsigned long)&x ^ 77; pthread_create(&a, 0, f, 0); x++; }`,
  ],
  [
    "a pointer from a thread's result",
    "race",
    `void *f(void *p) { return &x; } void *h(void *p) { ++*(int *)p; return 0; } int main(void) { pthread_t a, b; void *r; pthread_create(&a, 0, f, 0); pthread_join(a, &r); pthread_create(&b, 0, h, r); x++; }`,
  ],
  [
    "freed while it is read",
    "race",
    `int *g; void *f(void *p) { return (void *)(long)*g; } int main(void) { pthread_t a; g = malloc(4); *g = 1; pthread_create(&a, 0, f, 0); free(g); }`,
  ],
  [
    "container of a member",
    "race",
    `struct s { int v; int w; } g; int *q = &g.w; void *f(void *p) { struct s *r = (void *)((char *)q - 4); r->v++; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); g.v++; }`,
  ],
  [
    "before the start of the array",
    "race",
    `int as[4]; void *f(void *p) { int *q = &as[3]; for (int i = 0; i < 3; i++) q--; ++*q; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); as[0]++; }`,
  ],
  [
    "a global that a creator's callee passes",
    "race",
    `void *f(void *p) { ++*(int *)p; return 0; } void go(pthread_t *t, int *v) { pthread_create(t, 0, f, v); } int main(void) { pthread_t a, b; go(&a, &x); go(&b, &y); y++; }`,
  ],
  // ---------------------------------------------------------------- atomics
  ["an atomic variable", "race-free", two("z++;", "_Atomic int z;", "z = 3;")],
  [
    "an atomic variable, through a plain pointer",
    "race",
    one("z++;", "int *q = (int *)&z; ++*q;", "_Atomic int z;"),
  ],
  ["a volatile variable", "race", two("z++;", "volatile int z;")],
  [
    "atomic builtins",
    "race-free",
    two("__sync_fetch_and_add(&x, 1);", "", "__atomic_store_n(&x, 2, __ATOMIC_SEQ_CST);"),
  ],
  ["an atomic builtin on one side", "race", one("__sync_fetch_and_add(&x, 1);", "x++;")],
  ["atomic blocks", "race-free", two("__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();")],
  [
    "an atomic block on one side",
    "race",
    one("__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();", "x++;"),
  ],
  [
    "an atomic block that ends on one path only",
    "race",
    two(
      "__VERIFIER_atomic_begin(); if (__VERIFIER_nondet_int()) __VERIFIER_atomic_end(); y == 0; __VERIFIER_atomic_end(); x++;",
    ),
  ],
  [
    "an atomic function",
    "race-free",
    two("__VERIFIER_atomic_inc();", "void __VERIFIER_atomic_inc(void) { x++; }"),
  ],
  [
    "after an atomic function",
    "race",
    two("__VERIFIER_atomic_inc(); x++;", "void __VERIFIER_atomic_inc(void) { x++; }"),
  ],
  ["a plain flag", "race", one("x = 1; y = 1;", "while (!y); x++;")],
  ["an atomic flag", "free, unproved", one("x = 1; z = 1;", "while (!z); x++;", "_Atomic int z;")],
  [
    "Peterson's algorithm with plain variables",
    "race",
    `int a1, a2, turn; void *f(void *p) { a1 = 1; turn = 2; while (a2 && turn == 2); x++; a1 = 0; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); a2 = 1; turn = 1; while (a1 && turn == 1); x++; a2 = 0; }`,
  ],
  // --------------------------------------------------- other synchronisation
  [
    "a semaphore hands over",
    "free, unproved",
    `sem_t s; void *f(void *p) { x = 1; sem_post(&s); return 0; } int main(void) { pthread_t a; sem_init(&s, 0, 0); pthread_create(&a, 0, f, 0); sem_wait(&s); x++; }`,
  ],
  [
    "a barrier",
    "free, unproved",
    `pthread_barrier_t s; void *f(void *p) { x = 1; pthread_barrier_wait(&s); return 0; } int main(void) { pthread_t a; pthread_barrier_init(&s, 0, 2); pthread_create(&a, 0, f, 0); pthread_barrier_wait(&s); x++; }`,
  ],
  [
    "once",
    "race-free",
    two("pthread_once(&o, set); int i = x;", "pthread_once_t o; void set(void) { x = 7; }"),
  ],
  [
    "a write after once",
    "race",
    two("pthread_once(&o, set); x = 8;", "pthread_once_t o; void set(void) { x = 7; }"),
  ],
  [
    "two flags of once",
    "race",
    one(
      "pthread_once(&o, set);",
      "pthread_once(&q, set);",
      "pthread_once_t o, q; void set(void) { x = 7; }",
    ),
  ],
  [
    "data by key",
    "race-free",
    two(
      "int *q = malloc(4); pthread_setspecific(k, q); *(int *)pthread_getspecific(k) = 1;",
      "pthread_key_t k;",
    ).replace("pthread_t a, b;", "pthread_t a, b; pthread_key_create(&k, 0);"),
  ],
  [
    "data by key, with a destructor",
    "race",
    two("pthread_setspecific(k, &x);", "pthread_key_t k; void end(void *p) { x++; }").replace(
      "pthread_t a, b;",
      "pthread_t a, b; pthread_key_create(&k, end);",
    ),
  ],
  [
    "printed while it is written",
    "undefined",
    one("s[0] = 'a';", `printf("%s", s);`, "int printf(const char *, ...); char s[4];"),
  ],
  ["an unknown function", "undefined", two("g();", "void g(void);")],
  // --------------------------------------------------------- ends of lifetimes
  [
    "a local that its creator outlives",
    "race-free",
    `void *f(void *p) { ++*(int *)p; return 0; }
    void start(void) { int i = 1; pthread_t a; pthread_create(&a, 0, f, &i); ${JOIN} }
    int main(void) { start(); return 0; }`,
  ],
  [
    "a local that a thread may outlive",
    "race",
    `void *f(void *p) { int i = *(int *)p; return 0; }
    void start(void) { int i = 1; pthread_t a; pthread_create(&a, 0, f, &i); }
    int main(void) { start(); return 0; }`,
  ],
  [
    "a local of a block",
    "race",
    `void *f(void *p) { int i = *(int *)p; return 0; }
    int main(void) { pthread_t a; { int i = 1; pthread_create(&a, 0, f, &i); } ${JOIN} return 0; }`,
  ],
  [
    "a local of a block that waits",
    "race-free",
    `void *f(void *p) { ++*(int *)p; return 0; }
    int main(void) { pthread_t a; { int i = 1; pthread_create(&a, 0, f, &i); ${JOIN} } return 0; }`,
  ],
  [
    "a local of main, with which the program ends",
    "race-free",
    `void *f(void *p) { int i = *(int *)p; return 0; }
    int main(void) { pthread_t a; int i = 1; pthread_create(&a, 0, f, &i); return 0; }`,
  ],
  [
    "a local of main, which goes before its thread",
    "race",
    `void *f(void *p) { int i = *(int *)p; return 0; }
    int main(void) { pthread_t a; int i = 1; pthread_create(&a, 0, f, &i); pthread_exit(0); }`,
  ],
  [
    "a thread's own stack",
    "race",
    `int *g; void *f(void *p) { int i = 1; LOCK(m); g = &i; UNLOCK(m); return 0; }
    int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); LOCK(m); if (g) { int i = *g; } UNLOCK(m); return 0; }`,
  ],
  [
    "a frame below pthread_exit",
    "race",
    `void *f(void *p) { int i = *(int *)p; return 0; }
    void leave(void) { pthread_exit(0); }
    void *h(void *p) { int i = 1; pthread_t a; pthread_create(&a, 0, f, &i); leave(); return 0; }
    int main(void) { pthread_t a; pthread_create(&a, 0, h, 0); pthread_exit(0); }`,
  ],
  [
    "a thread's own stack, withdrawn under a lock",
    "free, unproved",
    `int *g; void *f(void *p) { int i = 1; LOCK(m); g = &i; UNLOCK(m); LOCK(m); g = 0; UNLOCK(m); return 0; }
    int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); LOCK(m); if (g) { int i = *g; } UNLOCK(m); return 0; }`,
  ],
];
