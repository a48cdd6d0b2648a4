/** The door of this folder. */
export { Budget, lastSeconds, reserveSeconds } from "./budget.ts";
export { isThreadCreation } from "./concurrent-witness.ts";
export { CONFIGURATION_NAMES } from "./configuration-names.ts";
export { CONFIGURATIONS, type Configuration, findConfiguration } from "./configurations.ts";
export {
  type Host,
  type Outcome,
  type PausingWork,
  type Served,
  serve,
  type ThreadOrigin,
  type WorkMessage,
} from "./contestant-work.ts";
export { joinInvariants } from "./correctness-witness.ts";
export { type CallOrigin, CpuClock } from "./cpu-clock.ts";
export { optimizeAsUsual, PATIENT_SECONDS, waitToOptimize } from "./engine-patience.ts";
export {
  type Explanation,
  explainViolation,
  type MemoryFacts,
  type Remark,
  type SourcePlace,
} from "./explanation.ts";
export { FIRST_STEPS, VALUED_STEPS } from "./kept-steps.ts";
export { leanProgram } from "./lean-program.ts";
export type { Lemmas } from "./lemmas.ts";
export { type LoadedProgram, loadProgram, loadSources } from "./load-program.ts";
export { loopForm } from "./loop-form.ts";
export type { LoopMeasure } from "./loop-measure.ts";
export type { AttemptNews, Partner } from "./partner.ts";
export { plainInputs } from "./plain-inputs.ts";
export type { TechniqueReport } from "./plan-run.ts";
export { featuresOf, type ProgramFeatures } from "./program-features.ts";
export type { RecordedExecution } from "./recorded-execution.ts";
export type { LoopShapes, VerificationResult } from "./result.ts";
export { type ReplayBounds, SameViolation } from "./same-violation.ts";
export type { SecondOpinion } from "./second-opinion.ts";
export { withSolver } from "./solver-need.ts";
export type { Plan, PlannedTechnique } from "./strategy.ts";
export { createThreadTrace } from "./thread-trace.ts";
export {
  createTrace,
  type Trace,
  type TraceInput,
  type TracePlace,
  type TraceStep,
  type TraceThread,
} from "./trace.ts";
export { decision, type VerificationOptions, verification, verify } from "./verify.ts";
export { constantText, createViolationWitness } from "./violation-witness.ts";
