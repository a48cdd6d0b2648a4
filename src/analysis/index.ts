/** The door of this folder. */
export { hasControlStates, interpretAbstractly } from "./algorithms/abstract-interpretation.ts";
export { proveByAffineRelations } from "./algorithms/affine-relations.ts";
export { checkBounded } from "./algorithms/bounded-model-checking.ts";
export type { Claim, EngineAnswer, Phased } from "./algorithms/claim.ts";
export { provesRecurrence } from "./algorithms/claimed-recurrence.ts";
export type { ExplorationAnswer, ExplorationOptions } from "./algorithms/exploration.ts";
export { checkReachability } from "./algorithms/ic3/property-directed-reachability.ts";
export type { InductionOptions } from "./algorithms/induction-options.ts";
export { proveInductively } from "./algorithms/inductive-proof.ts";
export { proveBySplitting } from "./algorithms/input-splitting.ts";
export { checkByKInduction } from "./algorithms/k-induction.ts";
export { blockCandidates } from "./algorithms/lazy-abstraction/block-contracts.ts";
export { blockLoops } from "./algorithms/lazy-abstraction/block-loops.ts";
export {
  type BlockMemoStatistics,
  checkByBlockMemo,
} from "./algorithms/lazy-abstraction/block-memo.ts";
export { checkByImpact } from "./algorithms/lazy-abstraction/impact.ts";
export { checkByPredicateAbstraction } from "./algorithms/lazy-abstraction/predicate-abstraction.ts";
export type { ReachedGraph } from "./algorithms/lazy-abstraction/reached-graph.ts";
export type {
  LazyAbstractionAnswer,
  LazyAbstractionOptions,
  LazyAbstractionStatistics,
} from "./algorithms/lazy-abstraction/search.ts";
export { checkByTraceAbstraction } from "./algorithms/lazy-abstraction/trace-abstraction.ts";
export { proveListTermination } from "./algorithms/list-termination.ts";
export { findRecurrentSet, type RecurrentSet } from "./algorithms/recurrent-sets.ts";
export {
  checkSequentialised,
  escapedLocals,
  possibleRaces,
  type SequentialisationOptions,
} from "./algorithms/sequentialised-checking.ts";
export { analyseShapes, type HeadShapes } from "./algorithms/shape-analysis.ts";
export { type LocationStates, provesBySteps } from "./algorithms/step-proof.ts";
export { explorePaths } from "./algorithms/symbolic-execution/path-execution.ts";
export type { SearchOrder } from "./algorithms/symbolic-execution/path-queue.ts";
export { type CommonClaims, proveTerminationBySteps } from "./algorithms/termination-by-steps.ts";
export { type MeasureClaims, proveTermination } from "./algorithms/termination-proof.ts";
export { analyseThreadValues } from "./algorithms/thread-values/thread-values.ts";
export { analyseValues } from "./algorithms/value-analysis.ts";
export { analyseValuesByBlocks, type ValueBlocksStatistics } from "./algorithms/value-blocks.ts";
export { type ValueCycle, ValueCycleSearch } from "./algorithms/value-cycles.ts";
export type { Move } from "./concurrent/sequentialisation/interleaving.ts";
export type { ProgramOfThreads } from "./concurrent/sequentialisation/switch-points.ts";
export type { ThreadPlace } from "./concurrent/sequentialisation/thread-place.ts";
export { proveThreadModularly } from "./concurrent/thread-modular-proof.ts";
export type { GuardedInvariant } from "./core/guarded-invariant.ts";
export type { LoopInvariants, MeasurePart, ShapeDescent } from "./core/loop-invariants.ts";
export type { MemoryPicture, PicturedCell, PicturedObject } from "./core/memory-picture.ts";
export type { Classify } from "./core/obligation.ts";
export type {
  PicturedNode,
  PicturedPlace,
  ReachabilityPicture,
} from "./core/reachability-picture.ts";
export {
  withEnvironmentMemory,
  withoutEnvironmentMemory,
} from "./environment/environment-memory.ts";
export type { Assertion } from "./formula/edge-execution.ts";
export { rememberedObjects } from "./formula/horn/global-use.ts";
export { hornScript } from "./formula/horn/horn-system.ts";
export type { Condition } from "./formula/horn/integer-condition.ts";
export type { Arithmetic } from "./formula/horn/integer-encoder.ts";
export { readModel } from "./formula/horn/model-reader.ts";
export { type ProgramClauses, programClauses } from "./formula/horn/program-clauses.ts";
export { unrolledClauses, unrolledName } from "./formula/horn/unrolled-clauses.ts";
export type { InputChoice } from "./formula/input-choices.ts";
export { blockFunctions } from "./formula/transition/block-choice.ts";
export type { LocationLemmas } from "./formula/transition/location-lemma.ts";
export { blockStepsOf, stepsOf, threadStepsOf } from "./formula/transition/program-steps.ts";
export { type BlockEnds, NoTransitionSystem } from "./formula/transition/program-steps-options.ts";
export { clauseExpression } from "./formula/transition/term-expression.ts";
export type {
  BlockLoop,
  Location,
  ThreadSystem,
  TransitionSystem,
} from "./formula/transition/transition-system.ts";
export { movesElements } from "./invariants/array-use.ts";
export type { ContractHints } from "./invariants/contract-hints.ts";
export { foldsRepeatedly } from "./invariants/fold-loops.ts";
export { candidatesOf } from "./invariants/horn-candidates.ts";
export type { InvariantFate } from "./invariants/loop-invariants.ts";
export type { ClaimedPart } from "./invariants/loop-measures.ts";
export type { MeasureKind } from "./invariants/measure.ts";
export { ObservedContracts } from "./invariants/observed-contracts.ts";
export { type PossibleRace, proveRaceFreedom } from "./threads/race-freedom.ts";
export { type ThreadEffect, threadEffectOf } from "./threads/thread-operations.ts";
