/** The door of this folder. */
export { proveByAffineRelations } from "./affine-relations.ts";
export { blockStepsOf, stepsOf, threadStepsOf } from "./extraction/program-steps.ts";
export { type BlockEnds, NoTransitionSystem } from "./extraction/program-steps-options.ts";
export { clauseExpression } from "./extraction/term-expression.ts";
export type {
  BlockLoop,
  Location,
  Step,
  ThreadSystem,
  TransitionSystem,
} from "./extraction/transition-system.ts";
export { rememberedObjects } from "./horn/global-use.ts";
export { candidatesOf } from "./horn/horn-candidates.ts";
export { hornScript } from "./horn/horn-system.ts";
export type { Condition } from "./horn/integer-condition.ts";
export type { Arithmetic } from "./horn/integer-encoder.ts";
export { readModel } from "./horn/model-reader.ts";
export { type ProgramClauses, programClauses } from "./horn/program-clauses.ts";
export { unrolledClauses, unrolledName } from "./horn/unrolled-clauses.ts";
export { checkReachability } from "./ic3/property-directed-reachability.ts";
export { blockCandidates } from "./lazy-abstraction/block-contracts.ts";
export { blockLoops } from "./lazy-abstraction/block-loops.ts";
export { type BlockMemoStatistics, checkByBlockMemo } from "./lazy-abstraction/block-memo.ts";
export { checkByImpact } from "./lazy-abstraction/impact.ts";
export { checkByPredicateAbstraction } from "./lazy-abstraction/predicate-abstraction.ts";
export type { ReachedGraph } from "./lazy-abstraction/reached-graph.ts";
export type {
  LazyAbstractionAnswer,
  LazyAbstractionOptions,
  LazyAbstractionStatistics,
} from "./lazy-abstraction/search.ts";
export { checkByTraceAbstraction } from "./lazy-abstraction/trace-abstraction.ts";
export { provesRecurrence } from "./recurrence/claimed-recurrence.ts";
export { findRecurrentSet, type RecurrentSet } from "./recurrence/recurrent-sets.ts";
export { type LocationStates, provesBySteps } from "./step-proof.ts";
export { type CommonClaims, proveTerminationBySteps } from "./termination-by-steps.ts";
