/** Asks one configuration of the verifier about a program given as text. */
import { parseProperty } from "../../src/properties/index.ts";
import type { SatSolver } from "../../src/smt/solver.ts";
import { createCadical } from "../../src/solver/cadical-wasm.ts";
import { Budget } from "../../src/verifier/budget.ts";
import { findConfiguration } from "../../src/verifier/configurations.ts";
import { loadProgram } from "../../src/verifier/load-program.ts";
import { type VerificationResult, verify } from "../../src/verifier/verify.ts";

const PRELUDE = `
extern void abort(void);
void reach_error(void) { abort(); }
void check(int c) { if (!c) reach_error(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned);
`;

const SPECIFICATIONS = {
  "unreach-call": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
  "no-overflow": "CHECK( init(main()), LTL(G ! overflow) )",
};

/** @returns a function that asks; what the programs declare beforehand: check(int), nondeterministic values, malloc */
export async function askConfiguration(
  name: string,
  seconds: number,
): Promise<(body: string, property?: keyof typeof SPECIFICATIONS) => VerificationResult> {
  const solvers = await createCadical();
  const configuration = findConfiguration(name);
  if (configuration === undefined) throw new Error(`no configuration '${name}'`);
  return (body, property = "unreach-call") => {
    const { program } = loadProgram("p.c", PRELUDE + body, "ILP32");
    const createSatSolver = (): SatSolver => solvers.create();
    const budget = new Budget(seconds, Budget.used());
    const specification = parseProperty(SPECIFICATIONS[property], `${property}.prp`);
    return verify(program, specification, { configuration, budget, createSatSolver, seed: 1 });
  };
}
