import { expect, test } from "vitest";
import { parseProperty } from "../properties/index.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { Budget } from "./budget.ts";
import { findConfiguration } from "./configurations.ts";
import { loadProgram } from "./load-program.ts";
import { verify } from "./verify.ts";

/** An endless reactive program; intervals alone cannot tell which states belong together. */
const REACTIVE = `
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int a = 1, b = 1;
void react(int input) {
  if (a == 2 && b == 1) reach_error();
  if (a == 1 && b == 1 && input == 4) { a = 2; b = 3; }
  else if (a == 2 && b == 3 && input == 5) { a = 5; b = 2; }
  else if (a == 5 && b == 2 && input == 6) { a = 1; b = 1; }
}
int main(void) { while (1) react(__VERIFIER_nondet_int()); }
`;

test("the replay of a spurious candidate does not use up the time of other techniques", async () => {
  const solvers = await createCadical();
  const { program } = loadProgram("p.c", REACTIVE, "ILP32");
  const property = parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp");
  const messages: string[] = [];
  const configuration = {
    name: "test",
    description: "a technique with spurious candidates before one without",
    techniques: [
      { technique: "abstract-interpretation", share: 0.2 },
      { technique: "value-analysis", share: 1 },
    ],
  } as const;
  expect(findConfiguration("default")?.techniques.map(({ technique }) => technique)).toEqual(
    expect.arrayContaining(configuration.techniques.map(({ technique }) => technique)),
  );
  const { verdict } = verify(program, property, {
    configuration,
    budget: new Budget(4, Budget.used()),
    createSatSolver: () => solvers.create(),
    seed: 1,
    onProgress: (message) => messages.push(message),
  });
  expect([verdict, ...messages]).toEqual([
    "true",
    "abstract interpretation",
    "value analysis, 8 values a cell",
  ]);
});
