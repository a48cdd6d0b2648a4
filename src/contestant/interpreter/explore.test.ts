import { expect, test } from "vitest";
import { exploreText, type ThreadProperty } from "../../../test/support/explore-text.ts";

const PRELUDE = `#include <pthread.h>
#include <stdlib.h>
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error(void) { abort(); }
void check(int c) { if (!c) reach_error(); }
int x, y, z, flag;
_Atomic int a;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
`;
const TWO = `int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);
pthread_join(t, 0); pthread_join(u, 0);`;

/** Two threads, and the code of `main` after both have ended. */
function two(f: string, g: string, end: string): string {
  return `${PRELUDE} void *f(void *p) { ${f} return 0; } void *g(void *p) { ${g} return 0; } ${TWO} ${end} return 0; }`;
}

/**
 * `main` executes a statement before it creates a thread and one afterwards, and only the latter
 * lets the thread proceed: no other step wakes the thread that was left out since its step seemed
 * to be independent.
 */
function beside(before: string, main: string, thread: string): string {
  return `#include <semaphore.h>\n${PRELUDE} sem_t s; pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
  void *g(void *p) { if (${thread}) { while (a == 0) ; reach_error(); } return 0; }
  int main(void) { pthread_t t; ${before} pthread_create(&t, 0, g, 0); ${main} a = 1; pthread_join(t, 0); return 0; }`;
}

