/**
 * The only list of the techniques of the verifier. Configurations, the strategy, the help,
 * docs/techniques.md and examples/techniques are derived from it.
 */
import { invariant } from "../../ground/util/errors.ts";
import { abstractInterpretation } from "./abstract-interpretation.ts";
import { acceleratedModelChecking } from "./accelerated-model-checking.ts";
import { affineRelations } from "./affine-relations.ts";
import { arbitraryMemory } from "./arbitrary-memory.ts";
import { blockMemo } from "./block-memo.ts";
import { blockMemoValues } from "./block-memo-values.ts";
import { boundedModelChecking } from "./bounded-model-checking.ts";
import { exploration } from "./exploration.ts";
import { hornClauses } from "./horn-clauses.ts";
import { impact } from "./impact.ts";
import { induction } from "./induction.ts";
import { inputSplitting } from "./input-splitting.ts";
import { interpolation } from "./interpolation.ts";
import { kInduction } from "./k-induction.ts";
import { nonTermination } from "./non-termination.ts";
import { noveltySearch } from "./novelty-search.ts";
import {
  predicateAbstraction,
  predicateAbstractionCalls,
  predicateAbstractionCartesian,
  predicateAbstractionSingleBlock,
} from "./predicate-abstraction.ts";
import { propertyDirectedReachability } from "./property-directed-reachability.ts";
import { raceFreedom } from "./race-freedom.ts";
import { randomSchedules } from "./random-schedules.ts";
import { randomSearch } from "./random-search.ts";
import { sequentialisation } from "./sequentialisation.ts";
import { shapeAnalysis } from "./shape-analysis.ts";
import { singleExecution } from "./single-execution.ts";
import { symbolicExecution } from "./symbolic-execution.ts";
import { tableOf } from "./table.ts";
import type { Technique } from "./technique.ts";
import { termination } from "./termination.ts";
import { threadAbsence } from "./thread-absence.ts";
import { threadModularProof } from "./thread-modular-proof.ts";
import { threadValues } from "./thread-values.ts";
import { traceAbstraction } from "./trace-abstraction.ts";
import { valueAnalysis } from "./value-analysis.ts";

export type {
  AnalysisResult,
  Ground,
  Technique,
  TechniqueContext,
  TechniqueStatistics,
} from "./technique.ts";

/** In the order in which the configuration `default` runs them. */
export const TECHNIQUES: readonly Technique[] = [
  threadAbsence,
  randomSchedules,
  raceFreedom,
  threadValues,
  threadModularProof,
  exploration,
  sequentialisation,
  singleExecution,
  randomSearch,
  noveltySearch,
  abstractInterpretation,
  valueAnalysis,
  arbitraryMemory,
  shapeAnalysis,
  inputSplitting,
  acceleratedModelChecking,
  boundedModelChecking,
  propertyDirectedReachability,
  predicateAbstraction,
  predicateAbstractionCartesian,
  predicateAbstractionCalls,
  predicateAbstractionSingleBlock,
  blockMemo,
  blockMemoValues,
  impact,
  traceAbstraction,
  affineRelations,
  induction,
  hornClauses,
  interpolation,
  kInduction,
  symbolicExecution,
  nonTermination,
  termination,
];

/** @param id - id of a technique of the list */
export function techniqueOf(id: string): Technique {
  const found = TECHNIQUES.find((technique) => technique.id === id);
  invariant(found !== undefined, `there is no technique ${id}`);
  return found;
}

/** Returns the table of docs/techniques.md. */
export function techniqueTable(): string {
  return tableOf(TECHNIQUES);
}
export { proveWithContracts } from "./contract-attempts.ts";
export { proveByThreadValues } from "./proofs/proof-by-thread-values.ts";
export { proveByThreadModularity } from "./proofs/thread-modularity.ts";
export { searchViolation } from "./search/falsifier.ts";
export { isTruth } from "./search/input-values.ts";
export { RecordingInputs, ReplayInputs } from "./search/inputs.ts";
export type { Lasso } from "./search/lasso-search.ts";
export { isViolatedElsewhere } from "./search/other-implementation.ts";
export { RandomGenerator } from "./search/random-generator.ts";
export { constantsOf, PROFILES, RandomInputs } from "./search/random-inputs.ts";
export { exploreSchedules } from "./search/schedule-exploration.ts";
export { type ConcurrentViolation, searchSchedules } from "./search/schedule-search.ts";
export { checkThreads } from "./search/sequentialised-search.ts";
export { createsThread, createsThreads, hasOneThread, mayWait } from "./search/thread-creation.ts";
export type { TechniqueTask } from "./technique.ts";
