import { expect, test, vi } from "vitest";
import { settled } from "../../../test/support/settled.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import type { CorrectnessWitness, Invariant, Location } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import type { Ground } from "../techniques/index.ts";
import { type CorrectnessResult, describeClaim } from "./claim-report.ts";
import { validateCorrectness } from "./correctness-validator.ts";
import type { Engine } from "./options.ts";

vi.setConfig({ testTimeout: 240_000 });

const solvers = await createCadical();
const REACH = specificationOf(
  parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp"),
);
const HEAD = `extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
`;

interface CheckOptions {
  readonly engine?: Engine;
  readonly seconds?: number;
  readonly without?: Ground;
}

type Witness = Omit<CorrectnessWitness, "kind">;

/** Asks a question that is expected to be decided. */
function validate(body: string, witness: Witness, options: CheckOptions = {}): CorrectnessResult {
  return settled(options.seconds ?? 6, (seconds) =>
    undecided(body, witness, { ...options, seconds }),
  );
}

/** Asks a question that is expected to stay open. */
function undecided(
  body: string,
  witness: Witness,
  { engine = "all", seconds = 6, without }: CheckOptions = {},
): CorrectnessResult {
  const loaded = loadProgram("p.c", HEAD + body, "LP64");
  return validateCorrectness(
    loaded,
    REACH,
    { kind: "correctness", ...witness },
    {
      programHash: undefined,
      engine,
      ...(without === undefined ? {} : { without }),
      dataModel: "LP64",
      budget: new Budget(seconds),
      seed: 1,
      createSatSolver: () => solvers.create(),
    },
  );
}

