/** The door of this folder. */
export {
  type Explanation,
  explainViolation,
  type MemoryFacts,
  type Remark,
} from "./explanation.ts";
export { FIRST_STEPS, VALUED_STEPS } from "./kept-steps.ts";
export {
  ENDS_WITH_OTHERS,
  FOLLOWED_CALLS,
  FOLLOWED_ITERATIONS,
  type LoopRanking,
  NEVER_REPEATED,
  partsOf,
  rankingSentence,
  recursionSentence,
  shapeSentence,
  sizeChangeSentence,
  unionSentence,
} from "./loop-ranking.ts";
export { plainInputs } from "./plain-inputs.ts";
export { plainSchedule } from "./plain-schedule.ts";
export { CHARACTER_FUNCTIONS, inputReadBy } from "./read-input.ts";
export type { RecordedExecution } from "./recorded-execution.ts";
export { type ReplayBounds, SameViolation } from "./same-violation.ts";
export { createThreadTrace } from "./thread-trace.ts";
export { createTrace } from "./trace.ts";
export type { Trace, TraceInput, TracePlace, TraceStep, TraceThread } from "./trace-model.ts";
