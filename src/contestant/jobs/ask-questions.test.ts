import { expect, test } from "vitest";
import { Budget, CpuClock } from "../call/index.ts";
import { findConfiguration } from "../plan/index.ts";
import { loadSources } from "../program/index.ts";
import { createCadical } from "../solver/index.ts";
import {
  formulasOfChecks,
  PROGRAM_CHECKS,
  type ProgramCheckId,
  withoutVacuous,
} from "../specification/index.ts";
import { askQuestions } from "./ask-questions.ts";
import { type ProgramAnswer, programAnswer } from "./program-answer.ts";

const HEAD = `#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_t a, b;
#define START(f) pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0);
#define END pthread_join(a, 0); pthread_join(b, 0);
`;
const LINES_OF_HEAD = HEAD.split("\n").length - 1;
const SECONDS = 60;
/** All of it is used, since a part of the answer stays open. */
const SECONDS_OF_OPEN = 5;
const ALL = PROGRAM_CHECKS.map(({ id }) => id);

const solvers = await createCadical();

function answer(
  body: string,
  ids: readonly ProgramCheckId[],
  { findsAll = false, seconds = SECONDS } = {},
): ProgramAnswer {
  const loaded = loadSources([{ fileName: "p.c", text: HEAD + body }], "LP64");
  const formulas = withoutVacuous(formulasOfChecks(ids), loaded.program, true);
  const configuration = findConfiguration("default");
  if (configuration === undefined) throw new Error("no configuration");
  const found = askQuestions(loaded, formulas, {
    configuration,
    findsAll,
    seed: 1,
    wantsTrace: true,
    budget: new Budget(seconds, CpuClock.fromNow()),
    createSatSolver: () => solvers.create(),
    onQuestion: () => undefined,
    onAnswer: () => undefined,
  });
  return programAnswer({ ...found, techniques: [] }, ids);
}

/** The violations and their places, with lines as in the body. */
function told({ findings }: ProgramAnswer): readonly string[] {
  return findings.map(({ check, place, headline, remarks }) => {
    const line = (at: typeof place): number => at.line - LINES_OF_HEAD;
    const others = remarks.map((remark) => `; ${remark.text}: ${line(remark.place)}`);
    return `${line(place)} [${check}] ${headline}${others.join("")}`;
  });
}

test.each([
  [
    "an assertion",
    `static int x;
static void *f(void *p) { pthread_mutex_lock(&m); int old = x; pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m); x = old + 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { START(f) END
  assert(x == 2); }`,
    /^5 \[assert\] the assertion `x == 2` fails/,
  ],
  [
    "a race",
    `static int x[2];
static void *f(void *p) {
  x[1]++;
  return 0; }
int main(void) { START(f) END }`,
    /^3 \[race\] data race for `x\[1\]`: `x\[1\]\+\+` (reads|writes) in thread \d, and `x\[1\]\+\+` (reads|writes) in thread \d, in any order; the other access, by thread \d: 3$/,
  ],
  [
    "an overflow",
    `static int x = INT_MAX - 1;
static void *f(void *p) { pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m); return 0; }
int main(void) { START(f) END }`,
    /^3 \[overflow\] thread [12]: `x\+\+` overflows: 2147483647 \+ 1 does not fit `int` \(x = 2147483647\)$/,
  ],
  [
    "a block that another thread has freed",
    `static int *x;
static void *f(void *p) { pthread_mutex_lock(&m);
  *x = 1;
  free(x);
  pthread_mutex_unlock(&m); return 0; }
int main(void) { x = malloc(4);
  START(f) END }`,
    /^3 \[access\] thread [12]: `\*x` writes memory that was freed; allocated here: 6; freed here: 4$/,
  ],
  [
    "a division",
    `static int x = 2;
static void *f(void *p) { pthread_mutex_lock(&m); x--; int y = 6 / x; pthread_mutex_unlock(&m); return 0; }
int main(void) { START(f) END }`,
    /^2 \[division\] thread [12]: `6 \/ x` divides by zero \(x = 0\)$/,
  ],
  [
    "a deadlock",
    `static void *f(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0; }
int main(void) { pthread_create(&a, 0, f, 0);
  pthread_join(a, 0); }`,
    /^3 \[deadlock\] deadlock: thread 1 waits for ever in `pthread_mutex_lock\(&m\)`, and no other thread can go on; thread 0 waits for ever in `pthread_join\(a, 0\)`: 6$/,
  ],
  [
    "a leak",
    `static int *x;
static void *f(void *p) {
  int *y = malloc(4);
  pthread_mutex_lock(&m); x = y; pthread_mutex_unlock(&m); return 0; }
int main(void) { START(f) END free(x); }`,
    /^3 \[leak\] 4 bytes of `int \*y = malloc\(4\)` are never freed/,
  ],
])("%s is explained in words", { timeout: 120_000 }, (_, body, expected) => {
  const { verdict, findings } = answer(body, ALL);
  expect(verdict).toBe("false");
  expect(told({ findings } as ProgramAnswer).join("\n")).toMatch(expected);
  expect(findings[0]?.trace?.threads?.length).toBeGreaterThan(1);
});

test("a program without any of these is proved", { timeout: 120_000 }, () => {
  const body = `static int x;
static void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) { START(f) END assert(x == 2); }`;
  const { verdict, checked } = answer(body, ALL);
  expect({ verdict, checked }).toEqual({ verdict: "true", checked: ALL });
});

test("proved parts are reported where a part is left open", { timeout: 120_000 }, () => {
  // A lock that the analysis of races supports, and a loop whose exploration does not end.
  const body = `extern int __VERIFIER_nondet_int(void);
static int x;
static void *f(void *p) { while (__VERIFIER_nondet_int()) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); } return 0; }
int main(void) { for (;;) { START(f) } }`;
  const { verdict, proved } = answer(body, ["assert", "race", "deadlock"], {
    seconds: SECONDS_OF_OPEN,
  });
  expect({ verdict, proved }).toEqual({ verdict: "unknown", proved: ["race", "assert"] });
});

test("all violations are reported", { timeout: 120_000 }, () => {
  const body = `static int x, y;
static void *f(void *p) { x++;
  pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m); return 0; }
int main(void) { START(f) END
  assert(y != 2); }`;
  const found = answer(body, ["assert", "race"], { findsAll: true, seconds: SECONDS_OF_OPEN });
  expect(found.findings.map(({ check }) => check)).toEqual(["race", "assert"]);
});
