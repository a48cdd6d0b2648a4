import { describe, expect, test } from "vitest";
import { settled } from "../../../test/support/settled.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import { requiredVersion } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { findConfiguration } from "./configurations.ts";
import { type VerificationResult, verify } from "./verify.ts";

const THREADS = `
#include <pthread.h>
#include <stdlib.h>
void reach_error(void) { abort(); }
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
`;
const UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
const NO_RACE = "CHECK( init(main()), LTL(G ! data-race) )";

describe("programs with threads", () => {
  const two = (body: string): string =>
    `${THREADS}void *f(void *p) { ${body} return 0; }
     int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0);
       pthread_join(a, 0); pthread_join(b, 0); if (x != 2) reach_error(); return 0; }`;
  const locked = two("pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);");
  const lucky = two("int i = x; pthread_mutex_lock(&m); x = i + 1; pthread_mutex_unlock(&m);");

  const SAFE = ["valid-free", "valid-deref", "valid-memtrack"]
    .map((name) => `CHECK( init(main()), LTL(G ${name}) )`)
    .join("\n");
  const NO_DEADLOCK = "CHECK( init(main()), LTL(G ! deadlock) )";
  const NO_OVERFLOW = "CHECK( init(main()), LTL(G ! overflow) )";
  const opposite = `${THREADS}pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
    void *f(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); return 0; }
    int main(void) { pthread_t a; pthread_create(&a, 0, f, 0);
      pthread_mutex_lock(&m); pthread_mutex_lock(&n); return 0; }`;
  const freed = `${THREADS}int *q; void *f(void *p) { *q = 1; return 0; }
    int main(void) { pthread_t a; q = malloc(4); pthread_create(&a, 0, f, 0); free(q); pthread_join(a, 0); }`;
  const lost = `${THREADS}void *f(void *p) { malloc(8); return 0; }
    int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); return 0; }`;

  test.each([
    ["unreach-call", lucky, UNREACH, "2.2"],
    ["no-data-race", lucky, NO_RACE, "2.2"],
    ["valid-deref", freed, SAFE, "2.2"],
    ["valid-memtrack", lost, SAFE, "2.2"],
    ["no-deadlock", opposite, NO_DEADLOCK, "2.2"],
    ["no-overflow", two("x += 1500000000;"), NO_OVERFLOW, "2.2"],
  ])("%s: a violation has a witness with threads", async (name, text, property, version) => {
    const result = await decide(text, property, "default");
    if (result.verdict !== "false") throw new Error(result.reason);
    expect([result.subproperty, requiredVersion(result.witness)]).toEqual([name, version]);
  });

  test("deadlocks without a second thread: who never waits is in none", async () => {
    const alone = await decide("int main(void) { return 0; }", NO_DEADLOCK, "default");
    expect(alone.verdict).toBe("true");
    const twice = `${THREADS}int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }`;
    expect((await decide(twice, NO_DEADLOCK, "default")).verdict).not.toBe("true");
  });

  test("no technique for threads and no fallback answers FALSE where the property holds", {
    timeout: 60_000,
  }, async () => {
    for (const name of ["default", "race", "falsifier", "induction"]) {
      for (const property of [UNREACH, NO_RACE, SAFE]) {
        expect((await decide(locked, property, name, OPEN)).verdict).not.toBe("false");
      }
    }
  });

  test.each(["default", "race"])("locks keep accesses apart, says %s", async (name) => {
    expect((await decide(locked, NO_RACE, name)).verdict).toBe("true");
    expect((await decide(lucky, NO_RACE, name, OPEN)).verdict).not.toBe("true");
  });

  test("a configuration whose techniques know of one thread only falls back on schedules", async () => {
    expect((await decide(lucky, UNREACH, "induction")).verdict).toBe("false");
  });

  test("synchronisation in a program with one thread does not prevent an answer", async () => {
    const text = `${THREADS}int main(void) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);
      if (x != 1) reach_error(); return 0; }`;
    expect((await decide(text, UNREACH, "bmc")).verdict).toBe("true");
  });

  test.each([
    ["no thread is created", "int main(void) { pthread_mutex_lock(&m); x++; return x; }", "true"],
    ["an unknown function", "void g(void); int main(void) { x++; if (x == 7) g(); }", "unknown"],
    [
      "its address",
      "void g(void); void (*h[1])(void) = { g }; int main(void) { h[0](); }",
      "unknown",
    ],
    [
      "a statement that is not read",
      'int main(void) { __asm__ volatile ("syscall"); return 0; }',
      "unknown",
    ],
    [
      "threads that are created by way of a pointer",
      `void *f(void *p) { x++; return 0; }
       int main(void) { pthread_t t; int (*make)() = pthread_create; make(&t, 0, f, 0); x++; }`,
      "unknown",
    ],
  ])("no race: %s", async (_, text, verdict) => {
    const isDecided = verdict !== "unknown";
    const options = { seconds: 1, isDecided };
    expect((await decide(THREADS + text, NO_RACE, "default", options)).verdict).toBe(verdict);
  });
});

