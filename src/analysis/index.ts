/** The door of this folder. */
export { interpretAbstractly } from "./algorithms/abstract-interpretation.ts";
export {
  type BmcAnswer,
  type BmcOptions,
  checkBounded,
  checkByKInduction,
  proveInductively,
} from "./algorithms/bounded-model-checker.ts";
export type { ExplorationAnswer, ExplorationOptions } from "./algorithms/exploration.ts";
export { checkReachability } from "./algorithms/ic3/property-directed-reachability.ts";
export { proveBySplitting } from "./algorithms/input-splitting.ts";
export { explorePaths } from "./algorithms/symbolic-execution/path-execution.ts";
export type { SearchOrder } from "./algorithms/symbolic-execution/path-queue.ts";
export { analyseValues } from "./algorithms/value-analysis.ts";
export type { LoopInvariants } from "./core/loop-invariants.ts";
export type { Classify } from "./core/obligation.ts";
export type { Assertion } from "./formula/edge-execution.ts";
export { rememberedObjects } from "./formula/horn/global-use.ts";
export { hornScript } from "./formula/horn/horn-system.ts";
export type { Condition } from "./formula/horn/integer-condition.ts";
export type { Arithmetic } from "./formula/horn/integer-encoder.ts";
export { readModel } from "./formula/horn/model-reader.ts";
export { type ProgramClauses, programClauses } from "./formula/horn/program-clauses.ts";
export { unrolledClauses, unrolledName } from "./formula/horn/unrolled-clauses.ts";
export type { InputChoice } from "./formula/input-choices.ts";
export { NoTransitionSystem, stepsOf } from "./formula/transition/program-steps.ts";
export { clauseExpression } from "./formula/transition/term-expression.ts";
export type { Location } from "./formula/transition/transition-system.ts";
export { tabulatedContracts } from "./invariants/function-tables.ts";
export { candidatesOf } from "./invariants/horn-candidates.ts";
export type { InvariantFate } from "./invariants/loop-invariants.ts";
