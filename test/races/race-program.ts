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
export const two = (f: string, before = "", after = "", other = "0"): string =>
  `${before} void *f(void *p) { ${f} return 0; }
   int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0);
     ${after} return ${other}; }`;

/** `f` runs once, beside the rest of `main`. */
export const one = (f: string, rest: string, before = "", first = ""): string =>
  `${before} void *f(void *p) { ${f} return 0; }
   int main(void) { pthread_t a; ${first} pthread_create(&a, 0, f, 0); ${rest} return 0; }`;

export const JOIN = "pthread_join(a, 0);";
export const LOCKED = "LOCK(m); x++; UNLOCK(m);";

/** A name, what holds of it, and its text behind {@link HEAD}. */
export type RaceProgram = readonly [name: string, truth: Truth, text: string];
