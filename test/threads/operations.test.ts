/**
 * Accesses, frees and other operations in programs with threads: answers of `explore` and
 * `sequentialise` about them agree with random schedules, and with the known facts about the
 * program's memory as a whole. `AGON_REGRESSION` chooses programs.
 */
import { describe, expect, test } from "vitest";
import { Budget } from "../../src/contestant/call/budget.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { TECHNIQUES } from "../../src/contestant/techniques/index.ts";
import type { Property } from "../../src/ground/model/index.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { threadPrograms } from "./programs.ts";

const SECONDS = 2;
const SECONDS_OF_SCHEDULES = 0.5;
const ENGINES = ["exploration", "sequentialisation"];
const only = process.env.AGON_REGRESSION ?? "";

const property = (...formulas: readonly string[]): Property => {
  const lines = formulas.map((formula) => `CHECK( init(main()), LTL(G ${formula}) )`);
  return parseProperty(lines.join("\n"), "operations.prp");
};
const ACCESSES = property("valid-deref", "valid-free");
const OTHERS: Property = {
  ...ACCESSES,
  formulas: [{ kind: "no-division-by-zero" }, { kind: "no-undefined-behavior" }],
};

const solvers = await createCadical();

function say(technique: string, text: string, asked: Property, seconds: number): string {
  const { program } = loadProgram("p.c", text, "LP64");
  const specification = specificationOf(asked);
  const found = TECHNIQUES.find(({ id }) => id === technique);
  if (found === undefined) throw new Error(technique);
  const answer = found.run(
    { program, specification },
    {
      budget: new Budget(seconds),
      createSatSolver: () => solvers.create(),
      seed: 1,
      order: "coverage",
      onProgress: () => undefined,
    },
  );
  return answer.kind;
}

describe("programs of which it is known what happens to memory", { timeout: 120_000 }, () => {
  const programs = threadPrograms().flatMap(({ name, text, known }) => {
    const claim = known.find(({ property: asked }) => asked === "valid-memsafety");
    return claim === undefined || !name.includes(only)
      ? []
      : [{ name, text, verdict: claim.verdict }];
  });
  test.each(programs)("$name", ({ text, verdict }) => {
    const shown = say("random-schedules", text, ACCESSES, SECONDS_OF_SCHEDULES) === "false";
    // A lost block is wrong as well, but not an access.
    if (shown) expect(verdict).toBe("false");
    for (const engine of ENGINES) {
      const said = say(engine, text, ACCESSES, SECONDS);
      if (verdict === "true") expect(said, engine).not.toBe("false");
      if (shown) expect(said, engine).not.toBe("true");
    }
  });
});

const HEAD = `#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_t a, b; int x = 2, y[2];
#define RUN pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0);
`;
test.each([
  [
    "a divisor that two threads decrease",
    "void *f(void *p) { pthread_mutex_lock(&m); x--; y[0] = 6 / x; pthread_mutex_unlock(&m); return 0; }",
    "false",
  ],
  [
    "a divisor that two threads increase",
    "void *f(void *p) { pthread_mutex_lock(&m); x++; y[0] = 6 / x; pthread_mutex_unlock(&m); return 0; }",
    "true",
  ],
  [
    "a mutex of another thread is unlocked",
    "void *f(void *p) { pthread_mutex_unlock(&m); return 0; }",
    "false",
  ],
  [
    "a shift by what another thread adds to",
    "void *f(void *p) { pthread_mutex_lock(&m); x += 20; y[0] = 1 << (x - 10); pthread_mutex_unlock(&m); return 0; }",
    "false",
  ],
])("%s", { timeout: 120_000 }, (_, body, expected) => {
  const text = `${HEAD}${body}\nint main(void) { RUN }`;
  for (const engine of ["exploration", "sequentialisation"]) {
    expect(say(engine, text, OTHERS, 30), engine).toBe(expected);
  }
});
