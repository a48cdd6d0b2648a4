/**
 * The vocabulary of the organiser's wing (see "Words" in the design): plain
 * immutable data and the text forms of it. Other folders hold the behaviour.
 */
export type { BaseCategory, Category, MetaCategory } from "./category.ts";
export type { CommandRequest, ToolLimits, ToolTask } from "./command-request.ts";
export {
  type Edition,
  type EditionProperty,
  type MetaScoreRules,
  type ScoringSchema,
  VALIDATION_PROCEDURES,
  type ValidationProcedure,
  type ValidationRules,
  type ValidationTrackRules,
  type ValidatorPoints,
  WITNESS_VERSIONS,
  type WitnessRequirement,
  type WitnessRule,
  type WitnessVersion,
} from "./edition.ts";
export type { FileReference } from "./file-reference.ts";
export type {
  AutomatonArc,
  AutomatonBlock,
  AutomatonStatement,
  FunctionAutomaton,
} from "./function-automaton.ts";
export type { Limits } from "./limits.ts";
export {
  type Formula,
  type PlainFormulaKind,
  PROPERTY_NAMES,
  type Property,
  type PropertyName,
} from "./property.ts";
export {
  DISTURBANCES,
  type Disturbances,
  ISOLATION_KINDS,
  type IsolationKind,
  MEASUREMENT_KINDS,
  type MeasurementKind,
  type MountedFile,
  type ResourceUsage,
  RUN_PHASES,
  type RunPhase,
  type RunResult,
  type RunSpecification,
  runIdentityFields,
  TERMINATION_REASONS,
  type TerminationReason,
  type TimeLine,
  USAGE_FIGURES,
} from "./run.ts";
export { parseStatus, RESULT_CATEGORIES, type ResultCategory } from "./status.ts";
export {
  type DataModel,
  type Language,
  type TaskDefinition,
  type TaskProperty,
  taskId,
  type VerificationTask,
} from "./task.ts";
export { isUnranked, type Participation, type Tool } from "./tool.ts";
export { type ExpectedVerdict, formatVerdict, parseVerdict, type Verdict } from "./verdict.ts";
export {
  type Answer,
  hasWitnessRule,
  requirementIn,
  witnessRequirement,
} from "./witness-requirement.ts";