const UNREACH: readonly (readonly [string, string, "complete" | "violation"])[] = [
  // The result of a failed attempt depends on the owner's next step, though it changes nothing.
  [
    "a failed attempt to lock",
    beside(
      "pthread_mutex_lock(&m);",
      "pthread_mutex_unlock(&m);",
      "pthread_mutex_trylock(&m) != 0",
    ),
    "violation",
  ],
  [
    "a semaphore that is not up yet",
    beside("", "sem_post(&s);", "sem_trywait(&s) != 0"),
    "violation",
  ],
  [
    "a reader that a writer keeps out",
    beside(
      "pthread_rwlock_wrlock(&r);",
      "pthread_rwlock_unlock(&r);",
      "pthread_rwlock_tryrdlock(&r) != 0",
    ),
    "violation",
  ],
  // These operations on the semaphore are no release or acquisition.
  [
    "a semaphore that is as high as it can be",
    beside("sem_init(&s, 0, 0x7fffffff);", "sem_wait(&s);", "sem_post(&s) != 0"),
    "violation",
  ],
  [
    "a semaphore that gets another value",
    beside("", "sem_init(&s, 0, 1);", "sem_trywait(&s) != 0"),
    "violation",
  ],
  ["a switch inside of an expression", two("x++;", "x++;", "check(x == 2);"), "violation"],
  [
    "one lock",
    two(
      "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
      "check(x == 2);",
    ),
    "complete",
  ],
  ["an atomic increment", two("a++;", "a++;", "check(a == 2);"), "complete"],
  ["an atomic load and store", two("a = a + 1;", "a++;", "check(a == 2);"), "violation"],
  [
    "store buffering",
    two("x = 1; y = flag;", "flag = 1; z = x;", "check(y == 1 || z == 1);"),
    "complete",
  ],
  [
    "what a suspended edge has read decides",
    two("y = x + x;", "x = 1;", "check(y != 1);"),
    "violation",
  ],
  [
    "what a suspended edge has read decides, the other way",
    two("y = x + x;", "x = 1;", "check(y != 2);"),
    "violation",
  ],
  ...(["check(y != 0);", "check(y != 1);"] as const).flatMap((end) => {
    const pause = "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);";
    return [
      [
        `a local variable decides: ${end}`,
        two(`int r = x; ${pause} y = r;`, "x = 1;", end),
        "violation",
      ],
      [
        `a block decides: ${end}`,
        two(`int *n = malloc(4); *n = x; ${pause} y = *n;`, "x = 1;", end),
        "violation",
      ],
    ] as const;
  }),
  [
    "what a suspended caller has read decides",
    `${PRELUDE} static int late(int v) { flag = 0; return v; }
    void *f(void *p) { z = late(x); return 0; } void *g(void *p) { x = 1; return 0; } ${TWO} check(z == 1); return 0; }`,
    "violation",
  ],
  [
    "an argument of a thread that has not begun",
    `${PRELUDE} void *f(void *p) { y = p != 0; return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, __VERIFIER_nondet_bool() ? &x : 0); pthread_join(t, 0); check(y); return 0; }`,
    "violation",
  ],
  [
    "an input of each kind",
    two(
      "x = __VERIFIER_nondet_bool();",
      "int i = __VERIFIER_nondet_int(); if (i > 40 && i < 42) y = 1;",
      "check(!(x && y));",
    ),
    "violation",
  ],
  [
    "an input without the class that violates",
    two("int i = __VERIFIER_nondet_int(); if (i > 41 && i < 42) y = 1;", "", "check(!y);"),
    "complete",
  ],
  [
    "objects of activations at different depths",
    `${PRELUDE} static void put(int n) { int here = n; int *p = &here; x = n; if (n > 0) put(n - 1); check(*p == n); p = 0; }
    void *f(void *q) { put(2); return 0; } void *g(void *q) { put(1); return 0; } ${TWO} check(x == 0); return 0; }`,
    "complete",
  ],
  [
    "a thread that spins for ever does not stop the others",
    two("while (!a) { }", "x = 1; pthread_mutex_lock(&m); reach_error();", ""),
    "violation",
  ],
  [
    "two threads that spin for ever do not stop the others",
    `${PRELUDE} void *f(void *p) { while (!a) { } return 0; } void *g(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 1; return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_join(t, 0); check(x == 0); return 0; }`,
    "violation",
  ],
  [
    "who does something for the first time at the end of others",
    `${PRELUDE} void *f(void *p) { pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); if (flag) x = 1; return 0; }
    void *g(void *p) { a = 1; a = 2; check(x == 0); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, g, 0); pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); flag = y == 0; pthread_mutex_unlock(&m); return 0; }`,
    "violation",
  ],
  [
    "a thread that another one creates",
    `${PRELUDE} void *g(void *p) { x = 1; return 0; } void *f(void *p) { pthread_t t; a = 1; pthread_create(&t, 0, g, 0); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); check(x == 0); pthread_join(t, 0); return 0; }`,
    "violation",
  ],
  [
    "a program that ends before others have done their part",
    `${PRELUDE} void *f(void *p) { a = 1; check(y == 0); return 0; } void *g(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); exit(0); }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); y = a; pthread_join(t, 0); return 0; }`,
    "violation",
  ],
  ["spinning does not matter", two("while (!a) { }", "a = 1;", ""), "complete"],
  [
    "spinning on a plain flag",
    two("while (!flag) { } y = x;", "x = 1; flag = 1;", "check(y == 1);"),
    "complete",
  ],
  [
    "spinning on a plain flag that comes too early",
    two("while (!flag) { } y = x;", "flag = 1; x = 1;", "check(y == 1);"),
    "violation",
  ],
  [
    "a wait without a loop",
    two(
      "pthread_mutex_lock(&m); if (!flag) pthread_cond_wait(&c, &m); check(flag); pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); flag = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
      "",
    ),
    "violation",
  ],
  [
    "a wait in a loop",
    two(
      "pthread_mutex_lock(&m); while (!flag) pthread_cond_wait(&c, &m); check(flag); pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); flag = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
      "",
    ),
    "complete",
  ],
  [
    "the end of the program in time",
    `${PRELUDE} void *f(void *p) { x = 1; check(y == 0); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (x == 0) return 0; y = 1; return 0; }`,
    "violation",
  ],
  [
    "an abort in time",
    two("if (x == 1) abort(); flag = 1;", "x = 1; y = 1;", "check(flag && y);"),
    "complete",
  ],
  [
    "errors behind a deadlock",
    `${PRELUDE} int main(void) { pthread_t t; pthread_create(&t, 0, (void *(*)(void *))abort, 0);
    pthread_mutex_lock(&m); pthread_mutex_lock(&m); reach_error(); }`,
    "complete",
  ],
  [
    "blocks of two threads",
    `${PRELUDE} int *p, *q; void *f(void *r) { int *n = malloc(4); *n = 1; p = n; return 0; }
    void *g(void *r) { int *n = malloc(4); *n = 2; q = n; return 0; } ${TWO} check(*p + *q == 3); return 0; }`,
    "complete",
  ],
  [
    "a semaphore of atomic blocks",
    two(
      "__VERIFIER_atomic_begin(); x++; y++; __VERIFIER_atomic_end();",
      "__VERIFIER_atomic_begin(); check(x == y); __VERIFIER_atomic_end();",
      "",
    ),
    "complete",
  ],
  [
    "atomic blocks of one step each",
    two(
      "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); y++; __VERIFIER_atomic_end();",
      "__VERIFIER_atomic_begin(); check(x == y); __VERIFIER_atomic_end();",
      "",
    ),
    "violation",
  ],
  [
    "orders of waiting threads",
    two(
      "pthread_mutex_lock(&m); x = 2 * x + 1; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); x = 3 * x + 1; pthread_mutex_unlock(&m);",
      "check(x != 4);",
    ),
    "violation",
  ],
];

