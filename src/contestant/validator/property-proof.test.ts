import { expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import { type Ground, techniqueOf } from "../techniques/index.ts";
import { ENGINES } from "./options.ts";
import { configurationFor, proveProperty } from "./property-proof.ts";

const solvers = await createCadical();
const REACH = specificationOf(
  parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp"),
);
const options = {
  ...({ programHash: undefined, dataModel: "LP64", seed: 1 } as const),
  budget: new Budget(60),
  createSatSolver: () => solvers.create(),
};

test.each<Ground>(["execution", "values", "symbolic"])(
  "nothing that proves by %s takes part where the proof must not rest on it",
  (without) => {
    for (const engine of ENGINES) {
      const { techniques } = configurationFor({ ...options, engine, without });
      const grounds = techniques.map(({ technique }) => techniqueOf(technique).provesBy);
      expect(grounds).not.toContain(without);
    }
  },
);

test("an engine has techniques of its own", () => {
  const named = (engine: (typeof ENGINES)[number]): readonly string[] =>
    configurationFor({ ...options, engine }).techniques.map(({ technique }) => technique);
  expect(named("execution")).toContain("single-execution");
  expect(named("execution")).not.toContain("induction");
  expect(named("symbolic")).toContain("induction");
  expect(named("symbolic")).not.toContain("random-search");
  expect(named("symbolic")).not.toContain("novelty-search");
});

const RECURSIVE = `extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int climb(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return climb(m - 1, 1);
  return climb(m - 1, climb(m, n - 1));
}
int main(void) {
  int m = __VERIFIER_nondet_uint() % 4, n = __VERIFIER_nondet_uint() % 24;
  if (climb(m, n) < LEAST && m >= 2) reach_error();
}`;

test("what is proved by contracts of recursive functions is confirmed with little time", () => {
  const verdict = (least: string): string => {
    const loaded = loadProgram("p.c", RECURSIVE.replace("LEAST", least), "LP64");
    const budget = new Budget(9);
    return proveProperty(loaded, REACH, { ...options, budget }).verdict;
  };
  expect(verdict("3")).toBe("confirmed");
  expect(verdict("4")).toBe("refuted");
});
