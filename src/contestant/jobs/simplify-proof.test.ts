import { beforeAll, expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import type { Invariant } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { type CadicalFactory, createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import { simplifyProof } from "./simplify-proof.ts";

const PROGRAM = `extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned s = 0, b = 0;
  while (__VERIFIER_nondet_int() && s < 1000) {
    s += 1;
    b += 2;
  }
  if (b > 2000) reach_error();
  return 0;
}
`;

const property = parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp");

let solvers: CadicalFactory;
beforeAll(async () => {
  solvers = await createCadical();
});

function simplified(...expressions: string[]): { suffices: boolean; invariants: string[] } {
  const location = { file: "p.c", line: 6, column: 3, function: "main" };
  const invariants = expressions.map(
    (expression): Invariant => ({
      type: "loop_invariant",
      format: "c_expression",
      location,
      expression,
    }),
  );
  const { witness, suffices } = simplifyProof(
    loadProgram("p.c", PROGRAM, "ILP32"),
    specificationOf(property),
    { kind: "correctness", invariants },
    { budget: new Budget(60), createSatSolver: () => solvers.create() },
  );
  return { suffices, invariants: witness.invariants.map(({ expression }) => expression) };
}

test("what the proof does not need is left out", () => {
  const { suffices, invariants } = simplified("s <= 1000U", "b == 2U * s", "s >= 0U");
  expect(suffices).toBe(true);
  expect(invariants.join()).not.toContain("s >= 0U");
});

test("what holds is kept, although more is needed", () => {
  expect(simplified("s <= 1000U")).toEqual({ suffices: false, invariants: ["(s <= 1000U)"] });
});

test("what is not shown to hold is left out", () => {
  expect(simplified("b == 3U * s")).toEqual({ suffices: false, invariants: [] });
});

test("what holds is kept beside what is not shown to hold", () => {
  expect(simplified("b == 3U * s", "s <= 1000U")).toEqual({
    suffices: false,
    invariants: ["(s <= 1000U)"],
  });
});
