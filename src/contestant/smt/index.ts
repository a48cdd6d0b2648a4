/** The door of this folder. */
export { Evaluator } from "./evaluate.ts";
export { UnsupportedFloatOperator } from "./float/remainder.ts";
export type { HornAnswer, HornSolver } from "./horn-solver.ts";
export { PolynomialSolver, Products } from "./polynomial-solver.ts";
export { presolve } from "./presolve.ts";
export type { SatSolver, SatSolverFactory, SolverAnswer, SolverLimits } from "./sat-solver.ts";
export { solveOnce } from "./solve-once.ts";
export { SmtSolver } from "./solver.ts";
export { Substitution } from "./substitution.ts";
export { forEachSubterm, sizeOf, variablesIn } from "./subterms.ts";
export { type RoundingMode, TermManager } from "./term.ts";
export type { Term } from "./term-node.ts";
