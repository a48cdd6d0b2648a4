import { expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import { Budget } from "../call/budget.ts";
import { findConfiguration } from "../plan/configurations.ts";
import { verify } from "../plan/verify.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import { createThreadTrace } from "./thread-trace.ts";
import type { Trace, TraceStep } from "./trace-model.ts";

const HEAD = `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
`;

async function traceOf(text: string, formula = "G ! call(reach_error())"): Promise<Trace> {
  const { program } = loadProgram("p.c", HEAD + text, "LP64");
  const property = parseProperty(`CHECK( init(main()), LTL(${formula}) )`, "p.prp");
  const configuration = findConfiguration("explore");
  const solvers = await createCadical();
  if (configuration === undefined) throw new Error("no such configuration");
  const result = verify(program, property, {
    configuration,
    budget: new Budget(60),
    createSatSolver: () => solvers.create(),
    seed: 1,
  });
  if (result.verdict !== "false") throw new Error(`not violated: ${JSON.stringify(result)}`);
  const { choices, turns = [] } = result;
  const trace = createThreadTrace(program, specificationOf(property), { choices, turns }, true);
  if (trace === undefined) throw new Error("no trace");
  return trace;
}

/** A step in one line, without its place. */
function words(step: TraceStep): string {
  const { thread, kind, source, changes, inputs, outcome, creates, isInterrupted, depth } = step;
  const parts = [
    `${thread}${">".repeat(depth)}`,
    ...(kind === "statement" ? [] : [kind]),
    source,
    ...changes.map(({ name, value }) => `${name} = ${value}`),
    ...inputs.map(({ from, value }) => `${from}: ${value}`),
  ];
  if (outcome !== undefined) parts.push(outcome);
  if (creates !== undefined) parts.push(`creates ${creates}`);
  if (isInterrupted === true) parts.push("interrupted");
  return parts.join(" ");
}

test("an update that is lost: who reads is interrupted, and stores after the other", async () => {
  const { steps, threads, inputCount } = await traceOf(`int i;
    void *f(void *p) { i++; return 0; }
    int main(void) {
      pthread_t a; int k = __VERIFIER_nondet_int();
      pthread_create(&a, 0, f, 0);
      i = i + 2;
      pthread_join(a, 0);
      if (i < 3) reach_error();
      return 0;
    }`);
  expect(threads).toEqual([
    { number: 0, function: "main" },
    { number: 1, function: "f" },
  ]);
  expect(inputCount).toBe(1);
  const told = steps.map(words);
  const interrupted = steps.findIndex(({ isInterrupted }) => isInterrupted);
  const resumed = steps.findIndex(
    ({ source, thread }, index) =>
      index > interrupted &&
      source === steps[interrupted]?.source &&
      thread === steps[interrupted]?.thread,
  );
  expect(interrupted, told.join("\n")).toBeGreaterThan(0);
  // In between, the other thread has stored.
  const between = steps.slice(interrupted + 1, resumed).flatMap(({ changes }) => changes);
  expect(between.map(({ name }) => name)).toEqual(["i"]);
  expect(told).toContain("0> pthread_create(&a, 0, f, 0); creates 1");
  expect(told.slice(-3)).toEqual([
    "0> pthread_join(a, 0);",
    "0> branch i < 3 true",
    "0> violation reach_error();",
  ]);
  // The values of variables are those after the step.
  const held = steps[resumed]?.values?.find(({ name }) => name === "i")?.value;
  expect(held).toBe(steps[resumed]?.changes[0]?.value);
});

test("a race ends in both accesses", async () => {
  const { steps } = await traceOf(
    `int x;
    void set(int v) { x = v; }
    void *f(void *p) { set(1); return 0; }
    int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); set(2); return 0; }`,
    "G ! data-race",
  );
  const ends = steps.slice(-2);
  expect(ends.map(({ kind, source }) => [kind, source])).toEqual([
    ["violation", "x = v;"],
    ["violation", "x = v;"],
  ]);
  expect(new Set(ends.map(({ thread }) => thread))).toEqual(new Set([0, 1]));
  expect(steps.map(words)).toContain("1> call set(1); v = 1");
});

test("a deadlock names every thread that waits", async () => {
  const { steps } = await traceOf(
    `void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); return 0; }
    int main(void) {
      pthread_t a; pthread_create(&a, 0, f, 0);
      pthread_mutex_lock(&n); pthread_mutex_lock(&m);
      return 0;
    }`,
    "G ! deadlock",
  );
  const ends = steps.filter(({ kind }) => kind === "violation").map(words);
  expect(ends.sort()).toEqual([
    "0> violation pthread_mutex_lock(&m);",
    "1> violation pthread_mutex_lock(&n);",
  ]);
});