test.each(UNREACH)("unreach-call: %s", (_, text, expected) => {
  const { found, isReplayed } = exploreText(text, "unreach-call");
  expect({ ...found, inputs: undefined, schedules: undefined }).toMatchObject({ kind: expected });
  expect(isReplayed).toBe(expected === "violation");
});

const RACES: readonly (readonly [string, string, "complete" | "violation"])[] = [
  ["plain increments", two("x++;", "x++;", ""), "violation"],
  [
    "one lock",
    two(
      "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
      "x++;",
    ),
    "complete",
  ],
  [
    "behind the lock",
    two(
      "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x++;",
      "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
      "",
    ),
    "violation",
  ],
  [
    "before the lock of both",
    two(
      "x = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 2;",
      "",
    ),
    "violation",
  ],
  ["readers", two("y = x;", "z = x;", "check(y == z);"), "complete"],
  [
    "main reads while a thread writes",
    `${PRELUDE} void *f(void *p) { x = 1; return 0; }
    int main(void) { pthread_t t; x = 2; pthread_create(&t, 0, f, 0); y = x; pthread_join(t, 0); return 0; }`,
    "violation",
  ],
  [
    "main reads after the join",
    `${PRELUDE} void *f(void *p) { x = 1; return 0; }
    int main(void) { pthread_t t; x = 2; pthread_create(&t, 0, f, 0); pthread_join(t, 0); y = x; return 0; }`,
    "complete",
  ],
  [
    "one of two is joined",
    `${PRELUDE} void *f(void *p) { x = 1; return 0; } void *g(void *p) { y = 1; return 0; }
    int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); y = x; return 0; }`,
    "violation",
  ],
  ["a flag that is atomic", two("while (!a) { } y = x;", "x = 1; a = 1;", ""), "complete"],
  ["an atomic object through a plain pointer", two("a = 1;", "*(int *)&a = 2;", ""), "violation"],
  [
    "an atomic block on one side",
    two("__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();", "x++;", ""),
    "violation",
  ],
  [
    "an atomic block on both sides",
    two(
      "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
      "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
      "",
    ),
    "complete",
  ],
  [
    "one record's bit-fields",
    `${PRELUDE} struct { unsigned k : 4, l : 4; } s; void *f(void *p) { s.k = 1; return 0; } void *g(void *p) { s.l = 1; return 0; } ${TWO} return 0; }`,
    "violation",
  ],
  [
    "elements of one array",
    `${PRELUDE} int v[2]; void *f(void *p) { v[0] = 1; return 0; } void *g(void *p) { v[1] = 1; return 0; } ${TWO} return 0; }`,
    "complete",
  ],
  [
    "a race behind a handover that another thread makes",
    two(
      "x = 1; pthread_mutex_lock(&m); flag = 1; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); int r = flag; pthread_mutex_unlock(&m); if (r) x = 2;",
      "",
    ),
    "complete",
  ],
  [
    "a handover without a look",
    two(
      "x = 1; pthread_mutex_lock(&m); flag = 1; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); int r = flag; pthread_mutex_unlock(&m); x = 2;",
      "",
    ),
    "violation",
  ],
  [
    "a freed block",
    `${PRELUDE} int *p; void *f(void *q) { *p = 1; return 0; }
    int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); free(p); return 0; }`,
    "violation",
  ],
  [
    "a frame that ends, and another thread reads it",
    `${PRELUDE} void *f(void *q) { int i = *(int *)q; return 0; } void start(void) { pthread_t t; int i = 1; pthread_create(&t, 0, f, &i); }
    int main(void) { start(); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }`,
    "violation",
  ],
  [
    "a frame that ends after its reader",
    `${PRELUDE} void *f(void *q) { int i = *(int *)q; return 0; } void start(void) { pthread_t t; int i = 1; pthread_create(&t, 0, f, &i); pthread_join(t, 0); }
    int main(void) { start(); return 0; }`,
    "complete",
  ],
  [
    "a block that ends, and another thread has forgotten the way to it",
    `${PRELUDE} int *p; void *f(void *q) { int *r; pthread_mutex_lock(&m); r = p; p = 0; pthread_mutex_unlock(&m); if (r) *r = 2; r = 0; return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); { int i = 1; pthread_mutex_lock(&m); p = &i; pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m); int gone = p == 0; p = 0; pthread_mutex_unlock(&m); } return 0; }`,
    "violation",
  ],
];

