import { expect, test, vi } from "vitest";
import { settled } from "../../../test/support/settled.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import type { Location, Segment, Waypoint } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import { type ValidationResult, validateViolation } from "./violation-validator.ts";

vi.setConfig({ testTimeout: 240_000 });

const solvers = await createCadical();

const PROPERTIES = {
  reach: "CHECK( init(main()), LTL(G ! call(reach_error())) )",
  overflow: "CHECK( init(main()), LTL(G ! overflow) )",
  end: "CHECK( init(main()), LTL(F end) )",
  access: "CHECK( init(main()), LTL(G valid-deref) )",
  memory:
    "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )",
  cleanup: "CHECK( init(main()), LTL(G valid-memcleanup) )",
  race: "CHECK( init(main()), LTL(G ! data-race) )",
} as const;

const HEAD = `extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
void reach_error(void) {}
`;

/** Asks a question that is expected to be decided. */
function validate(...question: Question): ValidationResult {
  const seconds = question[0] === "reach" ? 5 : 1.5;
  return settled(seconds, (most) => ask(most, ...question));
}

/** Asks a question that is expected to stay open. */
function undecided(...question: Question): ValidationResult {
  return ask(1.5, ...question);
}

type Question = readonly [
  property: keyof typeof PROPERTIES,
  body: string,
  segments: readonly Segment[],
  isAutomaton?: boolean,
];

function ask(
  seconds: number,
  ...[property, body, segments, isAutomaton = false]: Question
): ValidationResult {
  const loaded = loadProgram("p.c", HEAD + body, "LP64", { keepsBranches: true });
  const observed = specificationOf(parseProperty(PROPERTIES[property], "p.prp"));
  return validateViolation(
    loaded,
    observed,
    { kind: "violation", segments, ...(isAutomaton ? { hasFreeTarget: true } : {}) },
    {
      budget: new Budget(seconds),
      seed: 1,
      createSatSolver: () => solvers.create(),
    },
  );
}

/** The place of a mark in the program, with or without its column. */
function at(body: string, mark: string, hasColumn = true): Location {
  const offset = (HEAD + body).indexOf(mark);
  if (offset < 0) throw new Error(`no '${mark}'`);
  const before = (HEAD + body).slice(0, offset).split("\n");
  const line = before.length;
  return hasColumn
    ? { file: "p.c", line, column: (before.at(-1) ?? "").length + 1 }
    : { file: "p.c", line };
}
const follow = (waypoint: Waypoint): Segment => ({ avoid: [], follow: waypoint });
const cycle = (waypoint: Waypoint): Segment => ({ avoid: [], follow: waypoint, cycle: true });
const target = (location: Location): Segment => follow({ type: "target", location });

const TERNARY = `int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = a > 3 ? 1 : (a == 2 ? 2 : 3);
  if (b == 2) reach_error();
}`;

test("a missing column means the leftmost suitable position", () => {
  const second = { ...at(TERNARY, "? 2") };
  const first = at(TERNARY, "? 1", false);
  const outcome = (location: Location, value: string): Segment =>
    follow({ type: "branching", location, outcome: value });
  const end = target(at(TERNARY, "reach_error();"));
  const confirmed = validate("reach", TERNARY, [
    outcome(first, "false"),
    outcome(second, "true"),
    end,
  ]);
  expect(confirmed.verdict).toBe("confirmed");
  // The line means its first '?', not the second one.
  const refuted = validate("reach", TERNARY, [
    outcome(first, "false"),
    outcome(first, "true"),
    end,
  ]);
  expect(refuted).toMatchObject({ verdict: "refuted", waypoint: { number: 2, type: "branching" } });
});

test("a refutation names the first waypoint that no execution passes, and its place", () => {
  const body = `int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > b && a < b + 5)
    reach_error();
}`;
  const result = (mark: string, constraint: string): Segment => {
    const location = at(body, mark);
    const column = (location.column ?? 0) + mark.length - 2;
    return follow({ type: "function_return", location: { ...location, column }, constraint });
  };
  const end = target(at(body, "reach_error();"));
  const call = "__VERIFIER_nondet_int();";
  const good = undecided("reach", body, [result(call, "\\\\result > 7"), end]);
  expect(good.verdict).toBe("unknown");
  expect(validate("reach", body, [result(call, "\\result > 7"), end]).verdict).toBe("confirmed");
  const condition = (expression: string): Segment =>
    follow({ type: "assumption", location: at(body, "if (a"), expression });
  const impossible = validate("reach", body, [condition("a == b"), end]);
  expect(impossible).toMatchObject({ verdict: "refuted", waypoint: { number: 2, type: "target" } });
  const twice = validate("reach", body, [condition("a > b"), condition("a < b + 5"), end]);
  expect(twice).toMatchObject({ verdict: "refuted", waypoint: { number: 2 } });
  const contradictory = validate("reach", body, [condition("a != a"), end]);
  expect(contradictory).toMatchObject({
    verdict: "refuted",
    reason: "waypoint 1 (assumption 'a != a' at line 8, column 3): no execution passes it",
  });
});