function at(body: string, mark: string): Location {
  const offset = (HEAD + body).indexOf(mark);
  if (offset < 0) throw new Error(`no '${mark}'`);
  const before = (HEAD + body).slice(0, offset).split("\n");
  return { file: "p.c", line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

const COUNT = `int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0, s = 0;
  while (i < n) {
    i++;
    s += 2;
  }
  if (s != 2 * n) reach_error();
}`;

const loop = (body: string, expression: string, mark = "while"): Invariant => ({
  type: "loop_invariant",
  location: at(body, mark),
  expression,
  format: "c_expression",
});
const statusesOf = (result: CorrectnessResult): readonly string[] =>
  result.claims.map(({ status }) => status);

test("every invariant has a fate of its own", () => {
  const good = validate(COUNT, { invariants: [loop(COUNT, "s == 2 * i"), loop(COUNT, "i <= n")] });
  expect(good.verdict).toBe("confirmed");
  expect(statusesOf(good)).toEqual(["proved", "proved"]);
  const bad = validate(COUNT, {
    invariants: [
      loop(COUNT, "s == 2 * i && i <= n"),
      loop(COUNT, "i < n"),
      loop(COUNT, "nonsense > 0"),
    ],
  });
  expect(bad.verdict).toBe("refuted");
  expect(statusesOf(bad)).toEqual(["proved", "refuted", "unsupported"]);
  expect(bad.claims[1]?.counterexample?.values).toEqual(
    expect.arrayContaining([
      { name: "n", value: "0U" },
      { name: "i", value: "0U" },
    ]),
  );
  expect(bad.reason).toContain(
    "loop_invariant 2 at line 7, column 3: 'i < n' is refuted with inputs",
  );
});

test("a recursive function that no witness describes is tried out", () => {
  const program = (least: string): string => `int f(int n) {
  return n < 1 ? 0 : n == 1 ? 1 : f(n - 1) + f(n - 2);
}
int main(void) {
  int x = __VERIFIER_nondet_uint() % 40;
  if (f(x) < ${least}) reach_error();
}`;
  const engine = { engine: "symbolic", seconds: 12 } as const;
  expect(validate(program("x - 1"), { invariants: [] }, engine).verdict).toBe("confirmed");
  expect(validate(program("x"), { invariants: [] }, engine).verdict).not.toBe("confirmed");
});

test("a refutation that guessing misses is solved for, and executed", () => {
  const body = `int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x % 7 == 3 && x / 11 == 91919)
    x = 0;
  return x;
}`;
  const invariant: Invariant = {
    type: "location_invariant",
    location: at(body, "x = 0"),
    expression: "x == 0",
    format: "c_expression",
  };
  const result = validate(body, { invariants: [invariant] });
  expect(result.verdict).toBe("refuted");
  const [input] = result.claims[0]?.counterexample?.inputs ?? [];
  expect(Math.floor(Number(input?.value) / 11)).toBe(91919);
  expect(input?.line).toBe(5);
});

test("what holds but is not inductive is established", () => {
  const body = `int main(void) {
  unsigned x = 0, y = 1;
  for (;;) {
    x = x + y;
    y = y * 2654435761u + 12345u;
    if (x == 77u && y == 78u) x = 0;
  }
}`;
  const result = validate(body, { invariants: [loop(body, "x != 77 || y != 78", "for")] });
  expect(["established", "proved"]).toContain(result.claims[0]?.status);
  const wrong = validate(body, { invariants: [loop(body, "x <= 5", "for")] });
  expect(statusesOf(wrong)).toEqual(["refuted"]);
});

test("a violated property refutes the witness", () => {
  const body = "int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); }";
  expect(validate(body, { invariants: [] })).toMatchObject({
    verdict: "refuted",
    reason: "the property is violated",
  });
});

const CONTRACT = `int count;
int add(int a, int b) {
  count++;
  a = a + b;
  return a;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100) return 0;
  if (add(x, 1) != x + 1 || count != 1) reach_error();
}`;

test("contracts: requires at the entry, ensures at every return, of the values at the call", () => {
  const contract = (requires: string, ensures: string) => ({
    invariants: [],
    contracts: [
      { location: at(CONTRACT, "int add"), requires, ensures, format: "acsl_expression" as const },
    ],
  });
  const good = validate(
    CONTRACT,
    contract("a >= 0 && b == 1", "\\result == a + b && count == \\old(count) + 1"),
  );
  expect(good.claims.map(describeClaim)).toEqual([
    "requires 1 at line 5, column 1: 'a >= 0 && b == 1' is proved",
    "ensures 2 at line 5, column 1: '\\result == a + b && count == \\old(count) + 1' is proved",
  ]);
  expect(good.verdict).toBe("confirmed");
  const bad = validate(CONTRACT, contract("a > 0", "\\result > \\at(a, Pre) + 1"));
  expect(statusesOf(bad)).toEqual(["refuted", "refuted"]);
  const unknown = undecided(CONTRACT, contract("1", "\\result == \\at(a, Elsewhere)"));
  expect(unknown.verdict).toBe("unknown");
  expect(unknown.reason).toContain("ensures 2");
});

test("transition invariants relate a visit to earlier ones", () => {
  const transition = (expression: string): Invariant => ({
    type: "loop_transition_invariant",
    location: at(COUNT, "while"),
    expression,
    format: "ext_c_expression",
  });
  const good = validate(
    COUNT,
    {
      invariants: [loop(COUNT, "s == 2 * i && i <= n"), transition("i > \\at(i, AnyPrev)")],
    },
    { seconds: 60 },
  );
  expect(statusesOf(good)).toEqual(["proved", "proved"]);
  expect(good.verdict).toBe("confirmed");
  const last = { invariants: [transition("i == \\at(i, LastPrev) + 1")] };
  expect(statusesOf(validate(COUNT, last))).toEqual(["proved"]);
  const bad = validate(COUNT, { invariants: [transition("i == \\at(i, AnyPrev) + 1")] });
  expect(bad.claims[0]).toMatchObject({ status: "refuted" });
});

test("ghost variables change when their place is left", () => {
  const ghosts = (value: string) => ({
    variables: [{ name: "g", type: "unsigned", initial: "0" }],
    updates: [{ location: at(COUNT, "i++"), assignments: [{ variable: "g", expression: value }] }],
  });
  const invariants = [loop(COUNT, "s == 2 * i && i <= n"), loop(COUNT, "g == i")];
  expect(validate(COUNT, { invariants, ghosts: ghosts("g + 1") })).toMatchObject({
    verdict: "confirmed",
  });
  const wrong = validate(COUNT, { invariants, ghosts: ghosts("g + 2") });
  expect(statusesOf(wrong)).toEqual(["proved", "refuted"]);
  const unreadable = undecided(COUNT, { invariants: [], ghosts: ghosts("h + 2") });
  expect(unreadable.verdict).toBe("unknown");
  expect(unreadable.reason).toContain("ghost_update 1 at line 8, column 5: 'g = h + 2'");
  // The ghost has other values than in the witness: they show nothing.
  const about = [loop(COUNT, "g == i")];
  const open = undecided(COUNT, { invariants: about, ghosts: ghosts("h + 2") });
  expect(open.verdict).toBe("unknown");
  expect(statusesOf(open)).toEqual(["unsupported", "unsupported"]);
});

test("a location invariant holds before its statement, and inside of an 'if' or a block", () => {
  const body = `int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) {
    x = 1;
  }
  while (x < 3) x++;
  return x;
}`;
  const location = (mark: string, expression: string): Invariant => ({
    ...loop(body, expression, mark),
    type: "location_invariant",
  });
  const good = validate(body, {
    invariants: [location("{\n    x = 1", "x > 3"), location("return", "x >= 3")],
  });
  expect(good.verdict).toBe("confirmed");
  // A loop is reached less often than its condition is evaluated.
  const atLoop = validate(body, { invariants: [location("while", "x <= 3")] });
  expect(statusesOf(atLoop)).toEqual(["unsupported"]);
});

test("executions alone refute, and prove only what has a single one", () => {
  const invariants = [loop(COUNT, "s == 2 * i && i <= n")];
  expect(undecided(COUNT, { invariants }, { engine: "execution" })).toMatchObject({
    verdict: "unknown",
  });
  expect(validate(COUNT, { invariants }, { engine: "symbolic" })).toMatchObject({
    verdict: "confirmed",
  });
  const wrong = [loop(COUNT, "i < n")];
  expect(validate(COUNT, { invariants: wrong }, { engine: "execution" })).toMatchObject({
    verdict: "refuted",
  });
  expect(validate(COUNT, { invariants: wrong }, { engine: "symbolic" })).toMatchObject({
    verdict: "refuted",
  });
  const single = "int main(void) { int i = 0; while (i < 9) i++; if (i != 9) reach_error(); }";
  expect(validate(single, { invariants: [] }, { engine: "execution" })).toMatchObject({
    verdict: "confirmed",
  });
});

/**
 * Its only execution is too long, and its memory too large, for all engines but the interpreter.
 */
const LONG = `unsigned a[5000];
int main(void) {
  unsigned x = 1;
  for (unsigned i = 0; i < 100000; i++) {
    x = x * 1664525 + a[x % 5000] + 1013904223;
    a[x % 4999] = x >> 7;
  }
  if (x == 7) reach_error();
}`;
/** A relation of two unbounded counters. */
const COUNTERS = `int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  while (i < n) { i++; j++; }
  if (i != j) reach_error();
}`;

test.each<[Ground, string]>([
  ["execution", LONG],
  ["symbolic", COUNTERS],
])("without %s, what that alone proves is not confirmed", (ground, body) => {
  expect(validate(body, { invariants: [] }, { seconds: 8 }).verdict).toBe("confirmed");
  expect(undecided(body, { invariants: [] }, { seconds: 3, without: ground }).verdict).toBe(
    "unknown",
  );
});

test("what several grounds prove is confirmed without any one of them", () => {
  const body =
    "int main(void) { int x = 3; for (int i = 0; i < 4; i++) x++; if (x != 7) reach_error(); }";
  for (const without of ["execution", "values", "symbolic"] as const) {
    expect(validate(body, { invariants: [] }, { without }).verdict).toBe("confirmed");
  }
});

test("what only some thousand values tell is confirmed", () => {
  const body = `void f(int *i, long long *sum, int n) {
      if (*i < n) { *i = *i + 1; *sum = *sum + (long long)*i * *i; f(i, sum, n); } }
    int main(void) {
      int i = 0, n = __VERIFIER_nondet_int(); long long sum = 0;
      if (n < 0 || n > 600) return 0;
      f(&i, &sum, n);
      if (6 * sum != (long long)i * (i + 1) * (2 * i + 1)) reach_error();
    }`;
  expect(validate(body, { invariants: [] }).verdict).toBe("confirmed");
});

test("a violation refutes, independent of the restrictions of proofs", () => {
  const body = "int main(void) { reach_error(); }";
  for (const without of ["execution", "values", "symbolic"] as const) {
    expect(validate(body, { invariants: [] }, { without }).verdict).toBe("refuted");
  }
});

test("a block that a loop replaces has another address at each visit", () => {
  const body = `typedef unsigned long size_t;
void *malloc(size_t), free(void *), abort(void);
int main(void) {
  char *p = malloc(4);
  size_t half = 0;
  if (!p) return 0;
  while (__VERIFIER_nondet_int()) {
    half = (size_t)p / 2;
    char *q = malloc(8);
    if (!q) abort();
    free(p);
    p = q;
  }
  if (half > (size_t)p / 2) reach_error();
  free(p);
}`;
  const claim = { invariants: [loop(body, "half <= (size_t)p / 2")] };
  expect(undecided(body, claim, { engine: "symbolic" }).verdict).not.toBe("confirmed");
});

test("all schedules of programs with threads are explored or solved for when only the property is claimed", () => {
  const body = (type: string): string => `
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
${type} int x;
void *f(void *p) { x++; return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
  pthread_join(t, 0); pthread_join(u, 0); if (x != 2) reach_error(); return 0; }`;
  expect(validate(body("_Atomic"), { invariants: [] }).verdict).toBe("confirmed");
  expect(validate(body(""), { invariants: [] }).verdict).toBe("refuted");
  for (const without of ["execution", "symbolic"] as const) {
    expect(validate(body("_Atomic"), { invariants: [] }, { without }).verdict).toBe("confirmed");
    expect(validate(body(""), { invariants: [] }, { without }).verdict).toBe("refuted");
  }
});

test("equations modulo the width are found again where the witness cannot say them", () => {
  const body = (factor: string): string => `int a, b, next_a, next_b, go_a, go_b; unsigned last;
    int main(void) { while (__VERIFIER_nondet_int()) {
      if (__VERIFIER_nondet_int()) { int x = __VERIFIER_nondet_int(); next_a = x; go_a = 1; next_b = (int)(2u * (unsigned)x); go_b = 1; }
      if (go_a == 1) { if (a != next_a) a = next_a; go_a = 0; }
      if (go_b == 1) { if (b != next_b) b = next_b; go_b = 0; }
      last = (unsigned)b - (${factor}u * (unsigned)a);
      if (last != 0) reach_error(); }
    return 0; }`;
  expect(validate(body("2"), { invariants: [] }).verdict).toBe("confirmed");
  expect(undecided(body("3"), { invariants: [] }).verdict).not.toBe("confirmed");
});
