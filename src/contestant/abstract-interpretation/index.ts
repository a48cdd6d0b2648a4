/** The door of this folder. */
export { hasControlStates, interpretAbstractly } from "./analyses/abstract-interpretation.ts";
export { runCpa } from "./analyses/cpa.ts";
export {
  Exploration,
  type ExplorationAnswer,
  type ExplorationOptions,
} from "./analyses/exploration.ts";
export { proveBySplitting } from "./analyses/input-splitting.ts";
export { proveListTermination } from "./analyses/list-termination.ts";
export { analyseShapes, type HeadShapes } from "./analyses/shape-analysis.ts";
export { analyseValues } from "./analyses/value-analysis.ts";
export { analyseValuesByBlocks, type ValueBlocksStatistics } from "./analyses/value-blocks.ts";
export { type ValueCycle, ValueCycleSearch } from "./analyses/value-cycles.ts";
export { type AffineEquation, AffineSpace } from "./domains/affine/affine-space.ts";
export type { ResidueClass } from "./domains/congruence/residue-class.ts";
export { IntervalLattice } from "./domains/interval/interval-lattice.ts";
export { contains, fullRange, type Range, range, sparseHull } from "./domains/interval/range.ts";
export { ALWAYS, type Diagram, NEVER } from "./domains/predicate/decision-diagrams.ts";
export { PredicateRegions } from "./domains/predicate/predicate-regions.ts";
export { AbstractState, joinKnown, type SharedMemory } from "./domains/value/abstract-state.ts";
export { BlockExtents } from "./domains/value/block-extent.ts";
export type { ValueCarriers } from "./domains/value/carriers.ts";
export { type PlacedObject, ProgramLayout } from "./domains/value/program-layout.ts";
export { thresholdsOf } from "./domains/value/thresholds.ts";
export { Transfer } from "./domains/value/transfer.ts";
export { UnknownValues } from "./domains/value/unknown-values.ts";
export {
  ANY,
  canonical,
  type Integer,
  IntegerSymbol,
  isInteger,
  ObjectPointer,
  sameKnownValue,
  UNBORN,
  type Value,
} from "./domains/value/value.ts";
export { ValueEdges } from "./domains/value/value-edges.ts";
export { ValueOperators } from "./domains/value/value-operators.ts";
export { AbstractReachabilityGraph, ArgNode } from "./framework/abstract-reachability-graph.ts";
export type { Analysis, Successors } from "./framework/analysis.ts";
export { BlockMemory } from "./framework/block-memory.ts";
export { BlockTransfer } from "./framework/block-transfer.ts";
export { CaseSplit, type EdgeAnalysis } from "./framework/edge-analysis.ts";
export { PartitionedReachedSet, type PartitionKey, type Reached } from "./framework/reached-set.ts";
export { JoinedStates } from "./framework/state-operators.ts";
export { FirstInFirstOut, PriorityWaitlist } from "./framework/waitlist.ts";
