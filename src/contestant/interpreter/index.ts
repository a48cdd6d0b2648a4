/** Executes control-flow automata concretely: replay, search by random inputs, witness validation. */
export { compileProgram } from "./compile.ts";
export {
  type CompiledProgram,
  type ExposedState,
  type HeapBlock,
  type InputSource,
  type InterpreterOptions,
  type Observer,
  type Outcome,
  type PlacedVariable,
  type SharedAccess,
  STATIC_COPIES,
  type UndefinedBehaviour,
  UndefinedEvaluation,
  type View,
} from "./contract.ts";
export {
  type Exploration,
  type ExplorationOptions,
  type ExploredExecution,
  type StartedExploration,
  startExploration,
} from "./explore.ts";
export { LassoDetector } from "./lasso.ts";
export { RecursionDetector } from "./recursion-lasso.ts";
export {
  type Choice,
  DEFAULT_SCHEDULER,
  ENDLESS,
  RandomScheduler,
  ReplayScheduler,
  type Scheduler,
  type Turn,
} from "./schedule.ts";
export { formatSchedule, parseSchedule } from "./schedule-text.ts";
