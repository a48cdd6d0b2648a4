/** Control-flow automata of C programs: the model that analyses and the interpreter share. */

export { auditExpressions, FAULTS, type Fate } from "./audit/expression-audit.ts";
export { auditTokens, type TokenAudit } from "./audit/token-audit.ts";
export { buildCfa, type CfaOptions } from "./lowering/program-builder.ts";
export { lowerPureExpression } from "./lowering/pure-expression.ts";
export * from "./model/cfa.ts";
export { cfaToDot } from "./model/dot.ts";
export { expressionsOf } from "./model/edge-expressions.ts";
export { EvaluationRecord } from "./model/evaluation-record.ts";
export { formatExpression, formatPlace, formatValueType } from "./model/expression-format.ts";
export {
  accessSize,
  canFail,
  constantAddress,
  forEachLoad,
  forEachSubexpression,
  operandsOf,
} from "./model/expression-properties.ts";
export { formatCfa, formatEdge, formatFunction } from "./model/format.ts";
export {
  type BitOperation,
  type FloatFormat,
  type FloatOperation,
  FP_CLASSES,
  INTERNAL_NAMES,
  type Intrinsic,
  intrinsicOf,
  ROUNDING_MODES,
} from "./model/intrinsics.ts";
export { propagateConstants } from "./passes/constant-propagation.ts";
export { slice } from "./passes/slice.ts";
export { removeUnreachable } from "./passes/unreachable.ts";
export { mentionedFunctions } from "./queries/mentioned-functions.ts";
export { type SourcePlace, type SourcePlaceKind, SourcePlaces } from "./queries/source-places.ts";
export {
  componentHeads,
  type WtoElement,
  weakTopologicalOrder,
} from "./queries/weak-topological-order.ts";
