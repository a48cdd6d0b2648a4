/** Control-flow automata of C programs: the model that analyses and the interpreter share. */

export { auditTokens } from "./audit/token-audit.ts";
export { libraryModels } from "./library/library.ts";
export {
  asksForInput,
  callThatAsks,
  externalOfInput,
  isExternal,
} from "./lowering/external-function.ts";
export { buildCfa, type CfaOptions } from "./lowering/program-builder.ts";
export { lowerPureExpression } from "./lowering/pure-expression.ts";
export * from "./model/cfa.ts";
export { MIRRORED, NEGATED } from "./model/comparison-operators.ts";
export { cfaToDot } from "./model/dot.ts";
export { expressionsOf } from "./model/edge-expressions.ts";
export { EvaluationRecord } from "./model/evaluation-record.ts";
export { formatExpression } from "./model/expression-format.ts";
export {
  accessSize,
  addressedObject,
  constantAddress,
  forEachLoad,
  forEachSubexpression,
  mentionedObjects,
  operandsOf,
} from "./model/expression-properties.ts";
export {
  addressOf,
  binary,
  cast,
  compare,
  complement,
  conditional,
  integer,
  negate,
  notOf,
  offsetBy,
  zero,
} from "./model/expressions.ts";
export { numberProgram } from "./model/finish.ts";
export { floatLiteral } from "./model/float-literal.ts";
export { floatConstant } from "./model/float-values.ts";
export { formatCfa, formatEdge } from "./model/format.ts";
export type { Operation } from "./model/graph.ts";
export { INTRINSIC_FACTS } from "./model/intrinsic-facts.ts";
export {
  type BitOperation,
  type FloatFormat,
  type FloatOperation,
  FP_CLASSES,
  INTERNAL_NAMES,
  type Intrinsic,
  intrinsicNames,
  intrinsicOf,
  LIBRARY_ANY,
  labelFunction,
  ROUNDING_MODES,
  type ThreadOperation,
} from "./model/intrinsics.ts";
export { ATOMIC_ACCESSES, MEMORY_ORDERS } from "./model/memory-order.ts";
export { paddingOf } from "./model/padding.ts";
export { FLOAT_FORMATS, formatOf, sizeInMemory, widthOf } from "./model/scalar-layout.ts";
export { isSynchronisation } from "./model/synchronisation.ts";
export {
  INT,
  integerType,
  isBool,
  pointerType,
  sameValueType,
  typeKey,
  typeRange,
  valueTypeOf,
  wrap,
} from "./model/value-types.ts";
export { isAtomicFunction, nodesInAtomicBlocks } from "./passes/atomic-depth.ts";
export { withBlockFields } from "./passes/block-fields.ts";
export { propagateConstants } from "./passes/constant-propagation.ts";
export { type EntryCopies, withEntryCopies } from "./passes/entry-copies.ts";
export {
  ENVIRONMENT_DOUBTS,
  type EnvironmentBlock,
  type EnvironmentObjects,
  withEnvironmentObjects,
} from "./passes/environment-objects.ts";
export { withArbitraryMemory } from "./passes/forget-memory.ts";
export { GrowingFunction, NewObjects } from "./passes/growing-function.ts";
export { withoutIdleLoops } from "./passes/idle-loops.ts";
export { withoutIdleState } from "./passes/idle-state.ts";
export { inputCall, intrinsicCall } from "./passes/input-call.ts";
export { withAcceleratedLoops } from "./passes/loop-acceleration.ts";
export {
  type PossibleRaces,
  type RacingAccesses,
  type RacingSteps,
  withRacingSteps,
} from "./passes/racing-steps.ts";
export { withRecursionAsLoops } from "./passes/recursion-as-loops.ts";
export { NoVisibleSteps } from "./passes/shared-reads.ts";
export { slice } from "./passes/slice.ts";
export { substituteInEdge } from "./passes/substitute.ts";
export { withTailCallsAsLoops } from "./passes/tail-calls.ts";
export { removeUnreachable } from "./passes/unreachable.ts";
export { type ThreadedProgram, withVisibleSteps } from "./passes/visible-steps.ts";
export { allocatesBlocks } from "./queries/allocates-blocks.ts";
export { type CallAccess, callAccesses, literalText } from "./queries/call-accesses.ts";
export {
  type CallGraph,
  calleesOf,
  callGraph,
  functionsReachedFrom,
} from "./queries/call-graph.ts";
export { calledName } from "./queries/called-name.ts";
export { isDetermined } from "./queries/determined-input.ts";
export { executedOnce } from "./queries/executed-once.ts";
export { isTracked, Liveness } from "./queries/liveness.ts";
export { type Cycle, type CycleCondition, countingLoops } from "./queries/loop-cycles.ts";
export { type Member, memberAt, memberBehind } from "./queries/member-path.ts";
export { mentionedFunctions } from "./queries/mentioned-functions.ts";
export { ProgramPlaces } from "./queries/program-places.ts";
export { callSignature, fits, functionSignature, type Signature } from "./queries/signatures.ts";
export { type SourcePlace, type SourcePlaceKind, SourcePlaces } from "./queries/source-places.ts";
export {
  componentHeads,
  componentNodes,
  type WtoElement,
  weakTopologicalOrder,
} from "./queries/weak-topological-order.ts";
