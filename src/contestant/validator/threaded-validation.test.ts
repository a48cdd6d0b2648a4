/** Claims about programs with threads, with ghosts as Goblint and GemCutter write them. */
import { expect, test, vi } from "vitest";
import { settled } from "../../../test/support/settled.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import type { GhostInstrumentation, Invariant, Location } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import type { CorrectnessResult } from "./claim-report.ts";
import { validateCorrectness } from "./correctness-validator.ts";

vi.setConfig({ testTimeout: 240_000 });

const solvers = await createCadical();
const REACH = specificationOf(
  parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp"),
);
/** x is 1 only while its lock is held. */
const LOCKED = `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *f(void *p) {
  pthread_mutex_lock(&m); // f locks
  x = 1;
  x = 0;
  pthread_mutex_unlock(&m); // f unlocks
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m); // main locks
  if (x != 0) reach_error();
  pthread_mutex_unlock(&m); // main unlocks
  pthread_join(t, 0);
  return 0;
}
`;

function at(text: string, mark: string): Location {
  const offset = text.indexOf(mark);
  if (offset < 0) throw new Error(`no '${mark}'`);
  const lines = text.slice(0, offset).split("\n");
  return { file: "p.c", line: lines.length, column: (lines.at(-1) as string).length + 1 };
}

/** The statement before a remark. */
function before(text: string, remark: string): Location {
  const line = text.split("\n").findIndex((one) => one.endsWith(`// ${remark}`));
  const column = (text.split("\n")[line] as string).search(/\S/) + 1;
  return { file: "p.c", line: line + 1, column };
}

function claim(text: string, place: Location | string, expression: string): Invariant {
  const location = typeof place === "string" ? at(text, place) : place;
  return { type: "location_invariant", location, expression, format: "c_expression" };
}

type Updates = readonly (readonly [Location, string, string])[];

function ghosts(names: readonly string[], updates: Updates): GhostInstrumentation {
  return {
    variables: names.map((name) => ({ name, type: "int", initial: "0" })),
    updates: updates.map(([location, variable, expression]) => ({
      location,
      assignments: [{ variable, expression }],
    })),
  };
}

/** In the style of Goblint: whether there are threads, and whether the lock is held. */
const LOCK_GHOSTS: Updates = [
  [at(LOCKED, "pthread_create(&t"), "multithreaded", "1"],
  [before(LOCKED, "f locks"), "m_locked", "1"],
  [before(LOCKED, "f unlocks"), "m_locked", "0"],
  [before(LOCKED, "main locks"), "m_locked", "1"],
  [before(LOCKED, "main unlocks"), "m_locked", "0"],
];

function undecided(
  text: string,
  invariants: readonly Invariant[],
  told: GhostInstrumentation,
  seconds = 10,
): CorrectnessResult {
  const loaded = loadProgram("p.c", text, "LP64", { keepsBranches: true });
  return validateCorrectness(
    loaded,
    REACH,
    { kind: "correctness", invariants, ghosts: told },
    {
      programHash: undefined,
      dataModel: "LP64",
      budget: new Budget(seconds),
      seed: 1,
      createSatSolver: () => solvers.create(),
    },
  );
}

function validate(...[text, invariants, told]: Parameters<typeof undecided>): CorrectnessResult {
  return settled(10, (seconds) => undecided(text, invariants, told, seconds));
}

const NAMES = ["multithreaded", "m_locked"];
const GUARDED = "!multithreaded || m_locked || x == 0";

test("an invariant of a lock holds while no thread holds the lock", () => {
  const places = ["x = 1", "x = 0", "pthread_join"].map((mark) => claim(LOCKED, mark, GUARDED));
  const first = claim(LOCKED, before(LOCKED, "main locks"), GUARDED);
  const result = validate(LOCKED, [...places, first], ghosts(NAMES, LOCK_GHOSTS));
  expect(result).toMatchObject({ verdict: "confirmed" });
  expect(result.claims.map(({ status }) => status)).toEqual(Array(4).fill("proved"));
});

test("an invariant that a schedule breaks is refuted by it", () => {
  const wrong = claim(LOCKED, before(LOCKED, "main locks"), "!multithreaded || x == 0");
  const result = validate(LOCKED, [wrong], ghosts(NAMES, LOCK_GHOSTS));
  expect(result.verdict).toBe("refuted");
  const [report] = result.claims;
  expect(report?.status).toBe("refuted");
  expect(report?.counterexample?.values).toEqual([
    { name: "x", value: "1" },
    { name: "multithreaded", value: "1" },
  ]);
});

test("a flag changes when the lock is taken, not when a thread waits for it", () => {
  // If the flag of a waiting thread were set and then reset by the owner, it would be 0 inside.
  const inside = ["x = 1", "x = 0", "if (x"].map((mark) => claim(LOCKED, mark, "m_locked == 1"));
  const result = validate(LOCKED, inside, ghosts(NAMES, LOCK_GHOSTS));
  expect(result).toMatchObject({ verdict: "confirmed" });
  const forgotten = LOCK_GHOSTS.slice(0, -1);
  const outside = claim(LOCKED, "pthread_join", "!m_locked");
  expect(validate(LOCKED, [outside], ghosts(NAMES, forgotten)).verdict).toBe("refuted");
});

test("a violated property refutes every claim", () => {
  const text = LOCKED.replace("if (x != 0)", "if (x == 0)");
  const result = validate(text, [claim(text, "pthread_join", "1")], ghosts(NAMES, LOCK_GHOSTS));
  expect(result).toMatchObject({ verdict: "refuted", reason: "the property is violated" });
});

test("an unsupported update of ghosts leaves the answer open", () => {
  const branch: Updates = [...LOCK_GHOSTS, [at(LOCKED, "if (x"), "m_locked", "x"]];
  const wrong = claim(LOCKED, "x = 1", "m_locked == 0");
  const result = undecided(LOCKED, [wrong], ghosts(NAMES, branch), 2);
  expect(result.verdict).toBe("unknown");
  expect(result.claims.map(({ status }) => status)).toEqual(["unsupported", "unsupported"]);
});

test("an expression without a value in some state refutes nothing", () => {
  const text = LOCKED.replace("int x;", "int x, *p;");
  const result = undecided(text, [claim(text, "x = 1", "*p == 0")], ghosts([], []), 2);
  expect(result.verdict).toBe("unknown");
});