test.each(RACES)("no-data-race: %s", (_, text, expected) => {
  const { found, isReplayed } = exploreText(text, "no-data-race");
  expect({ ...found, inputs: undefined, schedules: undefined }).toMatchObject({ kind: expected });
  expect(isReplayed).toBe(expected === "violation");
});

test("no-overflow: in one order only", () => {
  const text = (amount: string): string =>
    two("x = 0x7ffffff0; ", `x = ${amount}; x = x + 100;`, "");
  expect(exploreText(text("1"), "no-overflow")).toMatchObject({
    found: { kind: "violation" },
    isReplayed: true,
  });
  const locked = two(
    "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); x = x + 100; pthread_mutex_unlock(&m);",
    "",
  );
  expect(exploreText(locked, "no-overflow").found.kind).toBe("complete");
});

/** Unsupported features leave the question open. */
const OPEN: readonly (readonly [string, string, ThreadProperty, RegExp])[] = [
  [
    "an input that is computed with",
    two("x = __VERIFIER_nondet_int() * 2;", "", "check(x != 6);"),
    "unreach-call",
    /too many values/,
  ],
  [
    "an input that is compared with another",
    two("x = __VERIFIER_nondet_int();", "", "check(x != __VERIFIER_nondet_int());"),
    "unreach-call",
    /too many values/,
  ],
  [
    "an uninitialised object",
    two("int n; x = n;", "", "check(x == 0);"),
    "unreach-call",
    /has none/,
  ],
  [
    "a copy of one",
    two("struct { int k, l; } r, s; r.k = 1; s = r; x = s.l;", "", "check(x == 0);"),
    "unreach-call",
    /has none/,
  ],
  [
    "an uninitialised block",
    two("int *n = malloc(4); x = *n;", "", "check(x == 0);"),
    "unreach-call",
    /has none/,
  ],
  [
    "an address as a number",
    two("x = (long)&y % 32 == 0;", "", "check(x);"),
    "unreach-call",
    /as a number/,
  ],
  [
    "a pointer to a frame that has ended",
    `${PRELUDE} int *p; static void leak(void) { int here = 1; p = &here; } static void other(void) { int there = 2; int *q = &there; x = *p; }
    void *f(void *q) { leak(); other(); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }`,
    "unreach-call",
    /outlives/,
  ],
  [
    "a returned pointer to a frame",
    `${PRELUDE} static int *leak(void) { int here = 1; int *q = &here; return q; }
    void *f(void *q) { int *p = leak(); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }`,
    "unreach-call",
    /outlives/,
  ],
  [
    "a thread that never stops counting",
    two("for (;;) z++;", "", ""),
    "unreach-call",
    /states|limit/,
  ],
  ["a null pointer", two("*(int *)0 = 1;", "", ""), "unreach-call", /undefined behaviour/],
  [
    "a not a number",
    `${PRELUDE} double d, *e = &d; void *f(void *p) { *e = 0.0 / 0.0; return 0; } void *g(void *p) { return 0; } ${TWO} return 0; }`,
    "unreach-call",
    /distinguished/,
  ],
  [
    "a jump buffer",
    `#include <setjmp.h>\n${PRELUDE} void *f(void *p) { return 0; }
    int main(void) { jmp_buf b; pthread_t t; if (setjmp(b) == 0) pthread_create(&t, 0, f, 0); return 0; }`,
    "unreach-call",
    /distinguished/,
  ],
];

