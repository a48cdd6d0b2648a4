/** Waiting in loops under lazy sequentialisation: for conditions, which may wake at any time, and for flags. */
import { expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

const HEAD = `
  #include <pthread.h>
  #include <time.h>
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;
  int x, y, count, buffer, sum; _Atomic int k;
  void lock(void) { pthread_mutex_lock(&m); } void unlock(void) { pthread_mutex_unlock(&m); }
  void await(int *p) { while (!*p) pthread_cond_wait(&c, &m); }
`;
const TWO = "pthread_t t, r; pthread_create(&t, 0, f, 0); pthread_create(&r, 0, g, 0);";
const BOTH = "pthread_join(t, 0); pthread_join(r, 0);";
const MAIN = `int main(void) { ${TWO} ${BOTH} }`;

function verdict(body: string, seconds: number): string {
  return askConfiguration("sequentialise", HEAD + body, { seconds, dataModel: "LP64" }).verdict;
}

/** Producer and consumer of three values; `wait` is the statement with which the producer waits. */
const buffer = (wait: string): string => `
  void *f(void *q) { for (int i = 1; i <= 3; i++) { lock(); ${wait} (count == 1) pthread_cond_wait(&c, &m);
    buffer = i; count = 1; pthread_cond_signal(&d); unlock(); } return 0; }
  void *g(void *q) { for (int i = 1; i <= 3; i++) { lock(); while (count == 0) pthread_cond_wait(&d, &m);
    check(buffer == i); count = 0; pthread_cond_signal(&c); unlock(); } return 0; }
  int main(void) { ${TWO} ${BOTH} check(count == 0); }`;
/** One thread that gives, and two that take. */
const takers = (wait: string): string => `
  void *g(void *q) { lock(); ${wait} (count == 0) pthread_cond_wait(&c, &m); count--; check(count >= 0); unlock(); return 0; }
  void *f(void *q) { lock(); count = 2; pthread_cond_broadcast(&c); unlock(); return 0; }
  int main(void) { pthread_t s; pthread_create(&s, 0, g, 0); ${TWO} ${BOTH} pthread_join(s, 0); check(count == 0); }`;

test.each([
  [
    "what was written before the condition held",
    `void *f(void *q) { lock(); while (!x) pthread_cond_wait(&c, &m); check(y == 7); unlock(); return 0; }
     void *g(void *q) { lock(); y = 7; x = 1; pthread_cond_signal(&c); unlock(); return 0; } ${MAIN}`,
  ],
  ["a buffer with one place", buffer("while")],
  ["two that wait for one broadcast", takers("while")],
  [
    "a signal that is lost: who waits is blocked",
    `void *f(void *q) { lock(); pthread_cond_signal(&c); unlock(); return 0; }
     void *g(void *q) { lock(); while (!x) pthread_cond_wait(&c, &m); reach_error(); unlock(); return 0; }
     int main(void) { ${TWO} ${BOTH} reach_error(); }`,
  ],
  [
    "turns, and main that waits for both",
    `int turn, done; void end(void) { lock(); done++; pthread_cond_broadcast(&c); unlock(); }
     void *f(void *q) { for (int i = 0; i < 2; i++) { lock(); while (turn != 0) pthread_cond_wait(&c, &m);
       sum = 2 * sum + 1; turn = 1; pthread_cond_broadcast(&c); unlock(); } end(); return 0; }
     void *g(void *q) { for (int i = 0; i < 2; i++) { lock(); while (turn != 1) pthread_cond_wait(&c, &m);
       sum = 2 * sum; turn = 0; pthread_cond_broadcast(&c); unlock(); } end(); return 0; }
     int main(void) { ${TWO} lock(); while (done < 2) pthread_cond_wait(&c, &m); check(sum == 10); unlock(); return 0; }`,
  ],
  [
    "waiting with a limit of time",
    `void *f(void *q) { struct timespec s = {0, 0}; int e = 0; lock();
       while (!x && e == 0) e = pthread_cond_timedwait(&c, &m, &s); check(x == 1 || e != 0); unlock(); return 0; }
     void *g(void *q) { lock(); x = 1; pthread_cond_signal(&c); unlock(); return 0; } ${MAIN}`,
  ],
  [
    "waiting in a function, and accesses beside that race",
    `void *f(void *q) { lock(); await(&x); check(y == 7); unlock(); k = 1; return 0; }
     void *g(void *q) { k = 2; lock(); y = 7; x = 1; pthread_cond_signal(&c); unlock(); return 0; }
     int main(void) { ${TWO} ${BOTH} check(k != 0); }`,
  ],
  [
    "a flag that is read again and again",
    `void *f(void *q) { y = 7; k = 1; return 0; } void *g(void *q) { while (!k); check(y == 7); return 0; } ${MAIN}`,
  ],
])("%s: TRUE", (_, body) => {
  expect(verdict(body, 30)).toBe("true");
});

test.each([
  [
    "a condition that holds too early",
    `void *f(void *q) { lock(); while (!x) pthread_cond_wait(&c, &m); check(y == 7); unlock(); return 0; }
     void *g(void *q) { lock(); x = 1; pthread_cond_signal(&c); unlock(); lock(); y = 7; unlock(); return 0; } ${MAIN}`,
  ],
  ["a buffer whose producer does not look again", buffer("if")],
  ["two that take, and do not look again", takers("if")],
  [
    "the end of a wait with a limit taken for the condition",
    `void *f(void *q) { struct timespec s = {0, 0}; int e = 0; lock();
       while (!x && e == 0) e = pthread_cond_timedwait(&c, &m, &s); check(x == 1); unlock(); return 0; }
     void *g(void *q) { lock(); x = 1; pthread_cond_signal(&c); unlock(); return 0; } ${MAIN}`,
  ],
])("%s: FALSE", (_, body) => {
  expect(verdict(body, 30)).toBe("false");
});

test.each([
  [
    "wake-ups that are counted: as many as one likes",
    `void *f(void *q) { int wakes = 0; lock(); while (!x) { pthread_cond_wait(&c, &m); wakes++; } check(wakes < 3); unlock(); return 0; }
     void *g(void *q) { lock(); x = 1; pthread_cond_signal(&c); unlock(); return 0; } ${MAIN}`,
  ],
  [
    "a lock that a wake-up holds for a moment",
    `void *f(void *q) { lock(); k = 1; while (!x) pthread_cond_wait(&c, &m); unlock(); return 0; }
     void *g(void *q) { while (k != 1); if (pthread_mutex_trylock(&m) != 0) { lock(); unlock();
       if (pthread_mutex_trylock(&m) != 0) reach_error(); } return 0; } ${MAIN}`,
  ],
  [
    "wake-ups that change something",
    `void *f(void *q) { lock(); while (!x) { pthread_cond_wait(&c, &m); y = !y; } unlock(); return 0; }
     void *g(void *q) { lock(); x = 1; unlock(); lock(); check(y == 0); unlock(); return 0; } ${MAIN}`,
  ],
])("%s: not TRUE", (_, body) => {
  expect(verdict(body, 1)).not.toBe("true");
});
