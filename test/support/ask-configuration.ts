/** Runs one configuration of the verifier on a small program given as text. */

import { Budget } from "../../src/contestant/call/budget.ts";
import { findConfiguration } from "../../src/contestant/plan/configurations.ts";
import type { Lemmas } from "../../src/contestant/plan/lemmas.ts";
import type { Partner } from "../../src/contestant/plan/partner.ts";
import {
  type TechniqueReport,
  type VerificationResult,
  verify,
} from "../../src/contestant/plan/verify.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { defined } from "../../src/ground/util/defined.ts";
import { withHornSolver } from "./with-horn-solver.ts";

/** Declared before every program. */
const PRELUDE = `
extern void abort(void);
void reach_error(void) { abort(); }
void check(int c) { if (!c) reach_error(); }
void assume(int c) { if (!c) abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(__SIZE_TYPE__);
`;

const SPECIFICATIONS = {
  "unreach-call": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
  "no-overflow": "CHECK( init(main()), LTL(G ! overflow) )",
};

const solvers = await createCadical();

export interface Question {
  /** CPU seconds. */
  readonly seconds: number;
  /** Default: `ILP32`. */
  readonly dataModel?: "ILP32" | "LP64";
  /** Default: `unreach-call`. */
  readonly property?: keyof typeof SPECIFICATIONS;
  /** A partner that follows the same plan. */
  readonly partner?: Partner;
  /** Lemmas about loops from other techniques. */
  readonly lemmas?: Lemmas;
  /** Called with the report of each technique. */
  readonly onTechnique?: (report: TechniqueReport) => void;
}

/** `body` may use `check`, `assume`, `malloc` and the inputs `__VERIFIER_nondet_int`, `_uint` and `_uchar`. */
export function askConfiguration(
  name: string,
  body: string,
  {
    seconds,
    dataModel = "ILP32",
    property = "unreach-call",
    partner,
    lemmas,
    onTechnique,
  }: Question,
): VerificationResult {
  const configuration = findConfiguration(name);
  if (configuration === undefined) throw new Error(`no configuration '${name}'`);
  const { program } = loadProgram("p.c", PRELUDE + body, dataModel);
  return withHornSolver((solveHorn) =>
    verify(program, parseProperty(SPECIFICATIONS[property], `${property}.prp`), {
      configuration,
      budget: new Budget(seconds),
      createSatSolver: () => solvers.create(),
      solveHorn,
      seed: 1,
      ...defined({ partner, lemmas, onTechnique }),
    }),
  );
}
