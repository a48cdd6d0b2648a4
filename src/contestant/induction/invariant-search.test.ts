/**
 * Claims that a search over a transition system leaves open are decided by the inductive proof with the predicates
 * of the search.
 */
import { expect, test, vi } from "vitest";
import { REACHABILITY } from "../../../test/regression/verdicts.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import type { Term, TermManager } from "../smt/index.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import { proveByInvariantSearch } from "../techniques/proofs/invariant-search.ts";
import type { Location } from "../transition-systems/index.ts";

vi.setConfig({ testTimeout: 100_000 });

const solvers = await createCadical();
const { program } = loadProgram(
  "p.c",
  `extern void abort(void); void reach_error(void) { abort(); }
   extern unsigned char __VERIFIER_nondet_uchar(void);
   int main(void) { unsigned x = 0, y = 0; while (__VERIFIER_nondet_uchar()) { x += 3; y += 3; } if (x != y) reach_error(); return 0; }`,
  "ILP32",
);

type Guesses = (manager: TermManager, x: Term, y: Term) => readonly Term[];

/** The answer when a search had time only for its guesses. */
function answerWith(guessed: Guesses) {
  const options = {
    claim: {
      specification: specificationOf(REACHABILITY),
      createSatSolver: () => solvers.create(),
      confirm: () => false,
    },
    budget: new Budget(20),
    onProgress: () => {},
  };
  return proveByInvariantSearch(program, options, (manager, { locations }) => {
    const head = locations.find(({ node }) => node !== undefined) as Location;
    const [x, y] = ["x", "y"].map(
      (name) => head.variables.find(({ object }) => object.name === name)?.term as Term,
    ) as [Term, Term];
    const clauses = guessed(manager, x, y).map((term) => [term]);
    return { kind: "unknown", reason: "no time", guesses: new Map([[head, clauses]]) };
  });
}

test("guesses of an unfinished search that are inductive are a proof", () => {
  const answer = answerWith((manager, x, y) => {
    const five = manager.constant(32, 5);
    return [manager.ult(x, five), manager.not(manager.eq(x, y)), manager.eq(x, y)];
  });
  expect(answer).toMatchObject({ kind: "true" });
});

test("other guesses leave the reason of the search", () => {
  const answer = answerWith((manager, x, y) => [manager.not(manager.eq(x, y)), manager.ule(x, y)]);
  expect(answer).toMatchObject({ kind: "unknown", reason: "no time" });
});
