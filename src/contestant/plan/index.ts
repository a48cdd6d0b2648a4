/** The door of this folder. */
export { CONFIGURATION_NAMES } from "./configuration-names.ts";
export { CONFIGURATIONS, type Configuration, findConfiguration } from "./configurations.ts";
export type { Lemmas } from "./lemmas.ts";
export type { AttemptNews, Partner } from "./partner.ts";
export type { TechniqueReport } from "./plan-run.ts";
export type { ProgramFeatures } from "./program-features.ts";
export type { LoopShapes, VerificationResult } from "./result.ts";
export type { SecondOpinion } from "./second-opinion.ts";
export { withSolver } from "./solver-need.ts";
export type { Plan, PlannedTechnique } from "./strategy.ts";
export { decision, type VerificationOptions, verification, verify } from "./verify.ts";
