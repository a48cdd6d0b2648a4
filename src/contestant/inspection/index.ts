/**
 * The results of the front end for a C program, as text: trees, types, layouts, automata, one
 * execution.
 */
export { automataOf } from "./automata-for-pages.ts";
export { supportPage } from "./c-support/support-page.ts";
export { type CStageJob, type CStageResult, STAGES } from "./job.ts";
export { hasFormat } from "./stages.ts";
export { preprocessWithSystem } from "./system-preprocessor.ts";