test.each(OPEN)("open: %s", (_, text, property, reason) => {
  const { found } = exploreText(text, property, 300);
  expect(found).toMatchObject({ kind: "open", reason: expect.stringMatching(reason) });
});

test("a thread that ends the program before what another one has not done yet", () => {
  const text = `${PRELUDE} int *p; void *f(void *q) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); exit(0); }
  int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, f, 0); a = 1; free(p); pthread_join(t, 0); return 0; }`;
  expect(exploreText(text, "valid-memcleanup").found).toMatchObject({
    kind: "open",
    reason: expect.stringMatching(/end/),
  });
  const pause = "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);";
  const slow = exploreText(text.replace("a = 1;", pause), "valid-memcleanup").found;
  expect(slow.kind).toBe("violation");
  expect(exploreText(text, "unreach-call").found.kind).toBe("complete");
});

/** Threads that each enter a section twice under the lock of their group. */
function groups(threads: number, size: number): string {
  return `${PRELUDE} pthread_mutex_t each[${threads}]; int n[${threads}];
  void *f(void *p) { long i = (long)p / ${size}; for (int k = 0; k < 2; k++) { pthread_mutex_lock(&each[i]); n[i]++; pthread_mutex_unlock(&each[i]); } return 0; }
  int main(void) { pthread_t t[${threads}]; for (int i = 0; i < ${threads}; i++) pthread_create(&t[i], 0, f, (void *)(long)i);
  for (int i = 0; i < ${threads}; i++) pthread_join(t[i], 0); check(n[0] == ${2 * size}); return 0; }`;
}

test("threads that have nothing in common are followed one after the other", () => {
  const one = exploreText(groups(2, 2), "unreach-call").found;
  const three = exploreText(groups(6, 2), "unreach-call").found;
  expect([one.kind, three.kind]).toEqual(["complete", "complete"]);
  // All orders of six threads would be the third power.
  expect(three.states).toBeLessThan(100 * one.states);
});

test("who finds a lock taken has not begun", () => {
  const { found } = exploreText(groups(4, 4), "unreach-call");
  expect(found.kind).toBe("complete");
  // Four threads with three places each where they are outside and one of them inside; with all
  // waiting threads, in any order, there were 63,964.
  expect(found.states).toBeLessThan(1_000);
});

test("equal states are met once: the number of states does not depend on the order of calls", () => {
  const work = "{ int n = 0; pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }";
  const { found } = exploreText(two(work.repeat(4), work.repeat(4), ""), "unreach-call");
  expect(found.kind).toBe("complete");
  // Two threads with some twenty places each; all interleavings of them would be billions.
  expect(found.states).toBeLessThan(1_000);
});
