/** Run results: their status, their category, their stored form. */
export { resultCategory } from "./result-category.ts";
export { type EndedRun, statusOfRun } from "./status-of-run.ts";
export { formatRunResult, parseRunResult, RUN_RESULT_FORMAT } from "./store-format.ts";