test("overflows are solved for where the witness leaves inputs open", () => {
  const body = `int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a / 7 == 306783378) a =
    a + 2;
  return a - 100;
}`;
  const end = target(at(body, "a =\n"));
  expect(validate("overflow", body, [end])).toMatchObject({
    verdict: "confirmed",
    subproperty: "no-overflow",
  });
  // The condition is evaluated first there: the place of an 'if' is that of its condition.
  const early = "int main(void) { int a = __VERIFIER_nondet_int();\n  if (a + 1 > 3) return 1; }";
  expect(validate("overflow", early, [target(at(early, "if"))]).verdict).toBe("confirmed");
  // Another overflow is not the one of the witness.
  expect(validate("overflow", body, [target(at(body, "if (a"))])).toMatchObject({
    verdict: "refuted",
    waypoint: { type: "target" },
  });
});

test("memory safety is shown by executions", () => {
  const body = `int main(void) {
  int *p = malloc(4 * sizeof(int));
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  p[i] = 1;
  free(p);
  if (i == 2) free(p);
  return 0;
}`;
  const call = at(body, "nondet_int();\n  if");
  const input = (value: number): Segment =>
    follow({
      type: "function_return",
      location: { ...call, column: (call.column ?? 0) + 11 },
      constraint: `\\result == ${value}`,
    });
  const access = target(at(body, "p[i]"));
  expect(validate("memory", body, [input(4), access])).toMatchObject({
    subproperty: "valid-deref",
  });
  expect(undecided("memory", body, [input(3), access]).verdict).toBe("unknown");
  expect(
    validate("memory", body, [input(2), target(at(body, "free(p);\n  return"))]),
  ).toMatchObject({
    subproperty: "valid-free",
  });
  const leak = "int main(void) { int *p = malloc(4); p = 0; return 0; }";
  const end = [target({ file: "p.c", line: 5 })];
  expect(validate("memory", leak, end, true)).toMatchObject({ subproperty: "valid-memtrack" });
  expect(validate("cleanup", leak, end, true)).toMatchObject({ subproperty: "valid-memcleanup" });
  const kept = "int *p; int main(void) { p = malloc(4); return 0; }";
  expect(undecided("memory", kept, end, true).verdict).toBe("unknown");
  expect(validate("cleanup", kept, end, true)).toMatchObject({ subproperty: "valid-memcleanup" });
});

const OFFSET = `int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 1000 || i * 7 - j != 12345678) return 0;
  if (i == 3 || i == 500)
    a[i] = 1;
  if (j == -12345650)
    *(int *)0 = 1;
  return a[0];
}`;

test("inputs that lead to an error of memory are solved for, and its absence is proved", () => {
  const solved = validate("access", OFFSET, [target(at(OFFSET, "a[i]"))]);
  expect(solved).toMatchObject({ verdict: "confirmed", subproperty: "valid-deref" });
  const assume = (mark: string, expression: string): Segment =>
    follow({ type: "assumption", location: at(OFFSET, mark), expression });
  // The one of `i == 500` comes before the second.
  const late = [assume("if (i ==", "i == 500"), target(at(OFFSET, "*(int"))];
  expect(validate("access", OFFSET, late)).toMatchObject({
    verdict: "refuted",
    reason: expect.stringContaining("no execution that passes the waypoints before it violates"),
  });
  expect(validate("access", OFFSET, late.slice(1)).verdict).toBe("confirmed");
  const within = [assume("if (i ==", "i == 3"), target(at(OFFSET, "a[i]"))];
  expect(validate("access", OFFSET, within)).toMatchObject({
    verdict: "refuted",
    reason: expect.stringContaining("one would without waypoint 1"),
  });
});

