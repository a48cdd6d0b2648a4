/**
 * Solves assertions that belong together once: they are simplified as a whole, not incrementally.
 */
import { invariant } from "../../ground/util/errors.ts";
import { Evaluator } from "./evaluate.ts";
import { presolve } from "./presolve.ts";
import type { SatSolver, SolverAnswer, SolverLimits } from "./sat-solver.ts";
import { SmtSolver } from "./solver.ts";
import type { Term, TermManager } from "./term.ts";

export interface Solution {
  readonly answer: SolverAnswer;
  /** For the answer "sat": the unsigned value of any term in the model. */
  readonly value: (term: Term) => bigint;
}

/**
 * Decides satisfiability of assertions. A model is evaluated against all of them, as they were
 * before the simplification; a violation is an InvariantError.
 * @param sat - a new solver; disposed of at the end
 */
export function solveOnce(
  manager: TermManager,
  sat: SatSolver,
  assertions: readonly Term[],
  limits: SolverLimits = {},
): Solution {
  const simplified = presolve(manager, assertions, limits.deadline);
  const solver = new SmtSolver(manager, sat);
  try {
    const areAsserted = simplified.assertions.every((term) => solver.assert(term, limits));
    const answer = areAsserted ? solver.check([], limits) : "unknown";
    const values = new Map<Term, bigint>();
    const assignment = (variable: Term): bigint => {
      const known = values.get(variable) ?? solver.value(variable);
      values.set(variable, known);
      return known;
    };
    const model = new Evaluator(simplified.extended(answer === "sat" ? assignment : () => 0n));
    if (answer === "sat") {
      const holds = assertions.every((assertion) => model.isTrue(assertion));
      invariant(holds, "a model of simplified assertions violates one of the original ones");
    }
    return { answer, value: (term) => model.value(term) };
  } finally {
    solver.dispose();
  }
}
