/**
 * Witnesses of the verifier with ghosts about variables that locks guard: the linter accepts them,
 * and the validator confirms them.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LintProgram, NO_TASK, WitnessLinter } from "../../src/contestant/lint/index.ts";
import {
  type CorrectnessWitness,
  formatWitness,
  requiredVersion,
} from "../../src/ground/witness/index.ts";
import { loadProgram, REACHABILITY, Verdicts } from "../regression/verdicts.ts";

const HEAD = `#include <pthread.h>
extern void abort(void);
void reach_error(void) { abort(); }
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int g;
`;

/** `work` is the code of a thread, beside `main`. */
function program(work: string, main: string): string {
  return `${HEAD}void *f(void *p) {
  ${work}
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  ${main}
  pthread_join(t, 0);
  return 0;
}
`;
}

const LOCK = "pthread_mutex_lock(&m);\n  ";
const UNLOCK = "\n  pthread_mutex_unlock(&m);";
const CHECK = "if (g > 3) reach_error();";

const verdicts = await Verdicts.create();

async function proved(text: string, configuration = "thread-values"): Promise<CorrectnessWitness> {
  const result = await verdicts.verify(loadProgram("p.c", text, "LP64"), configuration, 40);
  if (result.verdict !== "true" || result.witness.kind !== "correctness") {
    throw new Error(JSON.stringify(result));
  }
  return result.witness;
}

function texts({ invariants }: CorrectnessWitness): string[] {
  return [...new Set(invariants.map(({ expression }) => expression))];
}

describe("a variable that a lock guards", { timeout: 240_000 }, () => {
  const text = program(
    `${LOCK}if (g < 3) g++;\n  ${CHECK}${UNLOCK}`,
    `${LOCK}g = 100;\n  g = 2;${UNLOCK}`,
  );

  test("has its range while the lock is free", async () => {
    const witness = await proved(text);
    expect(texts(witness)).toEqual(["!multithreaded || m_locked || (0 <= g && g <= 3)"]);
    expect(witness.ghosts?.variables.map(({ name }) => name)).toEqual([
      "multithreaded",
      "m_locked",
    ]);
    expect(witness.ghosts?.updates).toHaveLength(5);
    expect(requiredVersion(witness)).toBe("2.1");
  });

  test("has its values modulo a number", async () => {
    const even = program(
      `${LOCK}g += 2;${UNLOCK}`,
      `${LOCK}g = 8;\n  if (g % 2 != 0) reach_error();${UNLOCK}`,
    ).replace("int g;", "unsigned g;");
    const witness = await proved(even);
    expect(texts(witness)).toContain(
      "!multithreaded || m_locked || (g <= 4294967294U && g % 2U == 0U)",
    );
    const loaded = loadProgram("p.c", even, "LP64", { keepsBranches: true });
    expect(await verdicts.revalidate(loaded, witness, 20)).toBe("true");
  });

  test("is accepted by the linter and confirmed by the validator", async () => {
    const witness = await proved(text);
    const loaded = loadProgram("p.c", text, "LP64", { keepsBranches: true });
    let answer = "";
    for (const seconds of [10, 60]) {
      answer = await verdicts.revalidate(loaded, witness, seconds);
      if (answer === "true") break;
    }
    expect(answer).toBe("true");
    const sha256 = createHash("sha256").update(text).digest("hex");
    const file = formatWitness(witness, {
      formatVersion: "2.1",
      uuid: "00000000-0000-4000-8000-000000000000",
      creationTime: "2026-01-01T00:00:00Z",
      producer: { name: "agon", version: "0" },
      task: {
        inputFiles: ["p.c"],
        inputFileHashes: { "p.c": sha256 },
        specification: REACHABILITY.specification,
        dataModel: "LP64",
        language: "C",
      },
    });
    const task = { ...NO_TASK, program: new LintProgram({ name: "p.c", text, sha256 }) };
    const linter = new WitnessLinter("w.yml", task);
    linter.write(file);
    expect(linter.finish()).toMatchObject({ isValid: true, findings: [] });
  });
});

describe("nothing is said", () => {
  test("of a lock that a wait gives away", async () => {
    const work = `${LOCK}g = 1;\n  pthread_cond_wait(&c, &m);\n  ${CHECK}${UNLOCK}`;
    expect(await proved(program(work, `${LOCK}g = 2;${UNLOCK}`))).toMatchObject({ invariants: [] });
  });

  test("for a value that one thread keeps to itself without the lock", async () => {
    // No other thread uses g any more when the thread has ended.
    const text = program(`${LOCK}g = 1;${UNLOCK}`, "").replace(
      "pthread_join(t, 0);",
      "pthread_join(t, 0);\n  g = 50;\n  pthread_mutex_lock(&n);\n  pthread_mutex_unlock(&n);",
    );
    expect(texts(await proved(text))).toEqual([]);
  });

  test("where locks are taken through pointers", async () => {
    const text = program(`${LOCK}g = 1;\n  ${CHECK}${UNLOCK}`, "")
      .replace("int g;", "int g; pthread_mutex_t *q = &m;")
      .replace("lock(&m)", "lock(q)");
    expect(texts(await proved(text))).toEqual([]);
  });
});

test("names that the program uses are not used again", async () => {
  const text = program(`${LOCK}g = 1;\n  ${CHECK}${UNLOCK}`, `${LOCK}g = 2;${UNLOCK}`).replace(
    "int g;",
    "int g, m_locked;",
  );
  const { ghosts } = await proved(text);
  expect(ghosts?.variables.map(({ name }) => name)).toEqual(["multithreaded", "m_locked_1"]);
});

describe("any number of threads", { timeout: 240_000 }, () => {
  const text = `extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>
void reach_error(void) { abort(); }
int g, h = 7;
void *f(void *p) {
  __VERIFIER_atomic_begin();
  g = g + 20;
  if (g > 2) g = 2;
  __VERIFIER_atomic_end();
  if (g < 0 || g > 2) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&t, 0, f, 0);
  }
  return 0;
}
`;

  test("contain the facts about shared variables, and the validator distinguishes right from wrong", async () => {
    const witness = await proved(text, "thread-modular");
    expect(texts(witness).sort()).toEqual(["!multithreaded || 0 <= g", "!multithreaded || g <= 2"]);
    expect(witness.ghosts?.variables.map(({ name }) => name)).toEqual(["multithreaded"]);
    const loaded = loadProgram("p.c", text, "LP64", { keepsBranches: true });
    expect(await verdicts.revalidate(loaded, witness, 60)).toBe("true");
    const wrong = witness.invariants.map((invariant) => ({
      ...invariant,
      expression: "!multithreaded || g < 2",
    }));
    expect(await verdicts.revalidate(loaded, { ...witness, invariants: wrong }, 60)).toBe("false");
  });
});
