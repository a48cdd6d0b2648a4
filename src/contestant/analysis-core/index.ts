/** The door of this folder. */
export { blockFunctions } from "./block-choice.ts";
export type { GuardedInvariant } from "./guarded-invariant.ts";
export { constantText, type IntegerVariable, UNSIGNED_TYPES } from "./integer-variable.ts";
export { Interruption } from "./interruption.ts";
export {
  composedText,
  type InvariantText,
  type LoopInvariants,
  type RankingPart,
  type RankingText,
  type ShapeDescent,
} from "./loop-invariants.ts";
export type { MemoryPicture, PicturedCell, PicturedObject } from "./memory-picture.ts";
export { type Cell, layoutOf, type ObjectLayout } from "./object-layout.ts";
export {
  type Classify,
  INCOMPLETENESS,
  incompleteOnes,
  type Obligation,
  Obligations,
} from "./obligation.ts";
export { ProgramOrder } from "./program-order.ts";
export type { PicturedPlace, ReachabilityPicture } from "./reachability-picture.ts";
export { type Position, pushFrame, type StackFrame } from "./stack-frame.ts";
export type { EntryStep, ExitStep, Step } from "./step.ts";
export { cyclicComponents } from "./step-components.ts";
