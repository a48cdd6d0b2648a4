/** What a property asks of a program. */
export { type Check, isUndefinedBehaviour, type Meaning } from "./check.ts";
export type { Need } from "./formulas.ts";
export {
  checksOfFormulas,
  checksOfOneThread,
  formulasOfChecks,
  PROGRAM_CHECKS,
  type ProgramCheck,
  type ProgramCheckId,
  type Question,
  questionsOfThreads,
  withoutVacuous,
} from "./program-checks.ts";
export {
  asksOnlyFor,
  type EngineSpecification,
  type ExecutionRules,
  errorLabels,
  isReachSafety,
  isReplayable,
  isSafetyOfExecutions,
  type KnownViolation,
  knownFrom,
  type OverflowMode,
  type Specification,
  specificationOf,
  specificationText,
  type Violation,
  withinMemory,
} from "./specification.ts";