test("a block that may be lost is no reason to refute, unless the target is not reached", () => {
  const body = `int main(void) {
  char *p = malloc(2);
  int i = __VERIFIER_nondet_int();
  if (i == 3)
    p[1] = 0;
  return 0;
}`;
  expect(undecided("memory", body, [target(at(body, "p[1]"))])).toMatchObject({
    verdict: "unknown",
    reason: expect.stringContaining("only a block that is lost is left"),
  });
  const other = { type: "assumption", location: at(body, "if (i"), expression: "i != 3" } as const;
  expect(validate("memory", body, [follow(other), target(at(body, "p[1]"))])).toMatchObject({
    verdict: "refuted",
    reason: expect.stringContaining("no execution that passes the waypoints before it"),
  });
});

test("errors within library functions are those of the call", () => {
  const body = `char *strcpy(char *, const char *);
int main(void) {
  char a[4];
  int i = __VERIFIER_nondet_int();
  strcpy(a, i == 1234567 ? "long text" : "abc");
  return 0;
}`;
  const call = target(at(body, "strcpy(a"));
  expect(validate("access", body, [call]).verdict).toBe("confirmed");
  const other = { type: "assumption", location: at(body, "strcpy(a"), expression: "i != 1234567" };
  expect(validate("access", body, [follow(other as Waypoint), call]).verdict).toBe("refuted");
});

const SWAP = `int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int t;
  while (x != y) {
    t = x;
    x = y;
    y = t;
    if (__VERIFIER_nondet_int()) break;
  }
  return 0;
}`;

test("a state that is repeated shows that an execution is infinite", () => {
  const branch = (mark: string, outcome: string): Segment =>
    cycle({ type: "branching", location: at(SWAP, mark), outcome });
  const stem = (expression: string): Segment =>
    follow({ type: "assumption", location: at(SWAP, "int t;"), expression });
  const round = [branch("while", "true"), branch("if (", "false")];
  expect(validate("end", SWAP, [stem("x != y"), ...round])).toMatchObject({
    verdict: "confirmed",
    subproperty: "termination",
  });
  expect(validate("end", SWAP, round).verdict).toBe("confirmed");
  expect(validate("end", SWAP, [stem("x == y"), ...round])).toMatchObject({
    verdict: "refuted",
    waypoint: { number: 2, type: "branching" },
  });
  const leaving = [branch("while", "true"), branch("if (", "true")];
  expect(validate("end", SWAP, leaving)).toMatchObject({
    verdict: "refuted",
    reason: expect.stringContaining("no execution passes the cycle 2 times in a row"),
  });
  // The values of a cycle hold in every iteration.
  const constant = cycle({ type: "assumption", location: at(SWAP, "x = y"), expression: "x == 0" });
  const start = follow({
    type: "assumption",
    location: at(SWAP, "int t"),
    expression: "x == 0 && y == 1",
  });
  expect(undecided("end", SWAP, [start, constant]).verdict).not.toBe("confirmed");
});

test("what grows is not repeated, and witnesses without a cycle say nothing", () => {
  const body = `int main(void) {
  unsigned long n = 1;
  while (n != 0) {
    n += 2;
  }
}`;
  const turn = cycle({ type: "branching", location: at(body, "while"), outcome: "true" });
  expect(undecided("end", body, [turn]).verdict).toBe("unknown");
  expect(validate("end", body, [target(at(body, "n +="))])).toMatchObject({
    reason: expect.stringContaining("no cycle segments"),
  });
});

test("a repeated state has the same activations", () => {
  const body = `int depth(int n) {
  if (n > 0)
    return depth(n - 1);
  return 0;
}
int main(void) {
  for (;;)
    depth(3);
}`;
  const inner = cycle({ type: "branching", location: at(body, "if (n"), outcome: "true" });
  // It is false after three calls.
  expect(validate("end", body, [inner]).verdict).toBe("refuted");
  const outer = cycle({ type: "branching", location: at(body, "if (n"), outcome: "false" });
  // The condition is true when it is evaluated first.
  expect(validate("end", body, [outer])).toMatchObject({
    verdict: "refuted",
    waypoint: { number: 1 },
  });
});

const THREADS = `#include <pthread.h>
int x;
void *writer(void *p) {
  x = __VERIFIER_nondet_int();
  return 0;
}
void *other(void *p) {
  x = 7;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, other, 0);
  if (x == 1)
    reach_error();
  return 0;
}`;

const within = (thread: number, type: "function_enter" | "target", mark: string): Segment => {
  const line = { ...at(THREADS, mark, false) };
  return follow({ type, location: line, thread } as Waypoint);
};

