import { expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import { Budget } from "../call/budget.ts";
import { findConfiguration } from "../plan/configurations.ts";
import { verify } from "../plan/verify.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import { FIRST_STEPS } from "./kept-steps.ts";
import { createTrace } from "./trace.ts";
import type { Trace, TraceStep } from "./trace-model.ts";

const HEAD = `extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
`;

/** Returns the trace of the violation that the verifier finds in a program. */
async function traceOf(
  text: string,
  formula = "G ! call(reach_error())",
  name = "bmc",
): Promise<Trace> {
  const { program } = loadProgram("p.c", HEAD + text, "ILP32");
  const property = parseProperty(`CHECK( init(main()), LTL(${formula}) )`, "p.prp");
  const configuration = findConfiguration(name);
  const solvers = await createCadical();
  if (configuration === undefined) throw new Error(`no configuration ${name}`);
  const result = verify(program, property, {
    configuration,
    budget: new Budget(20),
    createSatSolver: () => solvers.create(),
    seed: 1,
  });
  if (result.verdict !== "false") throw new Error(`not violated: ${result.reason}`);
  const trace = createTrace(program, specificationOf(property), result.choices);
  if (trace === undefined) throw new Error("no trace");
  return trace;
}

/** A step in one line. */
function words({ line, depth, kind, source, outcome, callee, changes, inputs }: TraceStep): string {
  const values = changes.map(({ name, value }) => `${name} = ${value}`);
  const given = inputs.map(({ from, value }) => `${from}: ${value}`);
  const parts = [outcome, callee, ...values, ...given].filter((part) => part !== undefined);
  return `${line - 3} ${depth} ${kind} '${source}' ${parts.join(", ")}`.trim();
}

test("assignments, calls, branches and inputs, in order", async () => {
  const trace = await traceOf(`
int twice(int v) { return 2 * v; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n != 21)
    return 0;
  int m = twice(n);
  if (m == 42) reach_error();
}`);
  expect(trace.steps.map(words)).toEqual([
    "4 1 statement 'int n = __VERIFIER_nondet_int();' n = 21, __VERIFIER_nondet_int: 21",
    "5 1 branch 'n != 21' false",
    "7 1 call 'int m = twice(n);' twice, v = 21",
    "7 1 return 'int m = twice(n);' twice, m = 42",
    "8 1 branch 'm == 42' true",
    "8 1 violation 'reach_error();'",
  ]);
  expect(trace.inputs).toEqual([
    {
      file: "p.c",
      line: 7,
      column: 3,
      function: "main",
      from: "__VERIFIER_nondet_int",
      value: "21",
    },
  ]);
  expect(trace).toMatchObject({ inputCount: 1, omittedSteps: 0 });
});

test("memory is named as in the source", async () => {
  const trace = await traceOf(`
struct node { char tag; int values[3]; struct node *next; };
void fill(struct node *p, int *q) { p->next->tag = 'x'; p->values[1] = 5; q[2] = 6; *q = 7; }
int main(void) {
  struct node a = {0}, b = a;
  double half = 0.5;
  a.next = &b;
  fill(&a, b.values);
  if (a.values[1] == 5 && b.values[2] == 6) reach_error();
}`);
  const changes = trace.steps
    .flatMap((step) => (step.kind === "statement" ? step.changes : []))
    .map(({ name, value }) => `${name} = ${value}`);
  expect(changes).toEqual([
    "a = {0}",
    "b = {…}",
    "half = 0.5",
    "a.next = &b",
    // Memory behind two pointers has no short name.
    "p->values[1] = 5",
    "q[2] = 6",
    "*q = 7",
  ]);
});

test("contents of an uninitialised variable are an input", async () => {
  const trace = await traceOf("int main(void) { int u; if (u == 12) reach_error(); }");
  expect(trace.steps.map(words)).toEqual([
    "1 1 statement 'int u;' u = 12, u: 12",
    "1 1 branch 'u == 12' true",
    "1 1 violation 'reach_error();'",
  ]);
});

test("an overflow ends the trace at its statement", async () => {
  const trace = await traceOf(
    "int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; return y; }",
    "G ! overflow",
  );
  expect(words(trace.steps.at(-1) as TraceStep)).toBe("1 1 violation 'int y = x + 1;'");
});

test("a long execution keeps its start and its end", async () => {
  const trace = await traceOf(
    "int main(void) { int i = 0; while (i < 100000) i++; reach_error(); }",
    "G ! call(reach_error())",
    "falsifier",
  );
  // 100001 branches, 100000 increments, the declaration and the violation.
  expect(trace.steps.length + trace.omittedSteps).toBe(200_003);
  expect(trace.omittedSteps).toBeGreaterThan(190_000);
  expect(trace.steps[FIRST_STEPS - 2]?.changes).toEqual([{ name: "i", value: "249" }]);
  const [violation, leaving, lastIncrement] = trace.steps.toReversed();
  expect(violation?.kind).toBe("violation");
  expect(leaving).toMatchObject({ kind: "branch", outcome: "false" });
  expect(lastIncrement?.changes).toEqual([{ name: "i", value: "100000" }]);
  // Steps follow each other on both sides of the gap.
  const increments = trace.steps.slice(FIRST_STEPS).flatMap(({ changes }) => changes);
  for (const [index, { value }] of increments.entries()) {
    expect(Number(value)).toBe(100_000 - increments.length + 1 + index);
  }
});

test("the value that the violating statement would have stored is not shown", async () => {
  const trace = await traceOf(
    `int main(void) {
  int n = 2147483647;
  n = n + 1;
}`,
    "G ! overflow",
  );
  expect(trace.steps.map(words)).toEqual([
    "2 1 statement 'int n = 2147483647;' n = 2147483647",
    "3 1 violation 'n = n + 1;'",
  ]);
});

test("arguments are shown once, with their origin, and streams are not shown", async () => {
  const trace = await traceOf(
    `#include <stdio.h>
extern int limit;
int main(int argc, char **argv) {
  FILE *out = stderr;
  if (out && argc == 3 && limit == 3) reach_error();
}`,
  );
  expect(trace.steps.map(words).slice(0, 2)).toEqual([
    "2 1 statement 'limit' limit = 3, limit: 3",
    "3 1 statement 'int main(int argc, char **argv)' argc = 3, argc: 3",
  ]);
  expect(trace.inputs.map(({ from }) => from)).toEqual(["limit", "argc"]);
});

test("temporaries have values where blocks of the heap are tracked", async () => {
  const trace = await traceOf(
    `extern void *malloc(__SIZE_TYPE__);
int main(int argc, char **argv) {
  int n = argc > 1 ? __VERIFIER_nondet_int() : 7;
  int *p = malloc(4);
  if (argc != 1) n = 0;
  return 0;
}`,
    "G valid-memtrack",
  );
  expect(trace.steps.map(words)).toContain(
    "3 1 statement 'int n = argc > 1 ? __VERIFIER_nondet_int() : 7;' n = 7",
  );
});
