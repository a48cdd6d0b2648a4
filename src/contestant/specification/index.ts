/** The checks that a property demands of a program. */
export { type Check, isUndefinedBehaviour, type Meaning } from "./check.ts";
export {
  checksOfFormulas,
  checksOfOneThread,
  formulasOfChecks,
  PROGRAM_CHECKS,
  type ProgramCheckId,
  questionsOfThreads,
  withoutVacuous,
} from "./program-checks.ts";
export {
  asksOnlyFor,
  type EngineSpecification,
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
