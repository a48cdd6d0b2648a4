/** Asks the configuration `induction` about a small program. */
import { parseProperty } from "../../src/properties/index.ts";
import { createCadical } from "../../src/solver/cadical-wasm.ts";
import { Budget } from "../../src/verifier/budget.ts";
import { findConfiguration } from "../../src/verifier/configurations.ts";
import { loadProgram } from "../../src/verifier/load-program.ts";
import { type VerificationResult, verify } from "../../src/verifier/verify.ts";

/** Declared before every program. */
const PRELUDE = `extern void reach_error(void); extern void abort(void);
void check(int c) { if (!c) { reach_error(); abort(); } }
void assume(int c) { if (!c) abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
`;
const UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )";

const solvers = await createCadical();

export interface ProofOptions {
  /** CPU seconds. */
  readonly seconds: number;
  readonly dataModel?: "ILP32" | "LP64";
  /** Text of the property; default: no call of `reach_error`. */
  readonly property?: string;
}

/** `body` may use `check`, `assume` and the inputs `__VERIFIER_nondet_int` and `_uint`. */
export function proveInductively(body: string, options: ProofOptions): VerificationResult {
  const { seconds, dataModel = "ILP32", property = UNREACH } = options;
  const { program } = loadProgram("p.c", PRELUDE + body, dataModel);
  const configuration = findConfiguration("induction");
  if (configuration === undefined) throw new Error("no configuration 'induction'");
  return verify(program, parseProperty(property, "p.prp"), {
    configuration,
    budget: new Budget(seconds, Budget.used()),
    createSatSolver: () => solvers.create(),
    seed: 1,
  });
}
