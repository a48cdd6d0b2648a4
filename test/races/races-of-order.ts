/** Programs that locks and the order of threads decide. */
import { JOIN, LOCKED, one, type RaceProgram, two } from "./race-program.ts";

export const RACES_OF_ORDER: readonly RaceProgram[] = [
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
      "LOCK(m); LOCK(n); pthread_cond_timedwait(&c, &m, &limit); UNLOCK(m); UNLOCK(n); x++;",
      "pthread_cond_t c; struct timespec limit;",
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
];
