/** Programs that places in memory, atomic accesses, other synchronisation and lifetimes decide. */
import { JOIN, one, type RaceProgram, two } from "./race-program.ts";

export const RACES_OF_MEMORY: readonly RaceProgram[] = [
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
  // --------------------------------------------------------- state of the library
  [
    "two readers of one stream",
    "race-free",
    two("if (fgetc(stdin) == EOF && feof(stdin)) clearerr(stdin);", "#include <stdio.h>\n"),
  ],
  [
    "clocks, random numbers and errno in two threads",
    "race-free",
    two(
      "sleep(0); if (clock() > time(0)) errno = rand() + getpid();",
      "#include <errno.h>\n#include <time.h>\n#include <unistd.h>\n",
    ),
  ],
  [
    "a variable beside a stream",
    "race",
    two("if (fgetc(stdin) == EOF && feof(stdin)) x = 1; x++;", "#include <stdio.h>\n"),
  ],
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