test("threads go on as the witness says", () => {
  const assume = (thread: number, mark: string, expression: string): Segment =>
    follow({ type: "assumption", location: at(THREADS, mark), expression, thread });
  const created = [within(0, "function_enter", "&a, 0"), within(0, "function_enter", "&b, 0")];
  const written = (value: number): Segment[] => [
    ...created,
    assume(2, "return 0;\n}\nint main", "x == 7"),
    assume(1, "return 0;\n}\nvoid *other", `x == ${value}`),
    assume(0, "if (x", `x == ${value}`),
    within(0, "target", "reach_error();\n  return"),
  ];
  expect(validate("reach", THREADS, written(1)).verdict).toBe("confirmed");
  expect(undecided("reach", THREADS, written(2)).verdict).toBe("unknown");
  // The other thread is not the one that calls the function.
  const wrong = [...created, within(1, "target", "reach_error();\n  return")];
  expect(undecided("reach", THREADS, wrong).verdict).toBe("unknown");
});

test("a data race is between the two accesses of the witness", () => {
  const created = [within(0, "function_enter", "&a, 0"), within(0, "function_enter", "&b, 0")];
  const race = (one: string, two: string): Segment => {
    const { follow: a } = within(1, "target", one);
    const { follow: b } = within(2, "target", two);
    return { avoid: [], concurrent: [a], follow: b };
  };
  const good = validate("race", THREADS, [...created, race("x = __VER", "x = 7")]);
  expect(good).toMatchObject({ verdict: "confirmed", subproperty: "no-data-race" });
  const bad = undecided("race", THREADS, [...created, race("x = 7", "x = __VER")]);
  expect(bad.verdict).toBe("unknown");
  const alone = "int x; int main(void) {\n  x = 1;\n  x = 2; }";
  const accesses = ["x = 1", "x = 2"].map((mark) => target(at(alone, mark)).follow);
  expect(
    validate("race", alone, [
      { avoid: [], concurrent: [accesses[0] as Waypoint], follow: accesses[1] as Waypoint },
    ]),
  ).toMatchObject({ verdict: "refuted" });
  const single = validate("race", THREADS, [...created, within(1, "target", "x = 7")]);
  expect(single).toMatchObject({ reason: expect.stringContaining("no two targets") });
});

test("a violation that only one layout of memory shows is not confirmed", () => {
  const body = "int a, b;\nint main(void) { if (&a < &b) reach_error(); }";
  const { verdict, ...rest } = undecided("reach", body, [target(at(body, "reach_error();"))]);
  expect(verdict).toBe("unknown");
  expect("reason" in rest && rest.reason).toMatch(/choices of the implementation/);
  const same = "int a, b;\nint main(void) { if (&a != &b) reach_error(); }";
  const { verdict: other } = validate("reach", same, [target(at(same, "reach_error();"))]);
  expect(other).toBe("confirmed");
});

test("nor in a program with threads", () => {
  const body = (operator: string): string => `#include <pthread.h>
int a, b, result;
void *compare(void *p) { result = &a ${operator} &b; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, compare, 0);
  pthread_join(t, 0);
  if (result) reach_error();
}`;
  const doubtful = validate("reach", body("<"), [target(at(body("<"), "reach_error();"))]);
  expect(doubtful).toMatchObject({
    verdict: "unknown",
    reason: "the violation depends on choices of the implementation",
  });
  const sure = validate("reach", body("!="), [target(at(body("!="), "reach_error();"))]);
  expect(sure.verdict).toBe("confirmed");
});

const BEHIND_IDLE_LOOP = `int main(void) {
  static int a[100000]; int i, j, r = 1, n = __VERIFIER_nondet_int();
  for (i = 1; i < 100000 && r; i++) for (j = i - 1; j >= 0 && r; j--) if (a[i] == a[j]) r = 1;
  if (n == 7) reach_error();
}`;

test("a violation behind many iterations that have no effect is confirmed", () => {
  const segments = [target(at(BEHIND_IDLE_LOOP, "reach_error();"))];
  expect(validate("reach", BEHIND_IDLE_LOOP, segments).verdict).toBe("confirmed");
});

test("what a witness avoids in such a loop is not left out", () => {
  const avoided: Waypoint = {
    type: "assumption",
    location: at(BEHIND_IDLE_LOOP, "if (a[i]"),
    expression: "i == 1",
  };
  const end = target(at(BEHIND_IDLE_LOOP, "reach_error();"));
  const segments = [{ ...end, avoid: [avoided] }];
  expect(undecided("reach", BEHIND_IDLE_LOOP, segments).verdict).not.toBe("confirmed");
});
