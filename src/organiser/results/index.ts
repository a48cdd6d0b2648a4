/** Run results: their status, their category, their stored form, and the result files of BenchExec. */

export {
  type Cells,
  CellsBuilder,
  cellsOf,
  cellText,
  MISSING,
} from "./benchexec/cells.ts";
export { logPathOf, logPrefix } from "./benchexec/log-path.ts";
export {
  modernCategory,
  modernProperty,
  modernStatus,
  parseExpectedVerdict,
} from "./benchexec/old-verdicts.ts";
export { parseBytes, parseJoules, parseSeconds } from "./benchexec/quantity.ts";
export { type ResultColumns, ResultColumnsReader } from "./benchexec/read-result-columns.ts";
export { ResultXmlReader } from "./benchexec/read-result-xml.ts";
export {
  columnValue,
  FINAL_STATUSES,
  type ResultColumn,
  type ResultFileHeader,
  type ResultFileRun,
} from "./benchexec/result-file.ts";
export {
  categoryCandidates,
  type ResultFileRole,
  resultFileRole,
  resultFileTime,
} from "./benchexec/result-file-role.ts";
export { formatResultXml } from "./benchexec/write-result-xml.ts";
export { resultCategory } from "./result-category.ts";
export { statusOfRun } from "./status-of-run.ts";
export {
  attemptPath,
  formatRunResult,
  formatRunResultLine,
  parseRunResult,
} from "./store-format.ts";
