/** The door of this folder. */
export { describeClaim } from "./claim-report.ts";
export { ENGINES } from "./options.ts";
export type { ValidationJob } from "./perform-validation.ts";
export { ProgramExpressions } from "./program-expressions.ts";
export { readWitness } from "./read-witness.ts";
export { Replayer } from "./replayer.ts";
export type { ValidationAnswer } from "./validate.ts";
export { replayViolation } from "./violation-validator.ts";