test("an overflow in the library is witnessed at the call", async () => {
  const text = `#include <stdlib.h>
int main(void) {
  int least = -2147483647 - 1;
  return abs(least) == 3;
}`;
  const result = await decide(text, "CHECK( init(main()), LTL(G ! overflow) )", "default");
  if (result.verdict !== "false") throw new Error(result.verdict);
  const last = result.witness.kind === "violation" ? result.witness.segments.at(-1) : undefined;
  expect(last?.follow).toMatchObject({ type: "target", location: { line: 4 } });
});

/** Where no answer is expected. */
const OPEN = { seconds: 0.5, isDecided: false };

async function decide(
  text: string,
  propertyText: string,
  configurationName: string,
  { seconds = 3, isDecided = true } = {},
): Promise<VerificationResult> {
  const solvers = await createCadical();
  const configuration = findConfiguration(configurationName);
  if (configuration === undefined) throw new Error(configurationName);
  const { program } = loadProgram("p.c", text, "LP64");
  const ask = (most: number): VerificationResult =>
    verify(program, parseProperty(propertyText, "p.prp"), {
      configuration,
      budget: new Budget(most),
      createSatSolver: () => solvers.create(),
      seed: 1,
    });
  return isDecided ? settled(seconds, ask) : ask(seconds);
}

/** An endless reactive program; intervals alone cannot distinguish which states belong together. */
const REACTIVE = `
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int a = 1, b = 1;
void react(int input) {
  if (a == 2 && b == 1) reach_error();
  if (a == 1 && b == 1 && input == 4) { a = 2; b = 3; }
  else if (a == 2 && b == 3 && input == 5) { a = 5; b = 2; }
  else if (a == 5 && b == 2 && input == 6) { a = 1; b = 1; }
}
int main(void) { while (1) react(__VERIFIER_nondet_int()); }
`;

test("the replay of a spurious candidate does not use up the time of what comes after it", async () => {
  const solvers = await createCadical();
  const { program } = loadProgram("p.c", REACTIVE, "ILP32");
  const property = parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp");
  const messages: string[] = [];
  const configuration = {
    name: "test",
    description: "a technique with spurious candidates before one without",
    techniques: [
      { technique: "abstract-interpretation", share: 0.2 },
      { technique: "value-analysis", share: 1 },
    ],
  } as const;
  expect(findConfiguration("default")?.techniques.map(({ technique }) => technique)).toEqual(
    expect.arrayContaining(configuration.techniques.map(({ technique }) => technique)),
  );
  const { verdict } = verify(program, property, {
    configuration,
    budget: new Budget(4),
    createSatSolver: () => solvers.create(),
    seed: 1,
    onProgress: (message) => messages.push(message),
  });
  expect([verdict, ...messages]).toEqual([
    "true",
    "abstract interpretation",
    "abstract interpretation, control states apart",
  ]);
});

test("ten thousand calls in one process have their time for themselves", {
  timeout: 60_000,
}, async () => {
  const solvers = await createCadical();
  const configuration = findConfiguration("default");
  if (configuration === undefined) throw new Error("no default");
  const text = `extern void abort(void); void reach_error(void) { abort(); }
    extern unsigned char __VERIFIER_nondet_uchar(void);
    int main(void) { int x = __VERIFIER_nondet_uchar(); if (x > 255) reach_error(); }`;
  const { program } = loadProgram("p.c", text, "ILP32");
  const property = parseProperty(UNREACH, "p.prp");
  let together = 0;
  const limit = 1;
  for (let call = 0; call < 10_000; call++) {
    const budget = new Budget(limit);
    const { verdict } = verify(program, property, {
      configuration,
      budget,
      seed: 1,
      createSatSolver: () => solvers.create(),
    });
    expect([call, verdict]).toEqual([call, "true"]);
    together += budget.usedSeconds();
  }
  expect(together).toBeGreaterThan(limit);
});
