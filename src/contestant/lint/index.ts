/** The witness linter: rules of the formats, and of the formats against a task. */
export { FixApplier } from "./apply-fixes.ts";
export { type Finding, isFault } from "./finding.ts";
export { LintProgram } from "./lint-program.ts";
export { type LintTask, NO_TASK } from "./lint-task.ts";
export { type LintReport, WitnessLinter } from "./lint-witness.ts";
export { RULES } from "./rules.ts";
