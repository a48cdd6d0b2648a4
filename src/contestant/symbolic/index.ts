/** The door of this folder. */
export { type Claim, type EngineAnswer, type Phased, within } from "./claim.ts";
export {
  type Assertion,
  EdgeExecution,
  type EdgeExecutionOptions,
  type PassArgument,
} from "./evaluation/edge-execution.ts";
export { Evaluator } from "./evaluation/evaluator.ts";
export { choicesIn, type InputChoice } from "./evaluation/input-choices.ts";
export {
  finiteSetText,
  integerVariable,
  linearText,
  lowBitsText,
  relationText,
} from "./evaluation/invariant-text.ts";
export { type LocationLemmas, placedLemmas } from "./evaluation/location-lemma.ts";
export { RelevantAxioms } from "./evaluation/relevant-axioms.ts";
export { RESULT } from "./evaluation/result-object.ts";
export { SymbolicStackFrame } from "./evaluation/symbolic-stack-frame.ts";
export { MemoryAccess } from "./memory/access.ts";
export { lastWritten } from "./memory/array-contents.ts";
export { Content } from "./memory/content.ts";
export type { ArrayFact, KnownElements } from "./memory/content-base.ts";
export { ExecutionRecord, type InputEvent, type RecursiveCall } from "./memory/execution-record.ts";
export { SymbolicMemory } from "./memory/memory.ts";
export { constantLeavesBeside, ModifiedMemory } from "./memory/modified-memory.ts";
export { congruenceOf } from "./memory/offsets.ts";
export type { PathCondition } from "./memory/path-condition.ts";
export { type MemoryCell, Region } from "./memory/region.ts";
export { State } from "./memory/state.ts";
export { UnsupportedFeature } from "./memory/unsupported.ts";
export {
  Pointer,
  type PointerTarget,
  pointerTo,
  selectPointer,
  type Value,
} from "./memory/value.ts";
export { explorePaths } from "./path-execution/path-execution.ts";
export type { SearchOrder } from "./path-execution/path-queue.ts";
