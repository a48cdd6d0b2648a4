/** Control-flow automata of C programs: the model that analyses and the interpreter share. */
export * from "./cfa.ts";
export { propagateConstants } from "./constant-propagation.ts";
export { cfaToDot } from "./dot.ts";
export { expressionsOf } from "./edge-expressions.ts";
export { formatExpression, formatPlace, formatValueType } from "./expression-format.ts";
export {
  accessSize,
  canFail,
  constantAddress,
  forEachLoad,
  forEachSubexpression,
  operandsOf,
} from "./expression-properties.ts";
export { formatCfa, formatEdge, formatFunction } from "./format.ts";
export {
  type BitOperation,
  type FloatFormat,
  type FloatOperation,
  FP_CLASSES,
  INTERNAL_NAMES,
  type Intrinsic,
  intrinsicOf,
  ROUNDING_MODES,
} from "./intrinsics.ts";
export { mentionedFunctions } from "./mentioned-functions.ts";
export { buildCfa, type CfaOptions } from "./program-builder.ts";
export { lowerPureExpression } from "./pure-expression.ts";
export { slice } from "./slice.ts";
export { type SourcePlace, type SourcePlaceKind, SourcePlaces } from "./source-places.ts";
export { removeUnreachable } from "./unreachable.ts";
export { componentHeads, type WtoElement, weakTopologicalOrder } from "./weak-topological-order.ts";
